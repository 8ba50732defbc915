// Writes readings as the bridge's walk would return them, for the specs of this room.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "casement/base/error.h"
#include "casement/snapshot/assemble_snapshot.h"
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
                     (element.ref ? std::to_string(element.ref) : "") + "\t" + escape_field(element.name) + "\t" +
                     element.states;
  for (const std::string& extra : element.extras) line += "\t" + escape_field(extra);
  return line + "\n";
}
inline std::string run(int depth, std::string_view text) {
  return std::to_string(depth) + "\t#\t\t" + escape_field(text) + "\n";
}
inline std::string value(int depth, std::string_view text) {
  return std::to_string(depth) + "\t=\t\t" + escape_field(text) + "\n";
}

inline std::string document(const std::vector<std::string>& lines, std::string_view url = "http://shop.test/checkout",
                            std::string_view title = "Checkout") {
  std::string text = "casement/1\t" + escape_field(url) + "\t" + escape_field(title) + "\t7\n";
  for (const std::string& line : lines) text += line;
  return text;
}

inline CapturedFrame main_frame(std::string text) {
  CapturedFrame frame;
  frame.frame_id = "MAIN";
  frame.reading = decode_reading(std::move(text));
  frame.url = frame.reading.url;
  return frame;
}
inline CapturedFrame child_frame(int ordinal, int parent, int owner, std::string text) {
  CapturedFrame frame = main_frame(std::move(text));
  frame.ordinal = ordinal;
  frame.parent_ordinal = parent;
  frame.owner_ref = owner;
  frame.frame_id = "F" + std::to_string(ordinal);
  return frame;
}
inline CapturedFrame failed_frame(int ordinal, int parent, int owner, FrameFailure::Kind kind, std::string message,
                                  std::string url) {
  CapturedFrame frame;
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
  std::vector<CapturedFrame> readings;
  (readings.push_back(std::move(frames)), ...);
  return assemble_snapshot(std::move(readings), {}, {});
}
// A checkout with a card frame, in it a frame for the code, and a bank's frame that did not answer.
struct FramedPage {
  std::string button = "Pay €42";
  std::string code_states = "required";
  std::vector<std::string> code_runs = {"three digits"};
  bool bank_answers = false;
};
inline Snapshot framed_page(const FramedPage& page = {}) {
  std::string code =
      document({node(0, {"form", 0, "Code"}), node(1, {"textbox", 1, "Security code", page.code_states})},
               "http://js.pay.test/code");
  for (const std::string& text : page.code_runs) code += node(1, {"listitem"}) + run(2, text);
  const std::string bank = "http://acs.bank.test/challenge";
  return page_of(
      main_frame(document(
          {node(0, {"heading", 1, "Checkout", "level=1"}), node(0, {"iframe", 2, "Card", "", {"?frame=visible"}}),
           node(0, {"iframe", 3, "Bank", "", {"?frame=visible"}}), node(0, {"button", 4, page.button})})),
      child_frame(1, 0, 2,
                  document({node(0, {"textbox", 1, "Card number"}), value(1, "•••• 4242"),
                            node(0, {"iframe", 2, "Code frame", "", {"?frame=visible"}})},
                           "http://js.pay.test/card")),
      child_frame(2, 1, 2, std::move(code)),
      page.bank_answers ? child_frame(3, 0, 3, document({node(0, {"button", 1, "Confirm"})}, bank))
                        : failed_frame(3, 0, 3, FrameFailure::TimedOut, "no answer within 2 s", bank));
}
// The text of a page with one frame.
inline std::string text_of(std::initializer_list<std::string> lines) {
  return page_of(main_frame(document(lines))).text();
}

// The error of a target that does not match exactly one element of the page.
inline Error error_of(const Snapshot& page, const char* target) {
  try {
    page.ref(target);
  } catch (const Error& error) {
    return error;
  }
  return Error(ErrorKind::Internal, "no error");
}

}  // namespace casement::spec
