// The keys of `use` for the network and the processor: `throttle`, `cpu`, `har` and `client_certificates`.
#include <fmt/format.h>

#include "casement/browser/network/route.h"
#include "casement/browser/values/throttle.h"
#include "casement/browser/values/web_origin.h"
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

// A path, or the text of a PEM file, as from a variable.
std::string read_pem(const UseReading& in, const YamlEntry& entry) {
  const std::string text = read_filled_text(in.source, entry);
  return text.starts_with("-----BEGIN ") ? text : read_file_beside(in.source, entry, in.sets);
}

ClientCertificate read_client_certificate(const UseReading& in, const YamlEntry& entry, const ArgSpec& known) {
  check_use_keys(in.source, entry, known.keys);
  ClientCertificate read;
  const YamlEntry* const origin = entry.value.find("origin");
  const YamlEntry* const certificate = entry.value.find("certificate");
  const YamlEntry* const key = entry.value.find("key");
  const YamlEntry* const pkcs12 = entry.value.find("pkcs12");
  if (origin == nullptr) throw in.source.error_at(entry.key.place, fmt::format("'{}' needs 'origin'", entry.key.text));
  if ((certificate == nullptr) == (pkcs12 == nullptr)) {
    throw in.source.error_at(entry.key.place,
                             fmt::format("'{}' needs either 'certificate' or 'pkcs12'", entry.key.text));
  }
  if (key != nullptr && pkcs12 != nullptr)
    throw in.source.error_at(key->key.place, "'key' belongs to 'certificate'; a PKCS#12 file contains the key");
  read.origin = read_checked(in.source, *origin, tls_origin_problem);
  if (certificate != nullptr) read.certificate = read_pem(in, *certificate);
  if (key != nullptr) read.key = read_pem(in, *key);
  if (pkcs12 != nullptr) read.pkcs12 = read_file_beside(in.source, *pkcs12, in.sets);
  if (const YamlEntry* given = entry.value.find("passphrase")) read.passphrase = read_filled_text(in.source, *given);
  return read;
}

void read_client_certificates(UseReading& in, const YamlEntry& entry, const ArgSpec& known) {
  in.options.client_certificates.clear();
  const bool is_list = entry.value.kind == YamlNode::Kind::List;
  for (const YamlNode& one : is_list ? entry.value.items : std::vector{entry.value})
    in.options.client_certificates.push_back(read_client_certificate(in, {entry.key, one}, known));
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
      {{"client_certificates",
        MapOrMaps,
        "for servers that ask for a certificate (mutual TLS); of a list, the first for the server's origin counts",
        {},
        0,
        0,
        {needed({"origin", Text, "the origin whose servers receive it, such as https://shop.test:8443"}),
         {"certificate", Text, "a file with the certificate (PEM), beside the flow"},
         {"key", Text, "a file with its private key (PEM); default: the file of the certificate"},
         {"pkcs12", Text, "a file with both (.p12, .pfx), in place of `certificate` and `key`"},
         {"passphrase", Text, "for an encrypted key, or for `pkcs12`"}}},
       read_client_certificates},
  };
  return rows;
}

}  // namespace casement
