// What processes say to each other: the shared browser's daemon and who uses it, the crash reporter and its program.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <future>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/fixtures/crash_report.h"
#include "casement/process/browser_daemon.h"
#include "casement/process/browser_lease.h"
#include "casement/process/popup_gate.h"
#include "casement/results/results_json.h"
#include "casement/runners/reported_flows.h"
#include "specs/fuzz/readers.h"

namespace casement::fuzz {
namespace {

// A daemon takes its time where a browser does not start: browser_daemon.cc gives one half a minute, and an input may
// have it start two. Longer than that it may not keep anybody waiting, however busy the machine is.
constexpr std::chrono::seconds kDaemonPatience{90};

sockaddr_un address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), std::min(path.size(), sizeof address.sun_path - 1));
  return address;
}

UniqueFd unix_socket() {
  return UniqueFd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
}

void write_text(const std::string& path, Text text) {
  std::ofstream(path, std::ios::binary) << text;
}

// All that comes until the other end closes.
std::string rest_of(const UniqueFd& socket) {
  const timeval patience{kDaemonPatience.count(), 0};
  ::setsockopt(socket.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  std::string all;
  char bytes[4096];
  for (ssize_t count; (count = ::recv(socket.get(), bytes, sizeof bytes, 0)) != 0;) {
    if (count < 0 && errno == EINTR) continue;
    demand(count > 0 || (errno != EAGAIN && errno != EWOULDBLOCK), "the other end closes", all);
    if (count < 0) break;
    all.append(bytes, static_cast<std::size_t>(count));
  }
  return all;
}

// A socket at which each who asks gets the same answer.
class AnsweringDaemon {
 public:
  explicit AnsweringDaemon(const std::string& path) : listener_(unix_socket()) {
    const sockaddr_un address = address_of(path);
    if (::bind(listener_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(listener_.get(), 8) != 0) {
      std::abort();
    }
  }
  std::jthread answer_once(Text answer) {
    return std::jthread([this, answer] {
      const UniqueFd client(::accept(listener_.get(), nullptr, nullptr));
      read_line(client.get(), Deadline::in(kDaemonPatience));
      write_line(client.get(), answer);
    });
  }

 private:
  UniqueFd listener_;
};

// A daemon of a browser that is none: a script that says where it listens, and ends with its pipe.
class RunningDaemon {
 public:
  RunningDaemon() : state_file_(folder_.path() + "/browser.json") {
    const std::string script = folder_.path() + "/browser";
    write_text(
        script,
        "#!/bin/sh\nfor one; do case $one in --user-data-dir=*) folder=${one#*=};; esac; done\nmkdir -p \"$folder\"\n"
        "printf '1\\n/devtools/browser/x\\n' > \"$folder/DevToolsActivePort\"\nexec cat <&3 >/dev/null\n");
    ::chmod(script.c_str(), 0700);
    options_.state_file = state_file_;
    options_.launch.browser = {script, BrowserKind::HeadlessShell};
    start();
  }
  ~RunningDaemon() { stop(); }

  void start() {
    stop();
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) std::abort();
    stopped_ = UniqueFd(ends[0]);
    running_ = UniqueFd(ends[1]);
    std::promise<std::string> started;
    std::future<std::string> has_started = started.get_future();
    thread_ = std::jthread([this, started = std::move(started)]() mutable {
      std::optional<BrowserDaemon> daemon;
      try {
        daemon.emplace(options_);
      } catch (const Error& error) {
        return started.set_value(error.full_text());
      }
      started.set_value("");
      daemon->run(stopped_.get());
    });
    demand(has_started.wait_for(kDaemonPatience) == std::future_status::ready, "a keeper starts or says why not", "");
    const std::string failure = has_started.get();
    demand(failure.empty(), "the keeper starts", failure);
  }
  // What it says of itself; "" where it has ended.
  std::string status() const {
    try {
      return ask_daemon(state_file_, "status", Deadline::in(kDaemonPatience));
    } catch (const Error&) {
      return "";
    }
  }
  UniqueFd connect() const {
    std::ifstream in(state_file_);
    const Json state = Json::parse(in, nullptr, false);
    const sockaddr_un address = address_of(state.is_object() ? state.value("socket", std::string()) : "");
    UniqueFd socket = unix_socket();
    if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) socket.reset();
    return socket;
  }

 private:
  void stop() {
    running_.reset();
    if (thread_.joinable()) thread_.join();
  }

  FuzzFolder folder_;
  std::string state_file_;
  BrowserDaemonOptions options_;
  UniqueFd stopped_, running_;
  std::jthread thread_;
};

