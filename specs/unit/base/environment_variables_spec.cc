// What the sources read is what the table has, and what docs/environment.md tells.
#include "casement/base/environment_variables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace casement {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

const fs::path kSourceTree = CASEMENT_SOURCE_DIR;

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::set<std::string> names_in(const std::string& text, const char* expression) {
  std::set<std::string> names;
  const std::regex name(expression);
  for (std::sregex_iterator at(text.begin(), text.end(), name), end; at != end; ++at) names.insert((*at)[1]);
  return names;
}

std::set<std::string> names_of_table() {
  std::set<std::string> names;
  for (const EnvironmentVariable& variable : environment_variables()) names.emplace(variable.name);
  return names;
}

TEST(EnvironmentVariables, AreAllThatTheSourcesRead) {
  std::set<std::string> read;
  for (const char* const folder : {"framework", "fixtures", "reports", "runners"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kSourceTree / folder)) {
      const std::string extension = entry.path().extension().string();
      if ((extension != ".cc" && extension != ".h") || entry.path().stem() == "environment_variables") continue;
      read.merge(names_in(text_of(entry.path()), "\"(CASEMENT_[A-Z_]+)\""));
    }
  }
  EXPECT_EQ(read.erase("CASEMENT_VAR_"), 1u);
  read.erase("CASEMENT_VAR_NAME");  // as documents write it
  EXPECT_EQ(read, names_of_table());
}

TEST(EnvironmentVariables, AreAllInTheDocuments) {
  const std::string page = text_of(kSourceTree / "docs/environment.md");
  std::set<std::string> told = names_in(page, "\n\\| `(CASEMENT_[A-Z_]+)` \\|");
  EXPECT_EQ(told.erase("CASEMENT_VAR_NAME"), 1u);
  EXPECT_EQ(told, names_of_table());
}

TEST(EnvironmentVariables, AreReportedWithTheNearestNameIfNothingReadsThem) {
  const std::vector<std::string> set{"CASEMENT_BROWSR", "CASEMENT_BROWSER", "CASEMENT_VAR_NAM", "PATH",
                                     "CASEMENT_QUOKKAS_AND_WOMBATS"};
  EXPECT_THAT(
      tell_unknown_variables(set),
      ElementsAre("CASEMENT_BROWSR in the environment is not a variable of Casement (did you mean CASEMENT_BROWSER?)",
                  "CASEMENT_QUOKKAS_AND_WOMBATS in the environment is not a variable of Casement"));
  EXPECT_THAT(tell_unknown_variables({}), IsEmpty());
}

}  // namespace
}  // namespace casement
