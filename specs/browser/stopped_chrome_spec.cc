// A Chrome that gets no processor at all, as on a machine that is far too busy: what waits for it says so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <memory>
#include <vector>

#include "casement/api/engine.h"
#include "casement/base/json.h"
#include "casement/browser/host/browser_session.h"
#include "casement/casement.h"
#include "casement/cdp/connection.h"
#include "casement/site/site_server.h"

namespace {

using namespace casement;
using namespace std::chrono_literals;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;

class StoppedChrome : public testing::Test {
 protected:
  void SetUp() override {
    LaunchOptions options;
    options.host_resolver_rules = site_.host_resolver_rules();
    browser_ = BrowserSession::launch(options, Deadline::in(60s));
    const cdp::Connection::EngineLock lock(browser_->connection());
    const Json answer =
        browser_->connection().call({"", "SystemInfo.getProcessInfo", Json::object(), nullptr}, Deadline::in(60s));
    for (const Json& one : answer.at("processInfo")) {
      if (one.at("type") == "browser") process_ = one.at("id");
    }
  }
  void TearDown() override { go_on(); }
  void stop() { ASSERT_EQ(::kill(process_, SIGSTOP), 0); }
  void go_on() { ::kill(process_, SIGCONT); }

  SiteServer site_{CASEMENT_SOURCE_DIR "/pages/elements"};
  std::unique_ptr<BrowserSession> browser_;
  pid_t process_ = -1;
};

TEST_F(StoppedChrome, IsReportedByAnExpectationAndUsedOnceItGoesOn) {
  Page page = page_of(browser_->new_context({}, Deadline::in(60s)).new_page(Deadline::in(60s)));
  page.open("http://elements.test/lists.html");
  stop();
  try {
    expect(page).within(2500ms).shows(R"(text "Nowhere")");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Assertion) << error.full_text();
    EXPECT_THAT(error.trail(), Contains(AllOf(StartsWith("the machine was busy: "), HasSubstr("for its last answer"))));
  }
  go_on();
  expect(page).within(60s).shows(R"(listitem "Blue kettle")");
}

}  // namespace