results::Run planned_run() {
  results::Run run;
  results::Suite suite{"Cart", "", {}};
  for (const char* name : {"Opens", "Pays"}) {
    results::Case one;
    one.suite = "Cart";
    one.name = name;
    one.order = suite.cases.size();
    suite.cases.push_back(one);
  }
  run.suites.push_back(suite);
  return run;
}

}  // namespace

void read_state(Text text) {
  static const FuzzFolder folder;
  static AnsweringDaemon daemon(folder.path() + "/keeper");
  const std::string file = folder.path() + "/browser.json";
  const std::size_t end = text.find('\0');
  std::jthread answering;
  if (end == std::string::npos) {
    write_text(file, text);
  } else {
    write_text(file, Json{{"socket", folder.path() + "/keeper"}}.dump());
    answering = daemon.answer_once(text.substr(end + 1));
  }
  try {
    lease_browser(file, Deadline::in(kDaemonPatience));
  } catch (const Error& error) {
    demand(error.kind() == ErrorKind::Environment, "the keeper's fault", error.full_text());
    throw;
  }
}

void talk_to_daemon(Text text) {
  static RunningDaemon daemon;
  if (const UniqueFd socket = daemon.connect()) {
    const std::size_t line = text.find('\n');
    std::string said = text;
    if (text.starts_with("lease ") && line != std::string::npos) {  // what follows is heard once it is held
      write_line(socket.get(), text.substr(0, line));
      demand(Json::accept(read_line(socket.get(), Deadline::in(kDaemonPatience))), "a JSON answer to a lease", text);
      said = text.substr(line + 1);
    }
    ::send(socket.get(), said.data(), std::min<std::size_t>(said.size(), 10'000), MSG_NOSIGNAL);
    ::shutdown(socket.get(), SHUT_WR);
    demand(is_valid_utf8(rest_of(socket)), "valid UTF-8", text);
  }
  const std::string status = daemon.status();
  demand(status.empty() || Json::accept(status), "a JSON status", status);
  if (status.empty() || Json::parse(status).value("error", std::string()) != "") daemon.start();  // it was told to end
}

void hear_popups(Text text) {
  int commands[2], messages[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, commands) != 0 || ::socketpair(AF_UNIX, SOCK_STREAM, 0, messages) != 0)
    std::abort();
  UniqueFd commands_end(commands[0]), chrome(messages[0]);
  {
    PopupGate gate{UniqueFd(messages[1]), UniqueFd(commands[1])};
    const int holder = 0;
    for (const std::string_view line : split_lines(std::string_view(text).substr(0, 50'000))) {
      if (line.starts_with("hold "))
        gate.hold(std::string(line.substr(5)), &holder);
      else if (line.starts_with("pass "))
        gate.pass(std::string(line.substr(5)));
      else if (line == "forget")
        gate.forget(&holder);
      ::send(chrome.get(), line.data(), line.size(), MSG_NOSIGNAL);
      ::send(chrome.get(), "", 1, MSG_NOSIGNAL);
      gate.serve();
    }
  }
  std::string all = rest_of(commands_end);
  for (std::size_t end; (end = all.find('\0')) != std::string::npos; all.erase(0, end + 1)) {
    demand(Json::accept(all.substr(0, end)), "JSON commands", all);
  }
}

void keep_flows(Text text) {
  runners::ReportedFlows kept(planned_run(), "", {}, true);
  for (const std::string_view line : split_lines(text)) kept.take_line(line);
  demand(is_valid_utf8(results::run_to_text(kept.run("the run ended"), results::AttachmentBytes::Kept)), "valid UTF-8",
         text);
}

void keep_tests(Text text) {
  CrashReport report(planned_run());
  for (const std::string_view line : split_lines(text)) report.take_line(line);
  demand(is_valid_utf8(results::run_to_text(report.run({}), results::AttachmentBytes::Kept)), "valid UTF-8", text);
}

}  // namespace casement::fuzz
