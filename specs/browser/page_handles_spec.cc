// A Page is a handle: it may outlive the page, the context and the browser, and says so.
#include <casement/casement.h>
#include <gtest/gtest.h>

#include <functional>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "casement/api/engine.h"
#include "casement/api/mouse.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/host/browser_session.h"

namespace {

using namespace casement;

constexpr std::chrono::seconds kHandlePatience{30};

Deadline in_time() {
  return Deadline::in(kHandlePatience);
}

std::string kind_of(const std::function<void()>& call) {
  try {
    call();
    return "no error";
  } catch (const Error& error) {
    return std::string(to_string(error.kind()));
  }
}

const std::vector<std::function<void(Page&)>>& calls_of_a_page() {
  static const std::vector<std::function<void(Page&)>> calls = {
      [](Page& page) { page.open("about:blank"); },
      [](Page& page) { page.reload(); },
      [](Page& page) { page.title(); },
      [](Page& page) { page.click("button"); },
      [](Page& page) { page.drag("button", "link"); },
      [](Page& page) { page.evaluate("1"); },
      [](Page& page) { page.snapshot(); },
      [](Page& page) { page.dom(); },
      [](Page& page) { page.screenshot(); },
      [](Page& page) { page.count("button"); },
      [](Page& page) { page.shows("button"); },
      [](Page& page) { page.frames().all(); },
      [](Page& page) { page.back(); },
      [](Page& page) { page.wait_for_load(); },
      [](Page& page) { page.network().route("*", RouteAnswer::proceed()); },
      [](Page& page) { page.clipboard(); },
      [](Page& page) { expect(page).shows("button"); },
      [](Page& page) { expect(page).never().shows("button"); },
      [](Page& page) { Mouse(page).move(1, 1); },
  };
  return calls;
}

// Calls that are answered from memory, so that a page which Chrome has closed still answers them.
const std::vector<std::function<void(Page&)>>& records_of_a_page() {
  static const std::vector<std::function<void(Page&)>> calls = {
      [](Page& page) { page.url(); },
      [](Page& page) { page.console().texts(); },
      [](Page& page) { page.network().requests(); },
      [](Page& page) { page.dialogs().texts(); },
      [](Page& page) { page.downloads().all(); },
      [](Page& page) { page.popups(); },
      [](Page& page) { page.console().errors(); },
      [](Page& page) { page.frames().failures(); },
      [](Page& page) { page.last_action(); },
      [](Page& page) { page.default_timeout(); },
      [](Page& page) { page.set_default_timeout(Milliseconds{1000}); },
      [](Page& page) { page.dialogs().answer([](const DialogRecord&) { return DialogAnswer{}; }); },
      [](Page& page) { page.network().record_har(); },
      [](Page& page) { page.network().har(); },
      [](Page& page) { page.next_request("*"); },
      [](Page& page) { page.next_popup(); },
      [](Page& page) { page.next_navigation(); },
      [](Page& page) { engine_of(page); },
  };
  return calls;
}

void expect_closed(Page page) {
  EXPECT_TRUE(page.closed());
  int number = 0;
  for (const auto& call : calls_of_a_page()) {
    EXPECT_EQ(kind_of([&] { call(page); }), "session_closed") << "call " << number;
    ++number;
  }
}

void expect_gone(Page page) {
  expect_closed(page);
  int number = 0;
  for (const auto& call : records_of_a_page()) {
    EXPECT_EQ(kind_of([&] { call(page); }), "session_closed") << "record " << number;
    ++number;
  }
}

class PageHandles : public testing::Test {
 protected:
  std::unique_ptr<BrowserSession> browser = BrowserSession::launch({}, in_time());
  ContextSession& context = browser->new_context({}, in_time());
  Page page = page_of(context.new_page(in_time()));
};

TEST_F(PageHandles, ReportThatTheContextIsClosed) {
  const Page copy = page;
  Mouse mouse(page);
  auto request = page.next_request("*");
  auto popup = page.next_popup();
  auto navigation = page.next_navigation();
  PageExpectation expectation = expect(page);
  EXPECT_FALSE(page.closed());
  browser->close_context(context, in_time());
  expect_gone(page);
  expect_gone(copy);
  EXPECT_EQ(kind_of([&] { mouse.down(); }), "session_closed");
  EXPECT_EQ(kind_of([&] { request.get(); }), "session_closed");
  EXPECT_EQ(kind_of([&] { popup.get(); }), "session_closed");
  EXPECT_EQ(kind_of([&] { navigation.get(); }), "session_closed");
  EXPECT_EQ(kind_of([&] { expectation.shows("button"); }), "session_closed");
  Page next = page_of(browser->new_context({}, in_time()).new_page(in_time()));
  EXPECT_EQ(next.evaluate("1 + 1"), 2);
}

TEST_F(PageHandles, ReportThatTheBrowserHasGone) {
  const Page copy = page;
  browser.reset();
  expect_gone(page);
  expect_gone(copy);
}

TEST_F(PageHandles, ReportThatThePageIsClosed) {
  const Page copy = page;
  page.close();
  expect_closed(page);
  expect_closed(copy);
  EXPECT_EQ(page.url(), "about:blank");
}

TEST_F(PageHandles, ReportThatAScriptHasClosedThePage) {
  auto opened = page.next_popup();
  page.evaluate("window.child = window.open('about:blank'); 0");
  Page popup = opened.get();
  auto from_popup = popup.next_navigation();
  page.evaluate("child.close(); 0");
  EXPECT_EQ(kind_of([&] { from_popup.get(kHandlePatience); }), "session_closed");
  expect_closed(popup);
  EXPECT_EQ(page.popups().size(), 1U);
  expect_closed(page.popups().front());
  browser->close_context(context, in_time());
  expect_gone(popup);
}

TEST_F(PageHandles, AreClosedAfterAMove) {
  Page other = std::move(page);
  EXPECT_FALSE(other.closed());
  expect_gone(page);  // NOLINT(bugprone-use-after-move): what it says is the claim
  page = other;
  EXPECT_FALSE(page.closed());
}

// Calls go on in one thread while another thread closes their context.
TEST_F(PageHandles, EndTheirCallsIfAnotherThreadClosesTheContext) {
  const std::vector<std::function<void(Page&)>> calls = {
      [](Page& one) { one.url(); },
      [](Page& one) { one.snapshot(); },
      [](Page& one) { one.evaluate("new Promise(resolve => setTimeout(resolve))"); },
      [](Page& one) { one.shows("button"); },
      [](Page& one) { one.click("button", {.timeout = Milliseconds{1}}); },
      [](Page& one) { expect(one).within(Milliseconds{1}).shows("button"); },
      [](Page& one) { one.next_request("*").get(Milliseconds{1}); },
  };
  for (std::size_t i = 0; i < calls.size(); ++i) {
    SCOPED_TRACE(i);
    ContextSession& own = browser->new_context({}, in_time());
    Page one = page_of(own.new_page(in_time()));
    std::promise<void> begun;
    std::future<std::string> end = std::async(std::launch::async, [&] {
      begun.set_value();
      std::string kind;
      do {
        kind = kind_of([&] { calls[i](one); });
      } while (kind == "no error" || kind == "not_found" || kind == "assertion" || kind == "timeout");
      return kind;
    });
    begun.get_future().wait();
    browser->close_context(own, in_time());
    EXPECT_EQ(end.get(), "session_closed");
    EXPECT_TRUE(one.closed());
  }
  EXPECT_EQ(page.evaluate("1 + 1"), 2);
}

}  // namespace
