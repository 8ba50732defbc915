// Reads chosen values of a JSON text from front to back, and skips all others without decoding them. For large texts of
// which few values are needed. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace casement::reports {

// Every function throws Error{Usage} if the text has another value at this place. A skipped value is not checked: only
// its brackets and quotes are counted. The scanner refers to `text`.
class JsonScanner {
 public:
  explicit JsonScanner(std::string_view text) : text_(text) {}

  // Calls `member` with each key of an object; `member` has to read or skip the value. Throws for a key with an escape.
  template <typename Member>
  void object(Member member) {
    for (bool more = begins('{', '}'); more; more = continues('}')) {
      member(key());
    }
  }
  // Calls `item` for each value of an array; `item` has to read or skip the value.
  template <typename Item>
  void array(Item item) {
    for (bool more = begins('[', ']'); more; more = continues(']')) item();
  }
  std::string string();
  bool boolean();
  double number();
  std::int64_t integer();
  std::string_view skip();  // returns the text of the value
  void end();               // throws unless the text ends here

 private:
  char next();
  void expect(char wanted);
  bool begins(char open, char close);
  bool continues(char close);
  std::string_view quoted();
  std::string_view key();
  std::string_view scalar();

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace casement::reports
