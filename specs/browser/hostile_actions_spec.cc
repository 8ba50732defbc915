// A page that goes wrong in the middle of an action: the action is done or a typed error says why not,
// by its deadline, and the browser goes on.
#include <casement/testing.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "casement/act/picture.h"
#include "casement/api/engine.h"
#include "casement/browser/host/browser_session.h"
#include "casement/browser/page/page_session.h"
#include "specs/support/browser_needs.h"

namespace {

using namespace casement;
using testing::AnyOf;

constexpr std::chrono::seconds kMischiefPatience{30};

struct MischievousAction {
  const char* name;
  const char* event;  // what the page hears of it, and where; "later" comes by itself meanwhile
  void (*act)(Page& page);
};

const MischievousAction kMischievousActions[] = {
    {"click", "mousedown&button", [](Page& page) { page.click("css=#button"); }},
    {"double click", "dblclick&button", [](Page& page) { page.double_click("css=#button"); }},
    {"tap", "touchstart&button", [](Page& page) { page.tap("css=#button"); }},
    {"hover", "pointermove&button", [](Page& page) { page.hover("css=#button"); }},
    {"drag", "pointerup&to", [](Page& page) { page.drag("css=#from", "css=#to"); }},
    {"wheel", "wheel&from", [](Page& page) { page.wheel("css=#from", Point{0, 40}); }},
    {"check", "change&box", [](Page& page) { page.check("css=#box"); }},
    {"fill", "input&field", [](Page& page) { page.fill("css=#field", "new"); }},
    {"clear", "input&field", [](Page& page) { page.clear("css=#field"); }},
    {"type", "keyup&field", [](Page& page) { page.type("css=#field", "several letters"); }},
    {"press", "keydown&field", [](Page& page) { page.press("css=#field", "Enter"); }},
    {"select", "change&list", [](Page& page) { page.select("css=#list", {"Pear"}); }},
    {"upload", "change&file", [](Page& page) { page.upload("css=#file", {CASEMENT_SOURCE_DIR "/LICENSE"}); }},
    {"focus", "focus&field", [](Page& page) { page.focus("css=#field"); }},
    {"dispatch", "shout&field", [](Page& page) { page.dispatch("css=#field", "shout"); }},
    {"evaluate", "shout", [](Page& page) { page.evaluate("dispatchEvent(new Event('shout'))"); }},
    {"picture of an element", "later", [](Page& page) { page.screenshot("css=#moving"); }},
    {"picture", "later",
     [](Page& page) {
       for (int i = 0; i < 8; ++i) page.screenshot({.full_page = true});
     }},
    {"pdf", "beforeprint", [](Page& page) { page.pdf(); }},
    {"expect", "later", [](Page& page) { expect(page).text("css=#to", "Elsewhere"); }},
    {"snapshot", "later",
     [](Page& page) {
       page.evaluate("new Promise(resolve => setTimeout(resolve, 130))");
       for (int i = 0; i < 100; ++i) page.snapshot();
     }},
};

class Mischief : public SiteTest<"actions"> {
 protected:
  // What went wrong with the action, if anything did.
  static std::optional<Error> error_of(Page& page, const MischievousAction& action) {
    try {
      if (std::string_view(action.event) == "later") page.evaluate("later(), 0");
      action.act(page);
    } catch (const Error& error) {
      return error;
    }
    return std::nullopt;
  }
  static std::string address(const std::string& kind, const MischievousAction& action) {
    return "http://actions.test/hostile.html?" + kind + "&" + action.event;
  }
  static void expect_usable(Page& page) {
    page.set_default_timeout(kMischiefPatience);
    try {
      page.open("http://actions.test/workbench.html");
      page.click(R"(button "Press")");
      EXPECT_THAT(page.text("css=#log"), testing::HasSubstr("click 0 1"));
    } catch (const Error& error) {
      ADD_FAILURE() << error.full_text();  // with the trace
    }
  }
};

TEST_F(Mischief, APageThatSpinsEndsTheAction) {
  for (const MischievousAction& action : kMischievousActions) {
    SCOPED_TRACE(action.name);
    Page one = context().new_page(kMischiefPatience);
    one.set_default_timeout(kMischiefPatience);
    one.open(address("spin", action));
    one.set_default_timeout(std::chrono::milliseconds(900));
    const std::optional<Error> error = error_of(one, action);
    ASSERT_TRUE(error);
    EXPECT_THAT(error->kind(), AnyOf(ErrorKind::Timeout, ErrorKind::Assertion)) << error->full_text();
    one.set_default_timeout(kMischiefPatience);
    one.close();
  }
  expect_usable(page());
}

TEST_F(Mischief, APageThatSpinsCanBeLeft) {
  const auto spin = [&] {
    page().open("http://actions.test/hostile.html?spin&click");
    EXPECT_THROW(page().click("css=#button", {.timeout = std::chrono::milliseconds(900)}), Error);
  };
  page().set_default_timeout(kMischiefPatience);
  page().open("http://actions.test/blank.html");
  spin();
  expect_usable(page());
  spin();
  page().reload();
  EXPECT_EQ(page().title(), "Mischief");
  spin();
  page().open("http://guest.test/blank.html");
  EXPECT_EQ(page().title(), "Blank");
  page().open("http://actions.test/blank.html");
  spin();
  ASSERT_TRUE(page().back());
  EXPECT_EQ(page().title(), "Blank");
}

// Crashes the page when it opens a dialog.
void crash_at_dialog(Page& page) {
  page.dialogs().answer([&page](const DialogRecord&) {
    const cdp::Connection::EngineLock lock(engine_of(page).connection());
    engine_of(page).connection().send({engine_of(page).session(), "Page.crash", Json::object(), nullptr});
    return DialogAnswer{};
  });
}

bool is_picture(const MischievousAction& action) {
  return std::string_view(action.name).starts_with("picture");
}

TEST_F(Mischief, APageThatCrashesEndsTheActionAndComesBack) {
  specs::require_own_chrome(page(), "have its dialogs answered");
  crash_at_dialog(page());
  for (const MischievousAction& action : kMischievousActions) {
    SCOPED_TRACE(action.name);
    if (is_picture(action)) continue;  // below
    page().set_default_timeout(kMischiefPatience);
    page().open(address("crash", action));
    if (const auto error = error_of(page(), action)) {
      EXPECT_THAT(error->kind(), AnyOf(ErrorKind::TargetCrashed, ErrorKind::SessionClosed)) << error->full_text();
    }
    expect_usable(page());
  }
}

// Chromium 156 itself falls in one of some ten times where a renderer crashes while its picture is
// taken, at once or with what the page is told next, so each has a browser of its own: its end is
// told, or it goes on.
TEST_F(Mischief, APictureOfAPageThatCrashesIsATypedError) {
  for (const MischievousAction& action : kMischievousActions) {
    if (!is_picture(action)) continue;
    SCOPED_TRACE(action.name);
    LaunchOptions options;
    options.host_resolver_rules = site().host_resolver_rules();
    const auto alone = BrowserSession::launch(options, Deadline::in(kMischiefPatience));
    Page page =
        page_of(alone->new_context({}, Deadline::in(kMischiefPatience)).new_page(Deadline::in(kMischiefPatience)));
    crash_at_dialog(page);
    page.set_default_timeout(kMischiefPatience);
    page.open(address("crash", action));
    try {
      if (const auto error = error_of(page, action)) throw Error(*error);
      page.open("http://actions.test/workbench.html");
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::ConnectionLost) {
        EXPECT_THAT(error.what(), testing::HasSubstr("the connection to the browser was lost"));
        continue;
      }
      EXPECT_THAT(error.kind(), AnyOf(ErrorKind::TargetCrashed, ErrorKind::SessionClosed)) << error.full_text();
      try {
        page.open("http://actions.test/workbench.html");
      } catch (const Error& next) {
        EXPECT_EQ(next.kind(), ErrorKind::ConnectionLost) << next.full_text();
        continue;
      }
    }
    EXPECT_EQ(page.url(), "http://actions.test/workbench.html");
  }
}

