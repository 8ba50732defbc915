// Every kind of error is provoked by some spec, which expects it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <istream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "casement/base/regex.h"

namespace casement {
namespace {

// The enumerators of ErrorKind, as error.h has them.
std::vector<std::string> error_kinds() {
  static const Regex enumerator("^  ([A-Z]\\w+), ");
  std::ifstream header(CASEMENT_SOURCE_DIR "/framework/casement/base/error.h");
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

// Of the lines of a file: what an expectation names as the kind of an error. One in a spec that is never run, or in a
// comment, expects nothing.
std::set<std::string> kinds_expected_in(std::istream& lines) {
  // That an error is of another kind provokes none.
  static const Regex expected("(?:EXPECT|ASSERT)_(?!NE).*ErrorKind::(\\w+)");
  static const Regex spec("^TEST\\w*\\(\\s*(\\w+)\\s*(?:,\\s*(\\w+))?");
  std::set<std::string> kinds;
  bool is_disabled = false;
  for (std::string line; std::getline(lines, line);) {
    if (const std::vector<std::string> begun = spec.groups(line); !begun.empty())
      is_disabled = begun[1].starts_with("DISABLED_") || begun[2].starts_with("DISABLED_");
    if (line == "}") is_disabled = false;  // what stands behind it may be called by others
    if (is_disabled || line.find("ErrorKind::") == std::string::npos) continue;
    if (const std::size_t comment = line.find("// "); comment != std::string::npos) line.resize(comment);
    if (const std::vector<std::string> found = expected.groups(line); !found.empty()) kinds.insert(found[1]);
  }
  return kinds;
}

std::set<std::string> expected_kinds() {
  std::set<std::string> kinds;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(CASEMENT_SOURCE_DIR "/specs")) {
    if (entry.path().extension() != ".cc") continue;
    std::ifstream file(entry.path());
    kinds.merge(kinds_expected_in(file));
  }
  return kinds;
}

TEST(ErrorKinds, EachIsExpectedBySomeSpec) {
  const std::vector<std::string> kinds = error_kinds();
  ASSERT_EQ(kinds.size(), static_cast<std::size_t>(ErrorKind::Internal) + 1);
  const std::set<std::string> expected = expected_kinds();
  for (const std::string& kind : kinds) EXPECT_TRUE(expected.contains(kind)) << "no spec expects ErrorKind::" << kind;
}

// The check itself can fail.
TEST(ErrorKinds, NoneIsExpectedBySpecsThatAreNotRun) {
  std::istringstream file(
      "TEST(A, DISABLED_Slow) {\n  EXPECT_EQ(error.kind(), ErrorKind::Timeout);\n}\n"
      "TEST_F(DISABLED_B, Old) {\n  EXPECT_EQ(error.kind(), ErrorKind::Usage);\n}\n"
      "TEST(C, Comment) {\n  // EXPECT_EQ(error.kind(), ErrorKind::Protocol);\n  EXPECT_NE(error.kind(), "
      "ErrorKind::Navigation);\n"
      "  EXPECT_EQ(error.kind(), ErrorKind::Internal);  // and no ErrorKind::Usage\n}\n");
  EXPECT_EQ(kinds_expected_in(file), (std::set<std::string>{"Internal"}));
}

}  // namespace
}  // namespace casement
