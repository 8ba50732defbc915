// Expectations whose news does not come: the last look finds what is there, and says that nobody told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <sstream>

#include "casement/api/engine.h"
#include "casement/api/page.h"
#include "casement/browser/host/attach_transport.h"
#include "casement/browser/host/browser_session.h"
#include "casement/expect/last_look.h"
#include "casement/fixtures/evidence.h"
#include "casement/reports/html.h"
#include "casement/reports/json_lines.h"
#include "casement/reports/junit.h"
#include "specs/unit/reports/replay.h"
#include "specs/wire/silent_page.h"

namespace casement {
namespace {

using namespace std::chrono_literals;
using specs::ScriptedPage;
using specs::SilentPage;
using testing::HasSubstr;

class MissedChanges : public testing::Test {
 protected:
  MissedChanges() {
    if (const char* set = std::getenv(kMissedChangesVariable)) before_ = set;
    ::unsetenv(kMissedChangesVariable);
  }
  ~MissedChanges() override {
    if (before_) ::setenv(kMissedChangesVariable, before_->c_str(), 1);
  }

 private:
  std::optional<std::string> before_;
};

TEST_F(MissedChanges, AreFoundByALastLookAndCounted) {
  SilentPage p(SilentPage::Tells::Never);
  p.expect_shown();
  EXPECT_EQ(p.looks, 2);
  ASSERT_EQ(p.page.notes().missed_changes.size(), 1u);
  EXPECT_NE(p.page.notes().missed_changes[0].find("text \"Declined\" to be shown"), std::string::npos);
}

TEST_F(MissedChanges, AreAnErrorOnRequest) {
  SilentPage p(SilentPage::Tells::Never);
  ::setenv(kMissedChangesVariable, "fail", 1);
  try {
    p.expect_shown();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Internal);
  }
  ::unsetenv(kMissedChangesVariable);
}

TEST_F(MissedChanges, AreNotCountedIfTheNewsWasOnItsWay) {
  SilentPage p(SilentPage::Tells::WithTheLastLook);
  p.expect_shown();
  EXPECT_TRUE(p.page.notes().missed_changes.empty());
}

// From the wait to what people and programs read of the test.
TEST_F(MissedChanges, AreInEveryReportOfTheTest) {
  SilentPage p(SilentPage::Tells::Never);
  p.expect_shown();
  results::Case done;
  done.suite = "Cart";
  done.name = "Declines";
  Page page = page_of(p.page);
  specs::Script script;
  script.on_sent = [&](const Json& command) {
    script.say({{"id", command.at("id")}, {"result", {{"product", "Chrome/1"}, {"browserContextId", "C1"}}}});
  };
  const auto browser = attach_transport(std::make_unique<specs::ScriptedTransport>(script), specs::soon());
  keep_evidence("", page, *browser, {done, false});
  EXPECT_EQ(done.missed_changes, 1u);
  const std::string told = "missed change: text \"Declined\" to be shown is true, but no event reported it";
  EXPECT_THAT(done.warnings, testing::ElementsAre(HasSubstr(told)));

  results::Run run;
  run.suites.push_back({"Cart", "", {done}});
  EXPECT_THAT(reports::junit_xml(run),
              AllOf(HasSubstr("<property name=\"missed_changes\" value=\"1\"/>"), HasSubstr("missed change: text ")));
  EXPECT_THAT(reports::html_page(run), HasSubstr("missed change: text "));
  std::ostringstream lines;
  reports::JsonLinesSink sink(lines);
  reports::replay(run, sink);
  EXPECT_THAT(lines.str(), AllOf(HasSubstr("\"missed_changes\":1"), HasSubstr("missed change: text ")));
}

TEST(PageFailure, EndsThePageWithAnInternalErrorAndNotItsConnection) {
  ScriptedPage p;
  const cdp::Connection::EngineLock lock(p.connection);
  const cdp::Call call = p.connection.send({"S", "Runtime.evaluate"});
  p.connection.apply(p.page.on_failure(Error(ErrorKind::Internal, "Casement failed at Page.frameAttached")));
  ASSERT_TRUE(call.done());
  EXPECT_EQ(call.reply().error->kind(), ErrorKind::Internal);
  EXPECT_TRUE(p.page.closed());
  try {
    await_shown(p.page, Target("text \"Declined\""), WaitBudget(5s));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Internal);
    EXPECT_EQ(error.message(), "Casement failed at Page.frameAttached");
  }
  const cdp::Call other = p.connection.send({"", "Browser.getVersion"});
  EXPECT_FALSE(other.done());
  EXPECT_FALSE(p.connection.lost());
}

}  // namespace
}  // namespace casement
