// What users hold: browsers, contexts, pages and elements are values that outlive what they name, and say so.
#include <casement/testing.h>

#include <functional>
#include <optional>

#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"

namespace {

using namespace casement;

ErrorKind kind_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.kind();
  }
  ADD_FAILURE() << "nothing was thrown";
  return ErrorKind::Internal;
}

TEST(Handles, OutliveTheirContextAndReportThatItIsClosed) {
  const Browser browser = Browser::launch();
  const Context context = browser.new_context({.locale = "en-IE"});
  const Page page = context.new_page();
  const Element heading = page.find("heading 'Teas'");
  page.open("data:text/html,<h1>Teas</h1>");
  expect(heading).shows();
  EXPECT_EQ(page.context().id(), context.id());
  EXPECT_EQ(context.pages().size(), 1u);
  context.close();
  EXPECT_TRUE(context.closed());
  EXPECT_TRUE(page.closed());
  EXPECT_EQ(kind_of([&] { context.new_page(); }), ErrorKind::SessionClosed);
  EXPECT_EQ(kind_of([&] { context.close(); }), ErrorKind::SessionClosed);
  EXPECT_EQ(kind_of([&] { page.title(); }), ErrorKind::SessionClosed);
  EXPECT_EQ(kind_of([&] { page.network().requests(); }), ErrorKind::SessionClosed);
  EXPECT_EQ(kind_of([&] { heading.click(); }), ErrorKind::SessionClosed);
  EXPECT_EQ(kind_of([&] { expect(heading).shows(); }), ErrorKind::SessionClosed);
  const Page next = browser.new_context().new_page();
  next.open("data:text/html,<title>again</title>");
  EXPECT_EQ(next.title(), "again");
}

TEST(Handles, TheLastCopyOfABrowserClosesChrome) {
  std::optional<Browser> browser = Browser::launch();
  std::optional<Browser> copy = browser;
  const Context context = browser->new_context();
  const Page page = context.new_page();
  browser.reset();
  EXPECT_FALSE(page.closed());
  EXPECT_EQ(page.evaluate("1 + 1"), 2);
  copy.reset();
  EXPECT_TRUE(page.closed());
  EXPECT_TRUE(context.closed());
  EXPECT_EQ(kind_of([&] { page.snapshot(); }), ErrorKind::SessionClosed);
}

TEST(Handles, RefuseTimesBeforeNow) {
  const Browser browser = Browser::launch();
  EXPECT_EQ(kind_of([&] { browser.new_context({}, -1s); }), ErrorKind::Usage);
  EXPECT_EQ(kind_of([&] { browser.new_context().new_page(-1s); }), ErrorKind::Usage);
}

TEST(Handles, AUserThatTimesOutIsNotAdded) {
  const Browser browser = Browser::launch();
  Users users(browser);
  EXPECT_EQ(kind_of([&] { users.at("guest", 1ms); }), ErrorKind::Timeout);  // no page is there so soon
  EXPECT_TRUE(users.names().empty());
  EXPECT_EQ(users.at("guest").page().evaluate("1 + 1"), 2);
  const Page page = users.at("guest").page();
  users.close();
  EXPECT_TRUE(page.closed());
  EXPECT_TRUE(users.names().empty());
}

class Elements : public BrowserTest {};

// As a page object has it.
struct Search {
  explicit Search(const Page& shown) : page(shown) {}
  void find(const std::string& tea) const {
    field.fill(tea);
    page.find(role("button", "Search")).click();
  }

  Page page;
  Element field = page.find(label("Tea"));
};

TEST_F(Elements, AreSearchedAnewByEachCall) {
  page().open(
      "data:text/html,<label>Tea <input></label><button onclick=\"document.querySelector('ul').innerHTML ="
      "'<li>' + document.querySelector('input').value + ' <button>Add</button>'\">Search</button>"
      "<ul><li>none</ul>");
  const Search search(page());
  const Element item = page().find("listitem");
  EXPECT_EQ(item.text(), "none");
  for (const std::string tea : {"Assam", "\"quoted\" / it's"}) {
    search.find(tea);
    expect(search.field).value(TextPattern::exact(tea));
    expect(item).text(TextPattern::exact(tea + " Add")).never().text("none");
    expect(item.find("button")).name("Add").state(ElementState::Enabled).count(1);
    item.find(role("button", "Add")).click();
  }
  EXPECT_TRUE(item.shows());
  EXPECT_EQ(item.find("button").target().text(), "button inside listitem");
}

TEST_F(Elements, FailAsTargetsDo) {
  page().open("data:text/html,<button>Pay</button><button>Pay</button>");
  const Element pay = page().find("button 'Pay'");
  EXPECT_EQ(kind_of([&] { pay.click({.timeout = 200ms}); }), ErrorKind::Ambiguous);
  EXPECT_EQ(kind_of([&] { pay.find("link").click({.timeout = 200ms}); }), ErrorKind::NotFound);
  EXPECT_EQ(kind_of([&] { expect(pay).within(200ms).hides(); }), ErrorKind::Assertion);
  page().find(pay.target().last()).click();
}

TEST_F(Elements, AreComparedWithTextsOfAnyLetters) {
  page().open("data:text/html,<p>/teas/</p><h1>Order 17</h1>");
  expect(page())
      .text("css=p", TextPattern::exact("/teas/"))
      .text("heading", "/order \\d+/i")
      .text("heading", "Order 17");
  EXPECT_EQ(kind_of([&] { expect(page()).within(200ms).text("heading", "/teas/"); }), ErrorKind::Assertion);
  EXPECT_EQ(kind_of([&] { expect(page()).text("heading", "/(/"); }), ErrorKind::Authoring);
}

TEST_F(Elements, PartsOfAPageAreValuesThatShareItsState) {
  page().open("data:text/html,<input autofocus aria-label=A><input aria-label=B>");
  const Keyboard keyboard = page().keyboard();
  page().focus("textbox 'A'");
  keyboard.type("tea");
  keyboard.press("Tab");
  keyboard.type("cup");
  expect(page()).value("textbox 'A'", "tea").value("textbox 'B'", "cup");
  page().mouse().move("textbox 'A'");
  page().mouse().down();  // the page has one mouse, wherever it is asked for
  EXPECT_EQ(kind_of([&] { page().mouse().down(); }), ErrorKind::Usage);
  page().mouse().up();
  auto line = page().next_console_line("/^ready/");
  page().evaluate("console.log('ready 7')");
  EXPECT_EQ(line.get().text, "ready 7");
  EXPECT_EQ(page().console().texts().size(), page().console().lines().size());
}

TEST(Handles, PagesKeepATimeoutThatEqualsTheDefault) {
  const Browser browser = Browser::launch();
  const Page page = browser.new_context().new_page();
  EXPECT_EQ(engine_of(page).given_timeout(), std::nullopt);
  page.set_default_timeout(5s);
  EXPECT_EQ(engine_of(page).given_timeout(), 5s);
}

}  // namespace
