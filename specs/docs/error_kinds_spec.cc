// Every kind of error is provoked by some spec, which expects it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "casement/base/regex.h"

namespace casement {
namespace {

// The enumerators of ErrorKind, as error.h has them.
std::vector<std::string> error_kinds() {
  static const Regex enumerator("^  ([A-Z]\\w+), ");
  std::ifstream header(CASEMENT_SOURCE_DIR "/framework/base/error.h");
  std::vector<std::string> kinds;
  bool inside = false;
  for (std::string line; std::getline(header, line);) {
    if (line == "enum class ErrorKind {") inside = true;
    if (line == "};") inside = false;
    const std::vector<std::string> found = inside ? enumerator.groups(line) : std::vector<std::string>{};
    if (!found.empty()) kinds.push_back(found[1]);
  }
  return kinds;
}

std::set<std::string> expected_kinds() {
  // That an error is of another kind provokes none.
  static const Regex expected("(?:EXPECT|ASSERT)_(?!NE).*ErrorKind::(\\w+)");
  std::set<std::string> kinds;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(CASEMENT_SOURCE_DIR "/specs")) {
    if (entry.path().extension() != ".cc") continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      if (line.find("ErrorKind::") == std::string::npos) continue;
      if (const std::vector<std::string> found = expected.groups(line); !found.empty()) kinds.insert(found[1]);
    }
  }
  return kinds;
}

TEST(ErrorKinds, EachIsExpectedBySomeSpec) {
  const std::vector<std::string> kinds = error_kinds();
  ASSERT_EQ(kinds.size(), static_cast<std::size_t>(ErrorKind::Internal) + 1);
  const std::set<std::string> expected = expected_kinds();
  for (const std::string& kind : kinds) EXPECT_TRUE(expected.contains(kind)) << "no spec expects ErrorKind::" << kind;
}

}  // namespace
}  // namespace casement
