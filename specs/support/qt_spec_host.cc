// With SPEC_QT=6 (or 5) the tests of a program have their pages in a window of Qt's instead of a Chrome: each
// test adopts the page of an application that shows its site, and leaves it as it was. specs/tools/judge_host counts
// what passes so.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "casement/api/engine.h"
#include "casement/api/page.h"
#include "casement/base/error.h"
#include "casement/base/loopback_port.h"
#include "casement/browser/host/browser_session.h"
#include "casement/browser/page/page_session.h"
#include "casement/fixtures/test_host.h"
#include "casement/servers/process.h"
#include "casement/site/site_folder.h"
#include "casement/site/site_server.h"

namespace casement {
namespace {

constexpr std::chrono::seconds kHostPatience{20};

class QtSpecHost : public TestHost {
 public:
  explicit QtSpecHost(std::string version) : version_(std::move(version)) {}

  std::pair<BrowserSession*, SiteServer*> obtain_browser(const std::string& site) override {
    current_ = &shown_of(site);
    if (current_->program && !has_one_page()) current_->program.reset();
    if (!current_->program) start(*current_);
    browser_ = BrowserSession::adopt(current_->endpoint, patience());
    return {browser_.get(), current_->site.get()};
  }
  PageSession& first_page() override {
    PageSession& first = browser_->find_page("*", patience());
    page_of(first).open("about:blank", {.timeout = kHostPatience});
    first.environment().context->clear_cookies(patience());
    return first;
  }
  void end_test() override { browser_.reset(); }

 private:
  struct Shown {
    std::unique_ptr<SiteServer> site;
    std::unique_ptr<Process> program;
    std::string endpoint;
  };
  static Deadline patience() { return Deadline::in(kHostPatience); }

  Shown& shown_of(const std::string& site) {
    Shown& shown = shown_[site];
    if (!shown.site && !site.empty()) {
      shown.site = std::make_unique<SiteServer>(find_site_folder(site, std::filesystem::current_path()));
    }
    return shown;
  }
  // False where a test has opened more, closed its own, or left it in a state in which it does not answer.
  bool has_one_page() {
    try {
      const auto browser = BrowserSession::adopt(current_->endpoint, patience());
      PageSession& page = browser->find_page("*", Deadline::in(std::chrono::seconds(2)));
      page.evaluate("1", Deadline::in(std::chrono::seconds(2)));
      const cdp::Connection::EngineLock lock(page.connection());
      page.connection().call(
          {page.session(), "Input.dispatchMouseEvent", {{"type", "mouseMoved"}, {"x", 0}, {"y", 0}}, nullptr},
          Deadline::in(std::chrono::seconds(2)));
      return true;
    } catch (const Error&) {
      return false;
    }
  }
  void start(Shown& shown) const {
    const std::string address = "127.0.0.1:" + std::to_string(free_loopback_port());
    shown.endpoint = "http://" + address;
    std::string flags = "--no-sandbox --disable-gpu";
    if (shown.site) flags += " \"--host-resolver-rules=" + shown.site->host_resolver_rules() + "\"";
    shown.program = std::make_unique<Process>(CASEMENT_SOURCE_DIR "/specs/applications/qt_host.py",
                                              ProcessOptions{.arguments = {version_, "about:blank"},
                                                             .environment = {{"QTWEBENGINE_DISABLE_SANDBOX", "1"},
                                                                             {"QTWEBENGINE_REMOTE_DEBUGGING", address},
                                                                             {"QTWEBENGINE_CHROMIUM_FLAGS", flags}},
                                                             .ready_url = shown.endpoint + "/json/version",
                                                             .start_timeout = Milliseconds(30'000)});
  }

  std::string version_;
  std::map<std::string, Shown> shown_;
  Shown* current_ = nullptr;
  std::shared_ptr<BrowserSession> browser_;
};

class InQt : public testing::Environment {
 public:
  void SetUp() override {
    const char* const version = std::getenv("SPEC_QT");
    if (version != nullptr && *version != '\0') set_test_host(std::make_unique<QtSpecHost>(version));
  }
  void TearDown() override { set_test_host(nullptr); }
};

[[maybe_unused]] const testing::Environment* const in_qt = testing::AddGlobalTestEnvironment(new InQt);

}  // namespace
}  // namespace casement
