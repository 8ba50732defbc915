#include "casement/mcp/line_reader.h"

namespace casement::mcp {
namespace {

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

void LineReader::feed(std::string_view bytes) {
  if (skips_) {
    const std::size_t end = bytes.find('\n');
    if (end == std::string_view::npos) return;
    skips_ = false;
    buffer_ = '\n';
    bytes.remove_prefix(end + 1);
  }
  buffer_ += bytes;
}

std::optional<LineReader::Line> LineReader::next() {
  while (true) {
    const std::size_t end = buffer_.find('\n', searched_);
    if (end == std::string::npos) {
      searched_ = buffer_.size();
      if (buffer_.size() <= longest_) return std::nullopt;
      std::string().swap(buffer_);
      searched_ = 0;
      skips_ = true;
      return Line{"", true};
    }
    std::string line = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    searched_ = 0;
    if (line.size() > longest_) return Line{"", true};
    if (line.ends_with('\r')) line.pop_back();
    if (!is_blank(line)) return Line{std::move(line)};
  }
}

std::optional<LineReader::Line> LineReader::rest() {
  skips_ = false;
  searched_ = 0;
  std::string line;
  line.swap(buffer_);
  if (is_blank(line)) return std::nullopt;
  return Line{std::move(line)};
}

}  // namespace casement::mcp
