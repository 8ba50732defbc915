// Renderers of a page with frames of several sites are killed while it opens, at moments that a seed chooses:
// `open` ends by itself, long before its time is over, and the same page opens the next time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "casement/api/engine.h"
#include "casement/browser/host/browser_session.h"
#include "casement/browser/page/page_session.h"
#include "casement/casement.h"
#include "casement/process/process_table.h"
#include "casement/site/site_server.h"

namespace {

using namespace casement;
constexpr std::chrono::seconds kDyingPatience{60};
constexpr const char* kMany = "http://top.test/many";
constexpr int kGuests = 5;

std::string text_of(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A browser of its own: others would suffer with it.
class DyingRenderers : public testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    std::string body = "<!doctype html><title>Many</title><h1>Many</h1><script src=/slow.js></script>";
    const char* const hosts[kGuests] = {"other.test", "far.test", "a.top.test", "other.test", "far.test"};
    for (int i = 0; i < kGuests; ++i) {
      body += "<iframe title=G" + std::to_string(i) + " src='http://" + hosts[i] + "/guest.html?" + std::to_string(i) +
              "'></iframe>";
    }
    body +=
        "<iframe title=Own srcdoc='<button>Own</button>'></iframe><img "
        "src=/dot.png><script>fetch('/words.txt')</script>";
    site_.route("top.test", "/many", answers_text(body, 200, "text/html"));
    site_.route("top.test", "/slow.js", answers_text("0", 200, "text/javascript"));
    LaunchOptions options;
    options.host_resolver_rules = site_.host_resolver_rules();
    browser_ = BrowserSession::launch(options, Deadline::in(kDyingPatience));
  }
  // Of browsers that this process has started.
  static std::vector<pid_t> renderers() {
    std::vector<pid_t> found;
    for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
      std::ifstream children(thread.path() / "children");
      for (pid_t child; children >> child;) {
        for (const pid_t process : live_processes(child, "")) {
          if (text_of("/proc/" + std::to_string(process) + "/cmdline").find("--type=renderer") != std::string::npos)
            found.push_back(process);
        }
      }
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  SiteServer site_{CASEMENT_SOURCE_DIR "/pages/frames"};
  std::unique_ptr<BrowserSession> browser_;
};

TEST_P(DyingRenderers, EndAnOpenSoonAndNotTheNext) {
  std::mt19937 random(GetParam());
  Page page = page_of(browser_->new_context({}, Deadline::in(kDyingPatience)).new_page(Deadline::in(kDyingPatience)));
  page.set_default_timeout(kDyingPatience);
  for (int round = 0; round < 6; ++round) {
    const auto moment = static_cast<int>(random() % 10);
    const auto victims = 1 + random() % 3;
    SCOPED_TRACE("round " + std::to_string(round) + ", at request " + std::to_string(moment) + ", victims " +
                 std::to_string(victims));
    int requests = 0;
    page.network().route("*", [&](const RouteRequest&) {
      if (requests++ == moment) {
        std::vector<pid_t> all = renderers();
        std::shuffle(all.begin(), all.end(), random);
        all.resize(std::min(all.size(), static_cast<std::size_t>(victims)));
        for (const pid_t one : all) ::kill(one, SIGKILL);
      }
      return RouteAnswer::proceed();
    });
    try {
      page.open(kMany, {LoadState::Loaded});
    } catch (const Error& error) {
      // Of a renderer that ends before the page has anything in it Chrome says only that it gave the navigation up.
      const bool is_given_up = error.kind() == ErrorKind::Navigation && error.message().ends_with("net::ERR_ABORTED");
      EXPECT_TRUE(error.kind() == ErrorKind::TargetCrashed || is_given_up) << error.full_text();
    }
    page.network().unroute("*");
    page.open(kMany, {LoadState::Loaded});
    const Snapshot s = page.snapshot();
    EXPECT_TRUE(s.frame_failures().empty()) << s.text();
    EXPECT_EQ(s.find("checkbox \"Agree\"").size(), static_cast<std::size_t>(kGuests)) << s.text();
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, DyingRenderers, testing::Range(1U, 9U));

}  // namespace
