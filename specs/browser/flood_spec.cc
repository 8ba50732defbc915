// A page that writes to its console, or asks its server, without end: its own calls end by their
// deadlines, and another page of the same browser goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "casement/api/casement.h"
#include "casement/browser/browser.h"
#include "casement/site/site_server.h"
#include "specs/support/patience.h"

namespace {

using namespace casement;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;

struct FloodOfAPage {
  const char* name;
  const char* script;  // runs once in each turn of the event loop
  friend void PrintTo(const FloodOfAPage& flood, std::ostream* out) { *out << flood.name; }
};

const FloodOfAPage kFloods[] = {
    {"Lines", "for (let i = 0; i < 20; ++i) console.log(line)"},
    {"ShortLines", "for (let i = 0; i < 200; ++i) console.log('x')"},
    {"Warnings", "for (let i = 0; i < 20; ++i) console.warn(line)"},
    {"Requests", "for (let i = 0; i < 20; ++i) fetch('data:text/plain,' + i)"},
    {"Addresses", "history.replaceState(0, '', '?' + Math.random())"},
};

constexpr seconds kFloodPatience{60};

// A browser of its own: others would suffer with it.
class APageThatFloods : public testing::TestWithParam<FloodOfAPage> {
 protected:
  void SetUp() override {
    LaunchOptions options;
    options.host_resolver_rules = site_.host_resolver_rules();
    browser_ = Browser::launch(options, Deadline::in(kFloodPatience));
    context_ = &browser_->new_context({}, Deadline::in(kFloodPatience));
    page_.emplace(context_->new_page(Deadline::in(kFloodPatience)));
    site_.route(
        "elements.test", "/flood",
        answers_text(std::string("<!doctype html><h1>Flood</h1><script>const line = 'x'.repeat(100000);"
                                 "const turns = new MessageChannel();"
                                 "turns.port1.onmessage = () => { ") +
                         GetParam().script + "; turns.port2.postMessage(0); }; turns.port2.postMessage(0)</script>",
                     200, "text/html"));
  }
  Context& context() { return *context_; }
  Page& page() { return *page_; }
  // On a busy machine what Chrome has written until its console is off takes long to be read.
  Page another_page() {
    Page other(context().new_page(Deadline::in(kFloodPatience)));
    other.set_default_timeout(specs::soon(milliseconds(10'000)));
    return other;
  }
  // It is opened in time, or what kept it is told.
  void open_flood() {
    try {
      page().open("http://elements.test/flood", {.timeout = specs::soon(milliseconds(3000))});
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Timeout) << error.full_text();
      EXPECT_THAT(error.full_text(), HasSubstr("Chrome sends more than can be read: "));
    }
  }

  SiteServer site_{CASEMENT_SOURCE_DIR "/pages/elements"};
  std::unique_ptr<Browser> browser_;
  Context* context_ = nullptr;
  std::optional<Page> page_;
};

TEST_P(APageThatFloods, DoesNotHoldUpAnotherPage) {
  Page other = another_page();
  open_flood();
  for (int i = 0; i < 3; ++i) {
    other.open("http://elements.test/lists.html", {.timeout = specs::soon(milliseconds(5000))});
    EXPECT_THAT(other.snapshot().text(), HasSubstr("Blue kettle"));
    other.click("css=body");
  }
}

TEST_P(APageThatFloods, IsHeardAgainOnceItShowsAnotherDocument) {
  open_flood();
  Page other = another_page();
  other.open("http://elements.test/lists.html", {.timeout = specs::soon(milliseconds(5000))});
  page().open("http://elements.test/lists.html", {.timeout = specs::soon(milliseconds(5000))});
  page().evaluate("console.log('quiet now')");
  expect(page()).console({"quiet now"});
  EXPECT_THAT(page().snapshot().text(), HasSubstr("Blue kettle"));
}

INSTANTIATE_TEST_SUITE_P(Each, APageThatFloods, testing::ValuesIn(kFloods),
                         [](const auto& flood) { return flood.param.name; });

}  // namespace