TEST_F(Mischief, FiftyDialogsAreNothingToAnAction) {
  std::size_t before = 0;
  for (const MischievousAction& action : kMischievousActions) {
    SCOPED_TRACE(action.name);
    if (std::string_view(action.name) == "expect") continue;  // which nothing here can make come true
    page().set_default_timeout(kMischiefPatience);
    page().open(address("dialogs", action));
    const auto error = error_of(page(), action);
    EXPECT_FALSE(error) << error->full_text();
    expect_usable(page());
    const std::size_t after = page().dialogs().texts().size();
    if (std::string_view(action.event) != "later") {
      EXPECT_EQ(after - before, 50u);
    }
    before = after;
  }
}

TEST_F(Mischief, APageThatIsLeftAgainstItsWillEndsTheAction) {
  for (const MischievousAction& action : kMischievousActions) {
    SCOPED_TRACE(action.name);
    page().set_default_timeout(kMischiefPatience);
    page().open(address("leave", action));
    page().set_default_timeout(std::chrono::seconds(3));
    if (const auto error = error_of(page(), action)) {
      EXPECT_THAT(error->kind(), AnyOf(ErrorKind::NotFound, ErrorKind::FrameGone, ErrorKind::Assertion))
          << error->full_text();
    }
    page().wait_for_url("*?left", {kMischiefPatience});  // not all of these wait for what they set off
    expect_usable(page());
  }
}

TEST_F(Mischief, APageThatRefusesToBeLeftGoesOn) {
  page().dialogs().answer([](const DialogRecord&) { return DialogAnswer{}; });
  for (const MischievousAction& action : kMischievousActions) {
    SCOPED_TRACE(action.name);
    Page one = context().new_page(kMischiefPatience);
    one.dialogs().answer([](const DialogRecord&) { return DialogAnswer{}; });
    one.set_default_timeout(kMischiefPatience);
    one.open(address("leave", action));
    one.click("css=body");  // a page that nobody has touched may not ask
    one.set_default_timeout(std::chrono::seconds(3));
    if (const auto error = error_of(one, action)) {
      EXPECT_EQ(error->kind(), ErrorKind::Assertion) << error->full_text();
    }
    one.dialogs().dismiss();  // which allows to leave
    expect_usable(one);
    one.close();
  }
}

TEST_F(Mischief, APageThatClosesItselfEndsTheAction) {
  page().open("http://actions.test/blank.html");
  for (const MischievousAction& action : kMischievousActions) {
    SCOPED_TRACE(action.name);
    auto opened = page().next_popup();
    page().evaluate("void open('" + address("close", action) + "')");
    Page popup = opened.get(kMischiefPatience);
    popup.set_default_timeout(kMischiefPatience);
    expect(popup).text("css=#moving", "Moving");
    if (const auto error = error_of(popup, action)) {
      EXPECT_EQ(error->kind(), ErrorKind::SessionClosed) << error->full_text();
    }
    try {
      expect(popup).hides("css=#moving");
      ADD_FAILURE() << "it is still open";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::SessionClosed) << error.full_text();
    }
    EXPECT_TRUE(popup.closed());
  }
  expect_usable(page());
}

}  // namespace
