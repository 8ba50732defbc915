// The fenced blocks of the documentation (CommonMark 0.31, section 4.5): ```LANGUAGE, then words that say
// how it is proved, `key=value` or a key alone.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace casement::specs {

struct DocsBlock {
  std::string page;  // "README", "ci"
  int line = 0;      // of the fence
  std::string language;
  std::map<std::string, std::string> words;
  std::string text;

  bool has(const std::string& word) const { return words.contains(word); }
  std::string place() const { return page + ".md:" + std::to_string(line); }
};

// A fence that is not closed is an error of the page: std::runtime_error.
std::vector<DocsBlock> read_blocks(const std::string& page, const std::string& markdown);

}  // namespace casement::specs
