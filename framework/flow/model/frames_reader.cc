#include "casement/flow/model/frames_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "casement/base/text.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

int read_status(const YamlSource& source, const YamlNode& key) {
  int status = 0;
  const char* const end = key.text.data() + key.text.size();
  const auto parsed = std::from_chars(key.text.data(), end, status);
  if (parsed.ec != std::errc() || parsed.ptr != end || status < 400 || status > 599) {
    throw source.error_at(
        key.place, fmt::format("'{}' is no status of an error: a number from 400 to 599", shorten(key.text, 60)));
  }
  return status;
}

FramePolicy::OnFailure read_policy(const YamlSource& source, const YamlEntry& said) {
  static const std::vector<std::string> policies{"ignore", "warn", "fail"};
  const auto found = std::find(policies.begin(), policies.end(), read_text(source, said));
  if (found == policies.end()) {
    const std::string nearest = nearest_word(said.value.text, policies);
    throw source.error_at(said.value.place,
                          fmt::format("'{}' is ignore, warn or fail{}", said.key.text,
                                      nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest)));
  }
  return static_cast<FramePolicy::OnFailure>(found - policies.begin());
}

}  // namespace

void read_frames(const YamlSource& source, const YamlEntry& entry, FramePolicy& frames, Milliseconds& timeout,
                 AuthoringErrors& errors) {
  static const std::vector<std::string> known{"on_failure", "on_status", "optional", "timeout",
                                              "timeout_ms", "max_depth", "wait_for"};
  const YamlNode& map = read_map(source, entry);
  check_keys(source, map, known, "'frames'");
  FrameSettings settings = frames.settings.value_or(FrameSettings{});
  for (const YamlEntry& one : map.entries) {
    const std::string& key = one.key.text;
    errors.attempt([&] {
      if (key == "on_failure") {
        frames.on_failure = read_policy(source, one);
      } else if (key == "on_status") {
        frames.on_status.clear();  // what was said before
        for (const YamlEntry& status : read_map(source, one).entries) {
          errors.attempt([&] { frames.on_status[read_status(source, status.key)] = read_policy(source, status); });
        }
      } else if (key == "optional") {
        frames.optional = read_texts(source, one);
      } else if (key == "timeout") {
        timeout = read_duration(source, one);
      } else if (key == "timeout_ms") {
        timeout = Milliseconds(read_number(source, one, 1, 600'000));
      } else if (key == "max_depth") {
        settings.max_depth = read_number(source, one, 1, 100);
      } else {
        // So many frames, or one of this name.
        const std::string& text = read_text(source, one);
        const bool is_number = text.find_first_not_of("0123456789") == std::string::npos;
        if (is_number)
          settings.wait_for_count = read_number(source, one, 1, 1000);
        else
          settings.wait_for_name = text;
      }
    });
  }
  frames.settings = settings;
}

}  // namespace casement
