#include "casement/cdp/protocol.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "casement/cdp/reply_shape.h"

namespace casement::cdp {
namespace {

namespace fs = std::filesystem;

std::set<std::string> names_of(std::span<const ProtocolRow> rows) {
  std::set<std::string> names;
  for (const ProtocolRow& row : rows) names.emplace(row.name);
  return names;
}

// What is spelled like a method in the library's code, comments left out.
std::set<std::string> spelled_in(const fs::path& file) {
  std::ifstream stream(file);
  std::set<std::string> found;
  const std::regex method(
      "\"((?:Accessibility|Browser|CSS|DOM|DOMDebugger|Emulation|Fetch|Input|Inspector|Log|Network|Page|"
      "Runtime|Security|Storage|Target|WebAuthn|Debugger|Performance)\\.[a-z][A-Za-z]+)\"");
  for (std::string line; std::getline(stream, line);) {
    line.resize(std::min(line.find("// "), line.size()));
    for (std::sregex_iterator one(line.begin(), line.end(), method), end; one != end; ++one) found.insert((*one)[1]);
  }
  return found;
}

TEST(Protocol, HasEachNameThatTheSourcesSpell) {
  std::set<std::string> known = names_of(protocol_commands());
  known.merge(names_of(protocol_events()));
  std::set<std::string> spelled;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(CASEMENT_SOURCE_DIR) / "framework")) {
    const std::string file = entry.path().filename().string();
    if (file == "protocol.cc" || !(file.ends_with(".cc") || file.ends_with(".h"))) continue;
    for (const std::string& name : spelled_in(entry.path())) {
      if (name == "Input.dispatch") continue;  // what several begin with
      EXPECT_TRUE(known.contains(name)) << entry.path() << " spells " << name << ", which cdp/protocol.cc has not";
      spelled.insert(name);
    }
  }
  for (const std::string& name : known) EXPECT_TRUE(spelled.contains(name)) << name << " is used nowhere";
}

TEST(Protocol, HasARowForEachAnswerThatIsRead) {
  const std::set<std::string> known = names_of(protocol_commands());
  for (const ReplyShape& shape : reply_shapes()) EXPECT_TRUE(known.contains(std::string(shape.method))) << shape.method;
}

TEST(Protocol, FindsAParameterThatIsNotThere) {
  EXPECT_EQ(protocol_fault({"", "Page.navigate", {{"url", "about:blank"}}, nullptr}), "");
  EXPECT_EQ(protocol_fault({"", "Page.navigate", {{"address", "about:blank"}}, nullptr}),
            "Page.navigate has no parameter 'address' in cdp/protocol.cc");
  EXPECT_EQ(protocol_fault({"", "Page.navigate", {{"ur", "about:blank"}}, nullptr}),
            "Page.navigate has no parameter 'ur' in cdp/protocol.cc");
}

}  // namespace
}  // namespace casement::cdp
