#include "casement/target/aria_roles.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

namespace casement {
namespace {

// The words between `begin` and the next back quote of the script.
std::set<std::string> words_behind(const std::string& script, const std::string& begin) {
  const std::size_t at = script.find(begin);
  if (at == std::string::npos) return {};
  std::istringstream list(script.substr(at + begin.size(), script.find('`', at + begin.size()) - at - begin.size()));
  std::set<std::string> words;
  for (std::string word; list >> word;) words.insert(word);
  return words;
}

// A page tells roles without asking C++, and targets are checked where there is no page.
TEST(AriaRoles, EqualTheRolesOfThePageScript) {
  std::ifstream file(CASEMENT_SOURCE_DIR "/framework/casement/bridge/js/aria/role_tables.js");
  const std::string script{std::istreambuf_iterator<char>(file), {}};
  std::set<std::string> of_page = words_behind(script, "const knownRoles = new Set(words(`");
  EXPECT_GT(of_page.size(), 100u);
  of_page.insert("iframe");  // a frame's owner, which ARIA has no role for
  EXPECT_EQ(of_page, std::set<std::string>(aria_roles().begin(), aria_roles().end()));
}

}  // namespace
}  // namespace casement
