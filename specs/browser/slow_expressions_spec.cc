// A regular expression that is slow on each of thousands of texts, each just within what one comparison may
// take: all together they would take minutes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "casement/api/engine.h"
#include "casement/browser/host/browser_session.h"
#include "casement/casement.h"
#include "specs/support/patience.h"

namespace {

using namespace casement;

constexpr std::chrono::seconds kSlowPatience{60};

// Its page may stay busy with an expression of its own, which is nothing to other specs' browsers.
class SlowExpression : public testing::Test {
 protected:
  void SetUp() override {
    browser_ = BrowserSession::launch({}, Deadline::in(kSlowPatience));
    page_ = page_of(browser_->new_context({}, Deadline::in(kSlowPatience)).new_page(Deadline::in(kSlowPatience)));
    page_->set_default_timeout(kSlowPatience);
    page_->open("about:blank");
    page_->evaluate("document.body.innerHTML = ('<button>' + 'a'.repeat(26) + 'b</button>').repeat(10000); 0");
  }
  static Error error_of(const std::function<void()>& act) {
    try {
      act();
    } catch (const Error& error) {
      return error;
    }
    return {ErrorKind::Internal, "no error"};
  }

  std::unique_ptr<BrowserSession> browser_;
  std::optional<Page> page_;
  const Milliseconds soon_ = specs::soon(Milliseconds(2000));
};

TEST_F(SlowExpression, EndsWithTheExpectationOfASnapshot) {
  const Error error = error_of([&] { expect(*page_).within(soon_).snapshot("- button /^(a|aa)+$/"); });
  EXPECT_EQ(error.kind(), ErrorKind::Assertion) << error.full_text();
  EXPECT_THAT(error.message(), testing::HasSubstr("/^(a|aa)+$/ could not be compared with all texts in time"));
}

TEST_F(SlowExpression, EndsWithTheExpectationOfAnElementAndLeavesThePageUsable) {
  const Error error = error_of([&] { expect(*page_).within(soon_).shows("button /^(a|aa)+$/"); });
  EXPECT_EQ(error.kind(), ErrorKind::Assertion) << error.full_text();
  EXPECT_EQ(page_->evaluate("document.querySelectorAll('button').length"), 10000);
}

}  // namespace
