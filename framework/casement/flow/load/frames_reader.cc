#include "casement/flow/load/frames_reader.h"

#include <fmt/format.h>

#include <charconv>

#include "casement/base/text.h"
#include "casement/flow/model/key_rows.h"

namespace casement {
namespace {

using OnFailure = FramePolicy::OnFailure;

struct FramesReading {
  const YamlSource& source;
  FramePolicy& frames;
  Milliseconds& timeout;
  FrameSettings& settings;
  AuthoringErrors& errors;
};

using FramesRow = KeyRow<FramesReading>;

OnFailure read_policy(const FramesReading& reading, const YamlEntry& entry, const ArgSpec& key) {
  const auto found = std::find(key.words.begin(), key.words.end(), read_text(reading.source, entry));
  if (found == key.words.end()) {
    const std::string nearest = nearest_word(entry.value.text, key.words);
    throw reading.source.error_at(entry.value.place,
                                  fmt::format("'{}' must be ignore, warn or fail{}", entry.key.text,
                                              nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest)));
  }
  return static_cast<OnFailure>(found - key.words.begin());
}

int read_status(const FramesReading& reading, const YamlNode& name, const ArgSpec& key) {
  int status = 0;
  const char* const end = name.text.data() + name.text.size();
  const auto parsed = std::from_chars(name.text.data(), end, status);
  if (parsed.ec == std::errc() && parsed.ptr == end && status >= key.least && status <= key.most) return status;
  throw reading.source.error_at(name.place, fmt::format("'{}' is not an error status: use a number from {} to {}",
                                                        shorten(name.text, 60), key.least, key.most));
}

void read_statuses(FramesReading& reading, const YamlEntry& entry, const ArgSpec& key) {
  reading.frames.on_status.clear();  // replaces the map of the settings
  for (const YamlEntry& status : read_map(reading.source, entry).entries) {
    reading.errors.attempt(
        [&] { reading.frames.on_status[read_status(reading, status.key, key)] = read_policy(reading, status, key); });
  }
}

// A number of frames, or the name of a frame.
void read_wait_for(FramesReading& reading, const YamlEntry& entry, const ArgSpec& key) {
  const std::string& text = read_text(reading.source, entry);
  if (text.find_first_not_of("0123456789") == std::string::npos)
    reading.settings.wait_for_count = read_number(reading.source, entry, key);
  else
    reading.settings.wait_for_name = text;
}

const std::vector<FramesRow>& frames_rows() {
  using enum ArgSpec::Shape;
  using In = FramesReading;
  static const std::vector<std::string> policies{"ignore", "warn", "fail"};
  static const std::vector<FramesRow> rows{
      {{"on_failure", Word, "what a failed frame does to the case", policies},
       [](In& in, const YamlEntry& entry, const ArgSpec& key) { in.frames.on_failure = read_policy(in, entry, key); }},
      {{"on_status", Statuses, "what a frame with this response status does instead", policies, 400, 599},
       read_statuses},
      {{"optional", Texts, "addresses or names of frames that may fail"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) { in.frames.optional = read_texts(in.source, entry); }},
      {{"timeout", Duration, "how long a frame may take to answer"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) { in.timeout = read_duration(in.source, entry); }},
      {{"timeout_ms", Number, "how long a frame may take to answer, in milliseconds", {}, 1, 600'000},
       [](In& in, const YamlEntry& entry, const ArgSpec& key) {
         in.timeout = Milliseconds(read_number(in.source, entry, key));
       }},
      {{"max_depth", Number, "how many levels of nested frames to read", {}, 1, 100},
       [](In& in, const YamlEntry& entry, const ArgSpec& key) {
         in.settings.max_depth = read_number(in.source, entry, key);
       }},
      {{"wait_for", Text, "wait for this many frames, or for the frame with this name", {}, 1, 1000}, read_wait_for}};
  return rows;
}

}  // namespace

const std::vector<ArgSpec>& frame_keys() {
  static const std::vector<ArgSpec> keys = keys_of(frames_rows());
  return keys;
}

void read_frames(const YamlSource& source, const YamlEntry& entry, FramePolicy& frames, Milliseconds& timeout,
                 AuthoringErrors& errors) {
  const YamlNode& map = read_map(source, entry);
  check_keys(source, map, frames_rows(), "'frames'");
  FrameSettings settings = frames.settings.value_or(FrameSettings{});
  FramesReading reading{source, frames, timeout, settings, errors};
  for (const YamlEntry& one : map.entries) {
    errors.attempt([&] { read_row(frames_rows(), reading, one); });
  }
  frames.settings = settings;
}

}  // namespace casement
