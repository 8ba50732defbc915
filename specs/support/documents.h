// The project's own documents, as specs read them.
#pragma once

#include <cctype>
#include <regex>
#include <string>
#include <vector>

#include "casement/base/file_text.h"

namespace casement::specs {

// The text of a file of the project; "" if it cannot be read.
inline std::string text_of(const std::string& path) {
  return read_whole_file(CASEMENT_SOURCE_DIR "/" + path).value_or("");
}

// The first group of each match of `pattern` in `text`.
inline std::vector<std::string> groups_of(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) found.push_back((*at)[1]);
  return found;
}

// The anchor that GitHub makes of a heading: lower case, spaces become hyphens, other signs go.
inline std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char letter : heading) {
    const auto byte = static_cast<unsigned char>(letter);
    if (letter == ' ')
      anchor += '-';
    else if (std::isalnum(byte) != 0 || letter == '-' || letter == '_' || byte >= 0x80)
      anchor += static_cast<char>(std::tolower(byte));
  }
  return anchor;
}

}  // namespace casement::specs
