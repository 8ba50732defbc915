// The keys of `use` for the network and the processor: `throttle`, `cpu` and `har`.
#include <fmt/format.h>

#include "casement/browser/network/route.h"
#include "casement/browser/values/throttle.h"
#include "casement/flow/model/network_values.h"
#include "casement/flow/model/use_reading.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

// "" is for a flow that records the archive of casement.yaml.
void read_har(UseReading& in, const YamlEntry& entry, const ArgSpec& known) {
  if (in.options.har) forget_overridden(in, in.options.har->file);
  if (is_written_empty(in, entry)) return in.options.har.reset();
  HarFile har;
  const YamlEntry* file = &entry;
  if (!entry.value.is_text()) {
    check_use_keys(in.source, entry, known.keys);
    file = entry.value.find("file");
    if (file == nullptr) throw in.source.error_at(entry.key.place, "'har' needs 'file'");
    if (const YamlEntry* url = entry.value.find("url")) har.url = read_checked(in.source, *url, why_no_route);
    if (const YamlEntry* others = entry.value.find("others"))
      har.passes_others = read_word_of(in.source, *others, key_named(known.keys, "others")) == 1;
  }
  har.file = read_file_beside(in.source, *file, in.sets);
  in.options.har = std::move(har);
}

double read_rate(const YamlSource& source, const YamlEntry& entry) {
  if (const auto rate = parse_rate(read_filled_text(source, entry))) return *rate;
  throw source.error_at(
      place_of(entry), fmt::format("'{}' must be {}{}", entry.key.text, kRateForm, unlike_source(source, entry.value)));
}

NetworkThrottle read_throttle(const YamlSource& source, const YamlEntry& entry, const ArgSpec& known) {
  check_use_keys(source, entry, known.keys);
  NetworkThrottle throttle;
  if (const YamlEntry* url = entry.value.find("url")) throttle.url = read_checked(source, *url, why_no_throttle);
  if (const YamlEntry* latency = entry.value.find("latency")) throttle.latency = read_duration(source, *latency);
  if (const YamlEntry* rate = entry.value.find("download")) throttle.download = read_rate(source, *rate);
  if (const YamlEntry* rate = entry.value.find("upload")) throttle.upload = read_rate(source, *rate);
  if (throttle.latency.count() == 0 && throttle.download == 0 && throttle.upload == 0)
    throw source.error_at(entry.key.place, "'throttle' needs 'latency', 'download' or 'upload'");
  return throttle;
}

void read_throttles(UseReading& in, const YamlEntry& entry, const ArgSpec& known) {
  in.options.throttles.clear();
  const bool is_list = entry.value.kind == YamlNode::Kind::List;
  for (const YamlNode& one : is_list ? entry.value.items : std::vector{entry.value})
    in.options.throttles.push_back(read_throttle(in.source, {entry.key, one}, known));
}

void read_cpu(UseReading& in, const YamlEntry& entry, const ArgSpec&) {
  const auto factor = parse_slowdown(read_filled_text(in.source, entry));
  if (!factor) {
    throw in.source.error_at(place_of(entry),
                             fmt::format("'cpu' must be {}{}", kSlowdownForm, unlike_source(in.source, entry.value)));
  }
  in.options.cpu_slowdown = *factor;
}

}  // namespace

std::vector<ArgSpec> throttle_keys() {
  using enum ArgSpec::Shape;
  return {by_default({"url", Text, "all addresses (*), https://api.test/* or */api/*"}, "\"*\""),
          {"latency", Duration, "at least, from a request to the head of its response"},
          {"download", Text, "at most: 50 kB/s, 10 Mbit/s"},
          {"upload", Text, "at most: 50 kB/s, 10 Mbit/s"}};
}

const std::vector<UseRow>& network_rows() {
  using enum ArgSpec::Shape;
  static const std::vector<UseRow> rows{
      {{"throttle",
        MapOrMaps,
        "a slower network, for some addresses; the first that matches a request counts",
        {},
        0,
        0,
        throttle_keys()},
       read_throttles},
      {{"cpu", Text, "pages and frames run slower, e.g. 4x slower; workers do not"}, read_cpu},
      {{"har",
        TextOrMap,
        "an archive (HAR 1.2) that answers the requests of all pages and workers",
        {},
        0,
        0,
        {needed({"file", Text, "the archive: written by this run, or beside the flow"}),
         by_default({"url", Text, "only requests to addresses like this"}, "\"*\""),
         by_default({"others", Word, "requests that the archive lacks", {"fail", "pass"}}, "\"fail\"")}},
       read_har},
  };
  return rows;
}

}  // namespace casement
