#include "casement/process/browser_daemon.h"

#include <poll.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "casement/base/helper_process.h"
#include "casement/base/json.h"
#include "casement/process/browser_lease.h"
#include "casement/process/patience.h"
#include "casement/process/process_table.h"

namespace casement {
namespace {

using std::chrono::seconds;

constexpr int kMostStarts = 3;    // of a browser that ends while it starts
constexpr int kMostBrowsers = 2;  // the first browser, and its replacement

// "41573\n/devtools/browser/2b93…", which Chrome writes into its profile once it listens, as a URL.
std::string read_endpoint(const std::string& file) {
  std::ifstream in(file);
  std::string port, path;
  if (!std::getline(in, port) || !std::getline(in, path) || !path.starts_with('/')) return "";
  return "ws://127.0.0.1:" + port + path;
}

}  // namespace

BrowserDaemon::BrowserDaemon(BrowserDaemonOptions options)
    : options_(std::move(options)), state_(options_.state_file, options_.owner) {
  start_browser(Deadline::in(kStartTimeout));
  state_.announce({{"endpoint", endpoint_}});
}

void BrowserDaemon::start_browser(Deadline deadline) {
  for (int left = kMostStarts;; --left) {
    try {
      return start_once(deadline);
    } catch (const Error&) {
      if (left == 1 || deadline.expired() || !browser_ || !browser_->may_start_again()) throw;
    }
  }
}

void BrowserDaemon::start_once(Deadline deadline) {
  browser_.reset();
  LaunchOptions launch = options_.launch;
  launch.listens = true;
  if (options_.relay_certificate) launch.trusted_keys.push_back(options_.relay_certificate->pin);
  sweep_stale_profiles();
  browser_ = ChromeProcess::start(launch);
  browser_handle_ = process_handle(browser_->process_id());
  const std::string profile = browser_->folder() + "/profile";
  const std::string file = profile + "/DevToolsActivePort";
  std::error_code ignored;
  std::filesystem::create_directories(profile, ignored);
  const UniqueFd watch(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  ::inotify_add_watch(watch.get(), profile.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO);
  for (;;) {
    endpoint_ = read_endpoint(file);
    if (!endpoint_.empty()) break;
    pollfd waits[] = {{watch.get(), POLLIN, 0}, {browser_handle_.get(), POLLIN, 0}};
    const int ready = ::poll(waits, 2, deadline.poll_timeout());
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0 || waits[1].revents != 0) {
      throw browser_->error_after_end("starting", Deadline::in(seconds(0)));
    }
    char events[4096];
    while (::read(watch.get(), events, sizeof events) > 0) {
    }
  }
  gate_.emplace(browser_->take_read_end(), browser_->take_write_end());
  ++generation_;
}

void BrowserDaemon::replace_browser() {
  const Error ended = browser_->error_after_end("shared by tests", Deadline::in(seconds(1)));
  browser_handle_.reset();
  gate_.reset();
  browser_->close(Deadline::in(seconds(3)));
  if (generation_ >= kMostBrowsers) {
    error_ = "the shared browser ended again and is not replaced a second time: " + ended.message();
    return;
  }
  try {
    start_browser(Deadline::in(kStartTimeout));
    note_ = "the shared browser was replaced: " + ended.message();
  } catch (const Error& error) {
    error_ = "the shared browser ended (" + ended.message() + ") and cannot be started again: " + error.message();
  }
}

bool BrowserDaemon::is_leased() const {
  return std::any_of(clients_.begin(), clients_.end(), [](const Client& client) { return client.holds_lease; });
}

bool BrowserDaemon::is_wanted() const {
  return !state_.is_stopping() && (is_leased() || state_.is_wanted());
}

std::string BrowserDaemon::status() const {
  const auto leases =
      std::count_if(clients_.begin(), clients_.end(), [](const Client& client) { return client.holds_lease; });
  return dump_json({{"keeper", ::getpid()},
                    {"browser", error_.empty() ? browser_->process_id() : 0},
                    {"endpoint", endpoint_},
                    {"started", generation_},
                    {"leases", leases},
                    {"error", error_}});
}

void BrowserDaemon::answer_lease(Client& client, int broken) {
  if (broken == generation_ && error_.empty()) {
    // The client could not connect to this browser, so the browser is dead or hangs.
    if (!wait_until_ended(browser_->process_id(), Deadline::in(seconds(2)))) browser_->kill();
    replace_browser();
  }
  if (!error_.empty()) {
    write_line(client.socket.get(), dump_json({{"error", error_}}));
    return;
  }
  client.holds_lease = true;
  Json lease{{"endpoint", endpoint_},
             {"generation", generation_},
             {"note", std::exchange(note_, "")},
             {"headless_shell", browser_->browser().kind == BrowserKind::HeadlessShell}};
  // The key is in no file. The socket is in a private folder, and whoever has a lease controls the browser anyway.
  if (const auto& relay = options_.relay_certificate)
    lease["relay"] = {{"certificate", relay->certificate}, {"key", relay->key}, {"pin", relay->pin}};
  write_line(client.socket.get(), dump_json(lease));
}

// Reads lines from a client with a lease: its contexts ("hold"), and the popups in them that may continue ("pass").
bool BrowserDaemon::serve_holder(Client& client) {
  char bytes[4096];
  const ssize_t count = ::recv(client.socket.get(), bytes, sizeof bytes, MSG_DONTWAIT);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (count <= 0) {
    if (gate_) gate_->forget(&client);
    return false;
  }
  client.said.append(bytes, static_cast<std::size_t>(count));
  for (std::size_t end; (end = client.said.find('\n')) != std::string::npos; client.said.erase(0, end + 1)) {
    const std::string line = client.said.substr(0, end);
    if (!gate_) continue;
    if (line.starts_with("hold "))
      gate_->hold(line.substr(5), &client);
    else if (line.starts_with("pass "))
      gate_->pass(line.substr(5));
  }
  if (client.said.size() <= kLongestDaemonLine) return true;
  // A line without an end cannot be used, and would fill the memory.
  write_line(client.socket.get(), dump_json({{"error", "the lease has ended: a line of more than " +
                                                           std::to_string(kLongestDaemonLine) + " bytes"}}));
  if (gate_) gate_->forget(&client);
  return false;
}

bool BrowserDaemon::serve(Client& client) {
  if (client.holds_lease) return serve_holder(client);
  const std::string line = read_line(client.socket.get(), Deadline::in(seconds(1)));
  if (line.starts_with("lease ")) {
    answer_lease(client, number_after(line, 6));
    return client.holds_lease;
  }
  state_.take(line);
  if (line.starts_with("own ") || line == "status") write_line(client.socket.get(), status());
  if (!line.starts_with("stop ")) return false;
  if (state_.is_stopping()) {
    gate_.reset();
    if (browser_) browser_->close(Deadline::in(seconds(5)));
  }
  write_line(client.socket.get(), state_.is_stopping() ? "stopped" : "still used by others");
  return false;
}

void BrowserDaemon::run(int stop) {
  Deadline idle = Deadline::in(options_.idle_limit);
  while (is_wanted()) {
    std::vector<pollfd> waits = state_.waits(stop);
    const std::size_t browser = waits.size(), gate = browser + 1, first_client = browser + 2;
    waits.push_back({browser_handle_.get(), POLLIN, 0});
    waits.push_back({gate_ ? gate_->descriptor() : -1, POLLIN, 0});
    for (const Client& client : clients_) waits.push_back({client.socket.get(), POLLIN, 0});
    const int ready = ::poll(waits.data(), waits.size(), is_leased() ? -1 : idle.poll_timeout());
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0 || waits[0].revents != 0) return;
    // Reads all that clients have sent so far before the popups, because a "hold" is sent before its context opens one.
    const bool gate_has_news = waits[gate].revents != 0;
    if (gate_has_news) ::poll(waits.data(), waits.size(), 0);
    state_.remove_ended(waits);                          // before clients, because they may change owners
    if (waits[browser].revents != 0) replace_browser();  // before leases, which would get a dead browser
    std::size_t at = first_client;
    for (auto client = clients_.begin(); client != clients_.end();) {
      const bool spoke = waits[at++].revents != 0;
      client = spoke && !serve(*client) ? clients_.erase(client) : std::next(client);
    }
    if (gate_has_news && gate_) gate_->serve();
    if (waits[1].revents != 0) {
      UniqueFd socket = state_.accept();
      if (socket) clients_.push_back({std::move(socket), false});
    }
    idle = Deadline::in(options_.idle_limit);
  }
}

}  // namespace casement
