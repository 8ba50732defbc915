// Selects tests by GoogleTest's patterns.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace casement {

// Whether the whole name matches one of the patterns, which ':' separates: * matches any characters, ? one byte.
bool matches_any(std::string_view patterns, std::string_view name);

// A filter for tests whose names are free texts: "A*:B?-C*" selects what matches A* or B?, except what matches C*.
// A text that is the name of a test selects this test. Names may contain ':' and '-', so the filter is split at the '-'
// for which most patterns before it match a test; GoogleTest splits at the first '-'.
class TestFilter {
 public:
  // `tests`: the names of each test; a test may have several.
  TestFilter(const std::string& text, std::span<const std::vector<std::string>> tests);

  // Whether the filter selects a test with these names.
  bool selects(std::span<const std::string> names) const;

 private:
  std::vector<std::string> wanted_, unwanted_;
};

}  // namespace casement
