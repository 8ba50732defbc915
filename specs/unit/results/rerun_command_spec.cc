#include "casement/results/rerun_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>
#include <filesystem>

namespace casement::results {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
  ~Variable() { ::unsetenv(name_); }

 private:
  const char* name_;
};

TEST(RerunCommand, QuotesWordsForAShell) {
  EXPECT_EQ(shell_word("flows/a.flow.yaml"), "flows/a.flow.yaml");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("it's $HOME"), "'it'\\''s $HOME'");
}

TEST(RerunCommand, AnOptionKeepsAValueThatLooksLikeAnOption) {
  EXPECT_EQ(shell_option("--timeout", "3"), " --timeout 3");
  EXPECT_EQ(shell_option("--chrome-arg", "--lang=de"), " --chrome-arg='--lang=de'");
}

TEST(RerunCommand, LeavesOutAddressesThatMayContainAPassword) {
  EXPECT_EQ(shell_option("--grid", "http://ada:tea@grid.test:4444"), "");
  EXPECT_EQ(shell_option("--cdp-endpoint", "wss://chrome.test/?token=tea"), "");
  EXPECT_EQ(shell_option("--base-url", "http://shop.test/"), " --base-url http://shop.test/");
}

TEST(RerunCommand, BeginsInTheWorkingFolderWithTheVariablesThatDecideResults) {
  const Variable sites("CASEMENT_SITES", "my pages"), none("CASEMENT_PROJECT", ""),
      base("CASEMENT_BASE_URL", "http://a:b@c"), reports("CASEMENT_REPORT_DIR", "out"), chosen("CASEMENT_ENV", "live");
  const std::string prefix = rerun_prefix();
  EXPECT_THAT(prefix, StartsWith("cd " + shell_word(std::filesystem::current_path().string()) + " && CASEMENT_"));
  EXPECT_THAT(prefix, AllOf(HasSubstr(" CASEMENT_SITES='my pages' "), HasSubstr(" CASEMENT_PROJECT='' "),
                            HasSubstr(" CASEMENT_ENV=live ")));
  EXPECT_THAT(prefix, AllOf(Not(HasSubstr("CASEMENT_BASE_URL")), Not(HasSubstr("CASEMENT_REPORT_DIR"))));
  EXPECT_THAT(rerun_prefix(std::array<std::string_view, 1>{"CASEMENT_ENV"}), Not(HasSubstr("CASEMENT_ENV")));
}

}  // namespace
}  // namespace casement::results
