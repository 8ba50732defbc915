// Pages that write to their consoles, or ask their server, without end: their own calls end by their deadlines, and
// another page of the same browser goes on; over each channel to Chrome.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <utility>

#include "casement/api/engine.h"
#include "casement/base/unique_fd.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/host/browser_session.h"
#include "casement/casement.h"
#include "casement/process/browser_daemon.h"
#include "casement/process/browser_lease.h"
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

// How Chrome is talked to: over its pipe, or over the websocket of one that several processes share.
enum class Channel { Pipe, SharedBrowser };

const char* name_of(Channel channel) {
  return channel == Channel::Pipe ? "Pipe" : "SharedBrowser";
}

// A shared browser of this process alone: others would suffer with it.
class OwnDaemon {
 public:
  explicit OwnDaemon(LaunchOptions launch) {
    if (::mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("no folder");
    BrowserDaemonOptions options;
    options.state_file = folder_ + "/browser.json";
    options.launch = std::move(launch);
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    stopped_ = UniqueFd(ends[0]);
    running_ = UniqueFd(ends[1]);
    std::promise<void> started;
    std::future<void> has_started = started.get_future();
    thread_ = std::jthread([this, options, started = std::move(started)]() mutable {
      std::optional<BrowserDaemon> daemon;
      try {
        daemon.emplace(options);
      } catch (...) {
        return started.set_exception(std::current_exception());
      }
      started.set_value();
      daemon->run(stopped_.get());
    });
    has_started.get();
  }
  ~OwnDaemon() {
    running_.reset();
    thread_.join();
    std::filesystem::remove_all(folder_);
  }
  std::unique_ptr<BrowserSession> use() const {
    ::setenv(kSharedBrowserVariable, (folder_ + "/browser.json").c_str(), 1);
    std::unique_ptr<BrowserSession> browser = BrowserSession::obtain({}, Deadline::in(kFloodPatience));
    ::unsetenv(kSharedBrowserVariable);
    EXPECT_EQ(browser->note(), "");
    return browser;
  }

 private:
  std::string folder_ = "/tmp/csmspec-XXXXXX";
  UniqueFd stopped_, running_;
  std::jthread thread_;
};

class Floods : public testing::Test {
 protected:
  void begin(Channel channel, const std::string& script) {
    LaunchOptions options;
    options.host_resolver_rules = site_.host_resolver_rules();
    if (channel == Channel::SharedBrowser) {
      kept_.emplace(options);
      browser_ = kept_->use();
    } else {
      browser_ = BrowserSession::launch(options, Deadline::in(kFloodPatience));
    }
    context_ = &browser_->new_context({}, Deadline::in(kFloodPatience));
    site_.route("elements.test", "/flood",
                answers_text("<!doctype html><h1>Flood</h1><script>const line = 'x'.repeat(100000);"
                             "const turns = new MessageChannel();"
                             "turns.port1.onmessage = () => { " +
                                 script + "; turns.port2.postMessage(0); }; turns.port2.postMessage(0)</script>",
                             200, "text/html"));
  }
  // On a busy machine what Chrome has written until its console is off takes long to be read.
  Page new_page() {
    Page made = page_of(context_->new_page(Deadline::in(kFloodPatience)));
    made.set_default_timeout(specs::soon(milliseconds(10'000)));
    return made;
  }
  Page page_of_another_user() {
    Page made = page_of(browser_->new_context({}, Deadline::in(kFloodPatience)).new_page(Deadline::in(kFloodPatience)));
    made.set_default_timeout(specs::soon(milliseconds(10'000)));
    return made;
  }
  // It is opened in time, or what kept it is told.
  void open_flood(Page& page) {
    try {
      page.open("http://elements.test/flood", {.timeout = specs::soon(milliseconds(3000))});
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Timeout) << error.full_text();
      EXPECT_THAT(error.full_text(), HasSubstr("Chrome sends events faster than Casement can read them: "));
    }
  }
  // Another page is opened, read and clicked meanwhile.
  void expect_usable(Page& page) {
    for (int i = 0; i < 3; ++i) {
      page.open("http://elements.test/lists.html", {.timeout = specs::soon(milliseconds(5000))});
      EXPECT_THAT(page.snapshot().text(), HasSubstr("Blue kettle"));
      page.click("css=body");
    }
  }

 private:
  SiteServer site_{CASEMENT_SOURCE_DIR "/pages/elements"};
  std::optional<OwnDaemon> kept_;  // outlives who uses it
  std::unique_ptr<BrowserSession> browser_;
  ContextSession* context_ = nullptr;
};

class APageThatFloods : public Floods, public testing::WithParamInterface<std::tuple<Channel, FloodOfAPage>> {
 protected:
  // As root Chrome gives its own threads a higher priority than its pages', which helps it; users have no such right,
  // nor has what this thread starts.
  void SetUp() override {
    const auto begin_as_user = [this] {
      ::prctl(PR_CAPBSET_DROP, CAP_SYS_NICE);
      begin(std::get<0>(GetParam()), std::get<1>(GetParam()).script);
    };
    std::async(std::launch::async, begin_as_user).get();
  }
};

TEST_P(APageThatFloods, DoesNotDelayAnotherPage) {
  Page flood = new_page(), other = new_page();
  open_flood(flood);
  expect_usable(other);
}

TEST_P(APageThatFloods, HasItsConsoleReadAgainInItsNextDocument) {
  Page flood = new_page();
  open_flood(flood);
  Page other = new_page();
  other.open("http://elements.test/lists.html", {.timeout = specs::soon(milliseconds(5000))});
  flood.open("http://elements.test/lists.html", {.timeout = specs::soon(milliseconds(5000))});
  // More than once: what Chrome still had to say of the other document may have turned the console off once more.
  flood.evaluate("setInterval(() => console.log('quiet now'), 500), 0");
  expect(flood).console("quiet now");
  EXPECT_THAT(flood.snapshot().text(), HasSubstr("Blue kettle"));
}

INSTANTIATE_TEST_SUITE_P(Each, APageThatFloods,
                         testing::Combine(testing::Values(Channel::Pipe, Channel::SharedBrowser),
                                          testing::ValuesIn(kFloods)),
                         [](const auto& flood) {
                           return std::get<1>(flood.param).name + std::string("Over") +
                                  name_of(std::get<0>(flood.param));
                         });

class ThreePagesThatFlood : public Floods, public testing::WithParamInterface<Channel> {
 protected:
  void SetUp() override { begin(GetParam(), kFloods[0].script); }
};

TEST_P(ThreePagesThatFlood, DoNotDelayAnotherPage) {
  Page first = new_page(), second = new_page(), third = page_of_another_user(), other = new_page();
  for (Page* flood : {&first, &second, &third}) open_flood(*flood);
  expect_usable(other);
  // A page that is closed floods nobody.
  first.close();
  expect_usable(other);
}

INSTANTIATE_TEST_SUITE_P(Over, ThreePagesThatFlood, testing::Values(Channel::Pipe, Channel::SharedBrowser),
                         [](const auto& channel) { return name_of(channel.param); });

}  // namespace
