#include "specs/docs/blocks.h"

#include <sstream>
#include <stdexcept>

namespace casement::specs {
namespace {

// `key=value`, `key="several words"`, `key`.
std::map<std::string, std::string> read_words(std::string_view info) {
  std::map<std::string, std::string> words;
  while (!info.empty()) {
    if (info.front() == ' ') {
      info.remove_prefix(1);
      continue;
    }
    const std::size_t key_end = std::min(info.find_first_of(" ="), info.size());
    const std::string key(info.substr(0, key_end));
    info.remove_prefix(key_end);
    std::string value;
    if (info.starts_with("=\"")) {
      const std::size_t end = info.find('"', 2);
      if (end == std::string_view::npos) throw std::runtime_error("an open quote behind a fence");
      value = info.substr(2, end - 2);
      info.remove_prefix(end + 1);
    } else if (info.starts_with("=")) {
      const std::size_t end = std::min(info.find(' '), info.size());
      value = info.substr(1, end - 1);
      info.remove_prefix(end);
    }
    words[key] = value;
  }
  return words;
}

}  // namespace

std::vector<DocsBlock> read_blocks(const std::string& page, const std::string& markdown) {
  std::vector<DocsBlock> blocks;
  std::istringstream lines(markdown);
  std::string line;
  bool inside = false;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
    const bool is_fence = line.compare(start, 3, "```") == 0;
    if (is_fence && !inside) {
      const std::string info = line.substr(start + 3);
      const std::size_t language_end = std::min(info.find(' '), info.size());
      blocks.push_back({page, number, info.substr(0, language_end), read_words(info.substr(language_end)), ""});
    }
    if (is_fence)
      inside = !inside;
    else if (inside)
      blocks.back().text += line + "\n";
  }
  if (inside) throw std::runtime_error(blocks.back().place() + ": the fence is not closed");
  return blocks;
}

}  // namespace casement::specs
