// Writes JSON objects and arrays piece by piece, because a tree of JSON values would cost more time than the writing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "casement/target/yaml_quote.h"

namespace casement {

class JsonWriter {
 public:
  JsonWriter() = default;
  // Passes the output to `sink` in pieces of about `piece` bytes; `finish` passes the last piece.
  JsonWriter(std::function<void(std::string_view)> sink, std::size_t piece) : sink_(std::move(sink)), piece_(piece) {}

  void open(char bracket) {
    comma();
    out_ += bracket;
    first_ = true;
  }
  void close(char bracket) {
    out_ += bracket;
    first_ = false;
    if (sink_ && out_.size() >= piece_) finish();
  }
  void key(std::string_view name) {
    comma();
    append_json_string(out_, name);
    out_ += ':';
    first_ = true;
  }
  // Shortens the text to `longest` characters and "…".
  void value(std::string_view text, std::size_t longest = std::string_view::npos) {
    comma();
    append_json_string(out_, text, longest);
  }
  void literal(std::string_view text) {
    comma();
    out_ += text;
  }
  // The next functions write one field each, and omit an empty text or a false value.
  void text(std::string_view name, std::string_view content, std::size_t longest = std::string_view::npos) {
    if (content.empty()) return;
    key(name);
    value(content, longest);
  }
  void number(std::string_view name, std::int64_t content) {
    key(name);
    literal(std::to_string(content));
  }
  void yes(std::string_view name, bool content) {
    if (!content) return;
    key(name);
    literal("true");
  }
  std::string take() { return std::move(out_); }
  void reserve(std::size_t bytes) { out_.reserve(bytes); }
  void finish() {
    if (sink_ && !out_.empty()) sink_(out_);
    out_.clear();
  }

 private:
  void comma() {
    if (!first_) out_ += ',';
    first_ = false;
  }

  std::string out_;
  bool first_ = true;
  std::function<void(std::string_view)> sink_;
  std::size_t piece_ = 0;
};

}  // namespace casement
