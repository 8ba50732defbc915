#include "casement/mcp/stdio.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "casement/base/error.h"
#include "casement/base/unique_fd.h"
#include "casement/mcp/line_reader.h"

namespace casement::mcp {
namespace {

constexpr Milliseconds kLastBytes{2'000};  // for the client to read the last answers

// Writes messages on a thread of its own.
class Writer : public Outlet {
 public:
  Writer(int out, std::size_t most_unread)
      : out_(out), most_unread_(most_unread), wake_(::eventfd(0, EFD_CLOEXEC)), failed_(::eventfd(0, EFD_CLOEXEC)) {
    if (!wake_ || !failed_) throw Error(ErrorKind::Environment, "cannot make an eventfd");
    thread_ = std::thread([this] { run(); });
  }
  ~Writer() override {
    finish(Milliseconds{0});
    thread_.join();
  }

  void send(const Json& message) override {
    const std::string line = dump_json(message) + "\n";
    const std::lock_guard lock(mutex_);
    if (end_ || gone_) return;
    if (unread_ + line.size() > most_unread_) {
      never_reads_ = true;
      tell(failed_);
      return;
    }
    unread_ += line.size();
    lines_.push_back(line);
    changed_.notify_all();
  }
  // Readable once nothing more can be written.
  int failed() const { return failed_.get(); }
  StdioEnd why_failed() {
    const std::lock_guard lock(mutex_);
    return never_reads_ ? StdioEnd::ClientNeverReads : StdioEnd::ClientGone;
  }
  // Writes the queued messages for at most `time`; further messages are dropped.
  void finish(Milliseconds time) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, time, [&] { return unread_ == 0 || gone_ || never_reads_; });
      end_ = true;
      changed_.notify_all();
    }
    tell(wake_);
  }

 private:
  static void tell(const UniqueFd& event) {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(event.get(), &one, sizeof one);
  }
  void run() {
    while (true) {
      std::string line;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return end_ || !lines_.empty(); });
        if (end_) return;
        line = std::move(lines_.front());
        lines_.pop_front();
      }
      if (!write_all(line)) return;
      const std::lock_guard lock(mutex_);
      unread_ -= line.size();
      changed_.notify_all();
    }
  }
  // Writes at most 4096 bytes at once, which a writable pipe takes without waiting (POSIX, PIPE_BUF).
  bool write_all(std::string_view bytes) {
    while (!bytes.empty()) {
      std::array<pollfd, 2> waits = {pollfd{out_, POLLOUT, 0}, pollfd{wake_.get(), POLLIN, 0}};
      if (::poll(waits.data(), waits.size(), -1) < 0 && errno == EINTR) continue;
      if (waits[1].revents != 0) return false;
      const ssize_t written = ::write(out_, bytes.data(), std::min<std::size_t>(bytes.size(), 4096));
      if (written < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (written < 0) {
        const std::lock_guard lock(mutex_);
        gone_ = true;
        tell(failed_);
        changed_.notify_all();
        return false;
      }
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
  }

  const int out_;
  const std::size_t most_unread_;
  UniqueFd wake_, failed_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> lines_;
  std::size_t unread_ = 0;
  bool end_ = false, gone_ = false, never_reads_ = false;
  std::thread thread_;
};

// Answers requests one after another.
class Lane {
 public:
  explicit Lane(std::function<void(const Message&)> answer) : answer_(std::move(answer)), thread_([this] { run(); }) {}
  ~Lane() {
    {
      const std::lock_guard lock(mutex_);
      end_ = true;
      waiting_.clear();
      changed_.notify_all();
    }
    thread_.join();
  }
  bool put(Message message, std::size_t most) {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= most) return false;
    waiting_.push_back(std::move(message));
    changed_.notify_all();
    return true;
  }
  // Drops a request that has not begun; it gets no answer.
  void drop(const Json& id) {
    const std::lock_guard lock(mutex_);
    std::erase_if(waiting_, [&](const Message& one) { return one.id == id; });
  }
  bool wait_until_idle(Deadline deadline) {
    std::unique_lock lock(mutex_);
    return changed_.wait_until(lock, deadline.when(), [&] { return waiting_.empty() && !busy_; });
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return end_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      const Message message = std::move(waiting_.front());
      waiting_.pop_front();
      busy_ = true;
      lock.unlock();
      answer_(message);
      lock.lock();
      busy_ = false;
      changed_.notify_all();
    }
  }

  const std::function<void(const Message&)> answer_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Message> waiting_;
  bool busy_ = false, end_ = false;
  std::thread thread_;
};

class StdioServer {
 public:
  StdioServer(Server& server, const StdioOptions& options)
      : server_(server),
        options_(options),
        writer_(std::make_shared<Writer>(options.out, options.most_unread)),
        session_("stdio"),
        lane_([this](const Message& message) { answer(message); }) {}

  StdioEnd serve() {
    const StdioEnd end = read_all();
    // Answers pending requests, unless the client has gone or the server was stopped.
    if (end == StdioEnd::InputEnded) lane_.wait_until_idle(Deadline::in(options_.last_answers));
    session_.close();
    server_.end_subscriptions();
    server_.forget(session_);
    writer_->finish(end == StdioEnd::InputEnded || end == StdioEnd::Stopped ? kLastBytes : Milliseconds{0});
    return end;
  }

 private:
  StdioEnd read_all() {
    LineReader reader;
    std::string buffer(std::size_t{64} << 10, '\0');
    while (true) {
      std::array<pollfd, 3> waits = {pollfd{options_.in, POLLIN, 0}, pollfd{options_.stop, POLLIN, 0},
                                     pollfd{writer_->failed(), POLLIN, 0}};
      if (::poll(waits.data(), waits.size(), -1) < 0) continue;
      if (waits[1].revents != 0) return StdioEnd::Stopped;
      if (waits[2].revents != 0) return writer_->why_failed();
      if (waits[0].revents == 0) continue;
      const ssize_t count = ::read(options_.in, buffer.data(), buffer.size());
      if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (count <= 0) {
        if (auto line = reader.rest()) take(std::move(*line));
        return StdioEnd::InputEnded;
      }
      reader.feed({buffer.data(), static_cast<std::size_t>(count)});
      while (auto line = reader.next()) take(std::move(*line));
    }
  }

  void take(LineReader::Line line) {
    if (line.too_long) {
      writer_->send(error_response(
          nullptr, {RpcCode::InvalidRequest, "a message may have at most " + std::to_string(kLongestMessage >> 20) +
                                                 " MiB; this one was not read"}));
      return;
    }
    Message message = read_message(std::move(line.text));
    if (message.kind == Message::Kind::Notification && message.method == "notifications/cancelled" &&
        message.params.contains("requestId")) {
      lane_.drop(message.params["requestId"]);
    }
    if (message.kind != Message::Kind::Request || !takes_long(message.method)) return answer(message);
    const Json id = message.id;
    if (lane_.put(std::move(message), options_.most_waiting)) return;
    writer_->send(error_response(id, {RpcCode::Busy, std::to_string(options_.most_waiting) +
                                                         " requests are already waiting; send this one again later"}));
  }

  void answer(const Message& message) {
    const Answer made = server_.answer(message, {session_, writer_, writer_});
    if (made.message) writer_->send(*made.message);
  }

  Server& server_;
  const StdioOptions options_;
  const std::shared_ptr<Writer> writer_;
  Session session_;
  Lane lane_;  // destroyed first, because its thread uses the others
};

}  // namespace

StdioEnd serve_stdio(Server& server, const StdioOptions& options) {
  return StdioServer(server, options).serve();
}

}  // namespace casement::mcp
