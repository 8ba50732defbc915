#include "casement/process/find_chrome.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "casement/base/error.h"

namespace casement {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// A machine made of three tables.
struct FakeMachine {
  std::map<std::string, std::string> environment{{"PATH", "/usr/local/bin::/usr/bin"}};
  std::set<std::string> programs;
  std::map<std::string, std::string> links;

  BrowserLookup lookup() const {
    return {[this](const std::string& name) -> std::optional<std::string> {
              const auto found = environment.find(name);
              if (found == environment.end()) return std::nullopt;
              return found->second;
            },
            [this](const std::string& path) { return programs.count(path) > 0; },
            [this](const std::string& path) {
              const auto found = links.find(path);
              return found == links.end() ? path : found->second;
            }};
  }
};

std::string failure_of(const FakeMachine& machine) {
  try {
    find_browser(machine.lookup());
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Environment);
    return error.what();
  }
  return "found one";
}

TEST(FindBrowser, PrefersTheHeadlessShell) {
  FakeMachine machine;
  machine.programs = {"/usr/bin/chromium", "/usr/local/bin/chromium-headless-shell"};
  const FoundBrowser browser = find_browser(machine.lookup());
  EXPECT_EQ(browser.path, "/usr/local/bin/chromium-headless-shell");
  EXPECT_EQ(browser.kind, BrowserKind::HeadlessShell);
}

TEST(FindBrowser, FallsBackToChromiumAndThenToChrome) {
  FakeMachine machine;
  machine.programs = {"/usr/bin/google-chrome"};
  EXPECT_EQ(find_browser(machine.lookup()).path, "/usr/bin/google-chrome");
  machine.programs.insert("/usr/local/bin/chromium");
  EXPECT_EQ(find_browser(machine.lookup()).path, "/usr/local/bin/chromium");
  EXPECT_EQ(find_browser(machine.lookup()).kind, BrowserKind::Chrome);
}

TEST(FindBrowser, StartsTheProgramBehindDebiansWrapper) {
  FakeMachine machine;
  machine.programs = {"/usr/bin/chromium-headless-shell", "/usr/lib/chromium/chromium-headless-shell"};
  EXPECT_EQ(find_browser(machine.lookup()).path, "/usr/lib/chromium/chromium-headless-shell");
}

TEST(FindBrowser, KeepsTheScriptIfTheProgramIsElsewhere) {
  FakeMachine machine;
  machine.programs = {"/usr/bin/chromium"};
  EXPECT_EQ(find_browser(machine.lookup()).path, "/usr/bin/chromium");
}

TEST(FindBrowser, FollowsLinksToTheWrapper) {
  FakeMachine machine;
  machine.programs = {"/usr/bin/google-chrome", "/opt/google/chrome/chrome"};
  machine.links = {{"/usr/bin/google-chrome", "/opt/google/chrome/google-chrome"}};
  EXPECT_EQ(find_browser(machine.lookup()).path, "/opt/google/chrome/chrome");
}

TEST(FindBrowser, KeepsTheNameOfALinkToALauncher) {
  FakeMachine machine;
  machine.programs = {"/usr/bin/chromium"};
  machine.links = {{"/usr/bin/chromium", "/usr/bin/snap"}};
  EXPECT_EQ(find_browser(machine.lookup()).path, "/usr/bin/chromium");
}

TEST(FindBrowser, TakesTheVariableFirst) {
  FakeMachine machine;
  machine.environment["CASEMENT_BROWSER"] = "/opt/mine/headless_shell";
  machine.programs = {"/usr/bin/chromium", "/opt/mine/headless_shell"};
  const FoundBrowser browser = find_browser(machine.lookup());
  EXPECT_EQ(browser.path, "/opt/mine/headless_shell");
  EXPECT_EQ(browser.kind, BrowserKind::HeadlessShell);
}

TEST(FindBrowser, LooksUpABareNameInTheVariable) {
  FakeMachine machine;
  machine.environment["CASEMENT_BROWSER"] = "brave";
  machine.programs = {"/usr/bin/brave"};
  EXPECT_EQ(find_browser(machine.lookup()).path, "/usr/bin/brave");
}

TEST(FindBrowser, FailsIfTheVariableIsWrong) {
  FakeMachine machine;
  machine.programs = {"/usr/bin/chromium"};
  machine.environment["CASEMENT_BROWSER"] = "/no/such/chrome";
  EXPECT_THAT(failure_of(machine),
              AllOf(HasSubstr("CASEMENT_BROWSER is \"/no/such/chrome\""), HasSubstr("can be run")));
  machine.environment["CASEMENT_BROWSER"] = "crome";
  EXPECT_THAT(failure_of(machine), AllOf(HasSubstr("\"crome\""), HasSubstr("PATH")));
}

TEST(FindBrowser, ReportsWhereItLookedAndWhatHelps) {
  EXPECT_THAT(failure_of(FakeMachine{}),
              AllOf(HasSubstr("chromium-headless-shell, chromium, google-chrome"), HasSubstr("/usr/local/bin:/usr/bin"),
                    HasSubstr("apt-get install"), HasSubstr("CASEMENT_BROWSER")));
}

TEST(FindBrowser, IgnoresFoldersAndPlainFilesOnThisMachine) {
  const BrowserLookup lookup = BrowserLookup::of_this_machine();
  EXPECT_TRUE(lookup.is_executable("/bin/sh"));
  EXPECT_FALSE(lookup.is_executable("/bin"));
  EXPECT_FALSE(lookup.is_executable("/etc/passwd"));
  EXPECT_FALSE(lookup.is_executable("/no/such/file"));
}

}  // namespace
}  // namespace casement
