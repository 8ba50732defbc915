// Writes readings as the bridge's walk would return them, for the specs of this room.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "casement/snapshot/snapshot.h"

namespace casement::spec {

inline std::string escape_field(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '\\':
        escaped += "\\\\";
        break;
      case '\t':
        escaped += "\\t";
        break;
      case '\n':
        escaped += "\\n";
        break;
      case '\r':
        escaped += "\\r";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

struct Element {
  std::string role;
  int ref = 0;
  std::string name = {};
  std::string states = {};
  std::vector<std::string> extras = {};  // "/url=…", with the value not yet escaped
};

inline std::string node(int depth, const Element& element) {
  std::string line = std::to_string(depth) + "\t" + element.role + "\t" +
                     (element.ref ? std::to_string(element.ref) : "") + "\t" +
                     escape_field(element.name) + "\t" + element.states;
  for (const std::string& extra : element.extras) line += "\t" + escape_field(extra);
  return line + "\n";
}
inline std::string run(int depth, std::string_view text) {
  return std::to_string(depth) + "\t#\t\t" + escape_field(text) + "\n";
}
inline std::string value(int depth, std::string_view text) {
  return std::to_string(depth) + "\t=\t\t" + escape_field(text) + "\n";
}

inline std::string document(std::initializer_list<std::string> lines,
                            std::string_view url = "http://shop.test/checkout",
                            std::string_view title = "Checkout") {
  std::string text = "casement/1\t" + escape_field(url) + "\t" + escape_field(title) + "\t7\n";
  for (const std::string& line : lines) text += line;
  return text;
}

inline FrameReading main_frame(std::string text) {
  FrameReading frame;
  frame.frame_id = "MAIN";
  frame.reading = decode_reading(std::move(text));
  frame.url = frame.reading.url;
  return frame;
}
inline FrameReading child_frame(int ordinal, int parent, int owner, std::string text) {
  FrameReading frame = main_frame(std::move(text));
  frame.ordinal = ordinal;
  frame.parent_ordinal = parent;
  frame.owner_ref = owner;
  frame.frame_id = "F" + std::to_string(ordinal);
  return frame;
}
inline FrameReading failed_frame(int ordinal, int parent, int owner, FrameFailure::Kind kind,
                                 std::string message, std::string url) {
  FrameReading frame;
  frame.ordinal = ordinal;
  frame.parent_ordinal = parent;
  frame.owner_ref = owner;
  frame.failure.emplace();
  frame.failure->kind = kind;
  frame.failure->message = std::move(message);
  frame.failure->url = std::move(url);
  return frame;
}

template <typename... Frames>
Snapshot page_of(Frames... frames) {
  std::vector<FrameReading> readings;
  (readings.push_back(std::move(frames)), ...);
  return Snapshot::assemble(std::move(readings), {}, {});
}
// The text of a page with one frame.
inline std::string text_of(std::initializer_list<std::string> lines) {
  return page_of(main_frame(document(lines))).text();
}

}  // namespace casement::spec
