// Pages and contexts that are closed in the middle of everything: what Chrome answers afterwards finds
// nobody, harms nobody, and the browser goes on.
#include <casement/casement.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

#include "casement/api/engine.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/host/attach_transport.h"
#include "casement/browser/host/browser_session.h"
#include "casement/browser/page/page_session.h"
#include "casement/process/chrome_process.h"
#include "casement/site/site_server.h"
#include "casement/transport/pipe.h"
#include "specs/support/withholding_transport.h"

namespace {

using namespace casement;
using specs::Silence;
using specs::WithholdingTransport;

constexpr std::chrono::seconds kPatience{30};

// A page that uses what is asked about by itself: an element with internals, a closed root.
constexpr const char* kElements =
    "data:text/html,<x-e>1</x-e><div id=d></div><script>customElements.define('x-e', class extends HTMLElement {"
    "constructor() { super(); this.attachInternals().role = 'button' }});"
    "d.attachShadow({mode: 'closed'}).innerHTML = '<button>In</button>'</script>"
    "<button onclick='alert(1)'>Ask</button><button onclick=\"window.open('about:blank')\">Window</button>";

// Goes through every sort of exchange with a page.
void use(Page page) {
  page.open("http://shop.test/checkout");
  page.snapshot();
  page.network().route("http://api.pay.test/*",
                       [](const RouteRequest&) { return RouteAnswer::proceed().after(Milliseconds{20}); });
  page.fill(R"(textbox "Card number")", "4242 4242 4242 4242");
  page.check(R"(checkbox "I accept the terms")");
  page.click(R"(textbox "CVC")");
  page.evaluate("1 + 1");
  expect(page).shows(R"(button "Pay €42.00")");
  page.screenshot();
  page.open(kElements);
  page.snapshot();
  page.click(R"(button "Ask")");
  page.click(R"(button "Window")");
  page.set_default_timeout(Milliseconds{1});
  try {
    expect(page).shows("text \"never\"");
  } catch (const Error&) {
    // What is waited for in vain leaves its question in the page.
  }
}

class Lifetimes : public testing::TestWithParam<int> {
 protected:
  Lifetimes() : site(CASEMENT_SOURCE_DIR "/pages/checkout") {
    LaunchOptions options;
    options.host_resolver_rules = site.host_resolver_rules();
    process = ChromeProcess::start(options);
    auto pipe = std::make_unique<PipeTransport>(process->take_read_end(), process->take_write_end());
    browser =
        attach_transport(std::make_unique<WithholdingTransport>(std::move(pipe), silence), Deadline::in(kPatience));
  }

  SiteServer site;
  std::unique_ptr<ChromeProcess> process;
  Silence silence;
  std::unique_ptr<BrowserSession> browser;
};

// Each of several tests takes its part of the points, so that they can run side by side.
constexpr int kParts = 2;

// Between two points of a test; with CASEMENT_EVERY_POINT in the environment none is left out.
int stride() {
  return std::getenv("CASEMENT_EVERY_POINT") != nullptr ? kParts : 32;
}

TEST_P(Lifetimes, APageThatIsClosedAtAnyPointIsNeverCalledAgain) {
  bool is_within = true;
  int points = 0;
  for (int commands = 1 + GetParam(); is_within; commands += stride()) {
    ContextSession& context = browser->new_context({}, Deadline::in(kPatience));
    PageSession& target = context.new_page(Deadline::in(kPatience));
    Page page = page_of(target);
    silence.begin_after(commands, target.session());
    try {
      use(page);
    } catch (const Error& error) {
      ASSERT_NE(error.kind(), ErrorKind::Internal) << "after " << commands << ": " << error.what();
    }
    browser->close_context(context, Deadline::in(kPatience));
    is_within = silence.end();
    ++points;
    // All that was held back arrives before this answer.
    ContextSession& next = browser->new_context({}, Deadline::in(kPatience));
    EXPECT_EQ(page_of(next.new_page(Deadline::in(kPatience))).evaluate("6 * 7"), 42) << "after " << commands;
    browser->close_context(next, Deadline::in(kPatience));
  }
  EXPECT_GT(points, 10);
  RecordProperty("points", points);
  for (const std::string& line : browser->transcript(100000)) {
    EXPECT_EQ(line.find("internal error"), std::string::npos) << line;
  }
}

INSTANTIATE_TEST_SUITE_P(Part, Lifetimes, testing::Range(0, kParts));

}  // namespace
