// Long runs with one browser: thousands of contexts, snapshots and frames, and many threads. What the harness needs of
// memory, descriptors and threads is the same after a tenth of the run and at its end, and afterwards nothing is left.
// In the suite each is a hundredth of itself; CASEMENT_SOAK_PERCENT=100 makes it whole, as `ctest -C Soak -L soak`
// does.
#include <casement/casement.h>
#include <dirent.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <thread>

#include "casement/api/engine.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/host/browser_session.h"
#include "casement/process/process_table.h"
#include "casement/site/site_server.h"
#include "specs/support/memory_in_use.h"

namespace {

using namespace casement;
namespace fs = std::filesystem;

constexpr std::chrono::seconds kSoakPatience{300};  // of a run for hours, beside whatever the machine does
constexpr std::size_t kMostSoakGrowth = 5'000'000;
// Connections of Chrome's to the site, which is in this process; they come and go as Chrome likes.
constexpr std::size_t kMostConnections = 100;

// So many of `whole` as this run wants.
int share_of(int whole) {
  const char* percent = std::getenv("CASEMENT_SOAK_PERCENT");
  return std::max(2, whole * (percent == nullptr ? 1 : std::atoi(percent)) / 100);
}

std::vector<std::string> entries_of(const char* folder) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  return names;
}

// What the descriptors of this process are for, that of the folder they are read from left out.
std::multiset<std::string> open_files() {
  std::multiset<std::string> files;
  for (const std::string& descriptor : entries_of("/proc/self/fd")) {
    std::error_code closed;
    const fs::path file = fs::read_symlink("/proc/self/fd/" + descriptor, closed);
    // A socket's or pipe's number is another each time.
    if (!closed) files.insert(file.string().substr(0, file.string().find(":[")));
  }
  return files;
}

// Children that run, and those that have ended and that nobody has waited for.
std::vector<std::string> children() {
  std::vector<std::string> found;
  for (const std::string& name : entries_of("/proc")) {
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream in("/proc/" + name + "/stat");  // proc(5): id (name) state parent …
    std::string line;
    std::getline(in, line);
    const std::size_t end = line.rfind(") ");
    if (end != std::string::npos && std::atoi(line.c_str() + end + 4) == ::getpid()) found.push_back(name);
  }
  return found;
}

// Under the thread sanitizer the first thread of a process brings one of the sanitizer's own, which stays.
std::size_t count_threads() {
  std::thread([] {}).join();
  return entries_of("/proc/self/task").size();
}

// What this process has beside its memory.
struct Belongings {
  std::multiset<std::string> files = open_files();
  std::size_t threads = count_threads();
  std::vector<std::string> processes = children();
};

// Looks at the memory after each tenth of a run.
class Flatness {
 public:
  Flatness(std::string what, int whole) : what_(std::move(what)), whole_(whole), tenth_(std::max(1, whole / 10)) {}

  void after(int done) {
    if (done % tenth_ != 0 && done != whole_) return;
    const std::size_t used = specs::bytes_in_use(), resident = specs::resident_bytes(), files = open_files().size();
    if (done == tenth_) {
      used_ = used;
      resident_ = resident;
      files_ = files;
    }
    const auto growth = [](std::size_t now, std::size_t then) {
      return (static_cast<double>(now) - static_cast<double>(then)) / 1e6;
    };
    story_ += fmt::format("{:6} {}: {:7.2f} MB in use ({:+.2f}), {:7.2f} MB resident ({:+.2f}), {} descriptors\n", done,
                          what_, static_cast<double>(used) / 1e6, growth(used, used_),
                          static_cast<double>(resident) / 1e6, growth(resident, resident_), files);
    EXPECT_LE(used, used_ + kMostSoakGrowth) << story_;
    EXPECT_LE(resident, resident_ + kMostSoakGrowth) << story_;
    EXPECT_LE(files, files_ + kMostConnections) << story_;
  }
  ~Flatness() { std::fputs(story_.c_str(), stdout); }

 private:
  std::string what_, story_;
  int whole_, tenth_;
  std::size_t used_ = 0, resident_ = 0, files_ = 0;
};

class Soak : public testing::Test {
 protected:
  void SetUp() override {
    site = std::make_unique<SiteServer>(CASEMENT_SOURCE_DIR "/pages/checkout");
    LaunchOptions options;
    options.host_resolver_rules = site->host_resolver_rules();
    browser = BrowserSession::launch(options, Deadline::in(kSoakPatience));
    for (const std::string& child : children()) {
      groups_.push_back(std::atoi(child.c_str()));  // each is the leader of a group
    }
    ASSERT_FALSE(groups_.empty());
    // The folder of a browser is locked by a descriptor of it.
    for (const std::string& file : open_files()) {
      if (fs::is_directory(file) && fs::path(file).filename().string().starts_with("csm-")) folders_.push_back(file);
    }
    ASSERT_EQ(folders_.size(), 1u);
  }
  void TearDown() override {
    browser.reset();
    site.reset();
    const Belongings left;
    EXPECT_EQ(left.files, before_.files);
    EXPECT_EQ(left.threads, before_.threads);
    EXPECT_EQ(left.processes, before_.processes);
    for (const pid_t group : groups_) EXPECT_TRUE(live_processes(group, "").empty()) << group;
    for (const std::string& folder : folders_) {
      EXPECT_FALSE(fs::exists(folder)) << folder;
      EXPECT_TRUE(live_processes(0, folder).empty()) << folder;
    }
  }
  Page page_in(ContextSession& context) {
    Page page = page_of(context.new_page(Deadline::in(kSoakPatience)));
    page.set_default_timeout(kSoakPatience);
    return page;
  }
  ContextSession& context() { return browser->new_context({}, Deadline::in(kSoakPatience)); }
  void close(ContextSession& one) { browser->close_context(one, Deadline::in(kSoakPatience)); }

