#include "casement/grid/session_reaper.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/base/json_shape.h"
#include "casement/base/stand_apart.h"
#include "casement/process/limits.h"

namespace casement::grid {
namespace {

using std::chrono::seconds;

// For a Grid to end a session: Chrome has to close.
constexpr seconds kDeletePatience{30};
// A Grid that answers at the end of its own patience is still heard.
constexpr seconds kLateAnswer{10};
constexpr seconds kEndPatience{10};
constexpr std::size_t kLongestAnswer = 16 * 1024 * 1024;

void write_whole(int socket, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::send(socket, text.data(), text.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;  // the owner has gone
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

// Of an answer to POST /session: value.sessionId (W3C WebDriver section 8.1), or that of older drivers.
std::string session_id_in(const std::string& body) {
  try {
    const Json answer = parse_json(body);
    if (wrong_shape(answer, "value!object value.sessionId!string").empty()) return answer["value"]["sessionId"];
    if (wrong_shape(answer, "sessionId!string").empty()) return answer["sessionId"];
  } catch (const std::exception&) {
    // Who asked is told what it is instead.
  }
  return "";
}

// The process that asks. Everything it needs it was forked with.
class Keeping {
 public:
  Keeping(const GridAddress& grid, const std::string& body, Milliseconds patience, UniqueFd socket, UniqueFd owner)
      : grid_(grid), body_(body), patience_(patience), socket_(std::move(socket)), owner_(std::move(owner)) {}

  void run() {
    stand_apart({&socket_, &owner_}, StandardOutput::Dropped);
    [[maybe_unused]] const int changed = ::chdir("/");  // no folder is kept from being unmounted
    const std::string session = ask();
    wait_for_end();
    if (!session.empty()) write_whole(socket_.get(), remove(session) ? "ended\n" : "not ended\n");
  }

 private:
  // The session's id, "" for none.
  std::string ask() {
    Json told;
    std::string session;
    try {
      HttpCall call{"POST", grid_.headers, body_, kLongestAnswer};
      // A Grid refuses JSON that does not say so.
      call.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
      call.headers.emplace_back("Accept", "application/json");
      const HttpReply reply = http_call(grid_.at("/session"), call, Deadline::in(patience_ + kLateAnswer));
      if (reply.status == 200) session = session_id_in(reply.body);
      told = {{"status", reply.status}, {"body", reply.body}};
    } catch (const std::exception& error) {
      told = {{"status", 0}, {"failure", error.what()}};
    }
    write_whole(socket_.get(), dump_json(told) + "\n");
    return session;
  }

  // The owner says it by ending what it sends. Its end of the socket may be held by another process that it made.
  void wait_for_end() {
    std::array<pollfd, 2> waits{{{socket_.get(), POLLIN, 0}, {owner_.get(), POLLIN, 0}}};
    for (;;) {
      const int ready = ::poll(waits.data(), waits.size(), -1);
      if (ready < 0 && errno == EINTR) continue;
      return;
    }
  }

  bool remove(const std::string& session) {
    try {
      const HttpReply reply = http_call(grid_.at("/session/" + session), {"DELETE", grid_.headers, "", kLongestAnswer},
                                        Deadline::in(kDeletePatience));
      return reply.status == 200 || reply.status == 404;  // 404: it has ended before
    } catch (const std::exception&) {
      return false;
    }
  }

  const GridAddress& grid_;
  const std::string& body_;
  Milliseconds patience_;
  UniqueFd socket_, owner_;
};

}  // namespace

SessionReaper::SessionReaper(const GridAddress& grid, const std::string& body, Milliseconds patience) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw environment_error("cannot make a socket", errno);
  }
  socket_ = UniqueFd(ends[0]);
  UniqueFd its(ends[1]);
  UniqueFd owner(static_cast<int>(::syscall(SYS_pidfd_open, ::getpid(), 0)));
  // Twice, so that it is nobody's child: what ends a test by its tree of processes does not find it.
  const pid_t between = ::fork();
  if (between < 0) throw environment_error("cannot make a process", errno);
  if (between == 0) {
    const pid_t reaper = ::fork();
    if (reaper != 0) ::_exit(reaper < 0 ? 1 : 0);
    socket_.reset();
    try {
      Keeping(grid, body, patience, std::move(its), std::move(owner)).run();
    } catch (...) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  int status = 0;
  while (::waitpid(between, &status, 0) < 0 && errno == EINTR) {
  }
  if (status != 0) throw environment_error("cannot make a process", EAGAIN);
}

SessionReaper::~SessionReaper() {
  end(Deadline::in(kEndPatience));
}

std::optional<std::string> SessionReaper::read_line(Deadline deadline) {
  for (;;) {
    if (const std::size_t end = received_.find('\n'); end != std::string::npos) {
      std::string line = received_.substr(0, end);
      received_.erase(0, end + 1);
      return line;
    }
    pollfd wait{socket_.get(), POLLIN, 0};
    const int ready = ::poll(&wait, 1, deadline.poll_timeout());
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) return std::nullopt;
    std::array<char, 64 * 1024> piece;
    const ssize_t count = ::recv(socket_.get(), piece.data(), piece.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return "";
    received_.append(piece.data(), static_cast<std::size_t>(count));
  }
}

std::optional<GridAnswer> SessionReaper::await_answer(Deadline deadline) {
  const std::optional<std::string> line = read_line(deadline);
  if (!line) return std::nullopt;
  is_answered_ = true;
  GridAnswer answer;
  if (line->empty()) {
    has_ended_ = true;
    answer.failure = "the process that asks it has ended";
    return answer;
  }
  const Json told = parse_json(*line);
  answer.reply.status = told.value("status", 0);
  answer.reply.body = told.value("body", std::string());
  answer.failure = told.value("failure", std::string());
  return answer;
}

bool SessionReaper::end(Deadline deadline) noexcept {
  if (has_ended_) return true;
  ::shutdown(socket_.get(), SHUT_WR);
  if (!is_answered_) return false;
  try {
    const std::optional<std::string> line = read_line(deadline);
    has_ended_ = line.has_value();
    return line && *line != "not ended";
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace casement::grid
