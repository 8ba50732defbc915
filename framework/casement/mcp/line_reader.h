// Cuts the bytes of a client into lines, one message each. Pure: uses no file descriptor. One thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace casement::mcp {

inline constexpr std::size_t kLongestMessage = std::size_t{8} << 20;  // bytes

class LineReader {
 public:
  explicit LineReader(std::size_t longest = kLongestMessage) : longest_(longest) {}

  struct Line {
    std::string text;       // without its end
    bool too_long = false;  // the line exceeds the limit; `text` is empty
  };
  void feed(std::string_view bytes);
  // The next whole line that is not blank; nullopt until more bytes come.
  std::optional<Line> next();
  // At the end of the input: the bytes after the last line end, if any.
  std::optional<Line> rest();
  std::size_t buffered() const { return buffer_.size(); }

 private:
  std::size_t longest_;
  std::string buffer_;
  std::size_t searched_ = 0;  // no line ends before this byte
  bool skips_ = false;        // until the end of a line that is too long
};

}  // namespace casement::mcp