  std::unique_ptr<SiteServer> site;
  std::unique_ptr<BrowserSession> browser;

 private:
  Belongings before_;
  std::vector<pid_t> groups_;
  std::vector<std::string> folders_;
};

TEST_F(Soak, ContextsThatComeAndGoLeaveNoMemory) {
  const int contexts = share_of(2000);
  Flatness flat("contexts", contexts);
  for (int i = 1; i <= contexts; ++i) {
    ContextSession& one = context();
    Page page = page_in(one);
    page.open("http://shop.test/cart", {LoadState::Loaded});  // its style sheet too, without which it shows nothing
    EXPECT_TRUE(page.shows(R"(button "Checkout")"));
    close(one);
    site->clear_requests();  // which it keeps for those who ask
    flat.after(i);
  }
}

TEST_F(Soak, SnapshotsOfAPageThatChangesLeaveNoMemory) {
  Page page = page_in(context());
  page.open("http://shop.test/checkout", {LoadState::Loaded});
  const int snapshots = share_of(10'000);
  Flatness flat("snapshots", snapshots);
  for (int i = 1; i <= snapshots; ++i) {
    const std::string title = "Checkout " + std::to_string(i);
    page.evaluate("void (document.querySelector('h1').textContent = '" + title + "')");
    const Snapshot seen = page.snapshot();
    ASSERT_NE(seen.text().find('"' + title + '"'), std::string::npos) << seen.text();
    flat.after(i);
  }
}

TEST_F(Soak, FramesThatComeAndGoLeaveNoMemory) {
  Page page = page_in(context());
  page.open("http://shop.test/cart");
  page.evaluate(R"(globalThis.attach = (name, address) => new Promise(loaded => {
    const frame = document.createElement('iframe');
    Object.assign(frame, {name, title: name, width: 200, height: 40, onload: loaded});
    if (address) frame.src = address;
    else frame.srcdoc = `<button>${name}</button>`;
    document.querySelector('main').prepend(frame);
  }))");
  const int frames = share_of(10'000) / 10 * 10;
  Flatness flat("frames", frames);
  for (int i = 10; i <= frames; i += 10) {  // ten at once, one of them of another site
    page.evaluate(
        fmt::format("(async () => {{ for (let i = {}; i < {}; ++i) await attach(`Frame ${{i}}`);"
                    "await attach('Elsewhere', 'http://metrics.test/survey?{}') }})()",
                    i - 9, i, i));
    const Snapshot seen = page.snapshot();
    for (int frame = i - 9; frame < i; ++frame) {
      ASSERT_NE(seen.text().find(fmt::format("button \"Frame {}\"", frame)), std::string::npos) << seen.text();
    }
    ASSERT_NE(seen.text().find("button \"Bad\""), std::string::npos) << seen.text();
    page.evaluate("document.querySelectorAll('iframe').forEach(frame => frame.remove())");
    expect(page).count("iframe", 0);
    site->clear_requests();
    flat.after(i);
  }
}

TEST_F(Soak, ThreadsThatDrivePagesOfOneBrowserLeaveNoMemory) {
  constexpr int kThreads = 8;
  const int rounds = share_of(100);
  Flatness flat("rounds of 8 threads", rounds);
  int done = 0;
  std::barrier all(kThreads, [&]() noexcept {
    site->clear_requests();
    flat.after(++done);
  });
  const auto drive = [&](int number) {
    ContextSession& one = context();
    Page page = page_in(one);
    page.open("http://shop.test/cart", {LoadState::Loaded});
    page.click(R"(button "Checkout")");
    const std::string name = "Guest " + std::to_string(number);
    page.fill(R"(textbox "Full name")", name);
    page.check(R"(checkbox "I accept the terms")");
    page.fill(R"(textbox "Card number")", "4242 4242 4242 4242");  // in a frame of another site
    expect(page)
        .value(R"(textbox "Full name")", TextPattern::exact(name))
        .state(R"(checkbox "I accept the terms")", ElementState::Checked);
    EXPECT_NE(page.snapshot().text().find(name), std::string::npos);
    close(one);
  };
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int round = 0; round < rounds; ++round) {
        try {
          drive(round * kThreads + thread);
        } catch (const Error& error) {
          ADD_FAILURE() << error.full_text();
        }
        all.arrive_and_wait();
      }
    });
  }
}

}  // namespace
