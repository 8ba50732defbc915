// docs/reliability.md names a spec for each fault: it is there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace casement {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = CASEMENT_SOURCE_DIR;

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// "Suite.Name" of every test there is.
std::set<std::string> all_specs() {
  static const std::regex test(R"(\nTEST(_[FP])?\((\w+), (\w+)\))");
  std::set<std::string> names;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kRoot / "specs")) {
    if (entry.path().extension() != ".cc") continue;
    const std::string text = text_of(entry.path());
    for (std::sregex_iterator at(text.begin(), text.end(), test), end; at != end; ++at) {
      names.insert((*at)[2].str() + "." + (*at)[3].str());
    }
  }
  return names;
}

TEST(Reliability, EachFaultHasItsSpec) {
  const std::set<std::string> specs = all_specs();
  std::istringstream page(text_of(kRoot / "docs/reliability.md"));
  std::set<std::string> told;
  static const std::regex row(R"(^\| .* \| .* \| `(\w+\.\w+)` \|$)");
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("| ") || line.starts_with("| fault")) continue;
    std::smatch parts;
    ASSERT_TRUE(std::regex_match(line, parts, row)) << line;
    EXPECT_TRUE(specs.contains(parts[1])) << "there is no spec " << parts[1];
    EXPECT_TRUE(told.insert(parts[1]).second) << parts[1] << " stands twice";
  }
  EXPECT_GE(told.size(), 120u);
}

}  // namespace
}  // namespace casement
