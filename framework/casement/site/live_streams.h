// All WebSockets and event streams of a fixture server, and the messages that pages have sent in them. Any thread.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/site/live_stream.h"
#include "casement/site/site_rule.h"
#include "casement/site/site_stream.h"

namespace casement::site {

// The connections that a handle is about.
struct StreamFilter {
  bool is_socket = true;
  std::string host;
  std::string path_glob;
  std::string url_glob = {};  // if not "", decides alone: a glob for SiteConnection::url
};

class LiveStreams : public std::enable_shared_from_this<LiveStreams> {
 public:
  // `wake` makes the loops ask their streams for output. It must not block.
  explicit LiveStreams(std::function<void()> wake) : wake_(std::move(wake)) {}

  // The stream of a response to this request, by a rule with `socket` or `events`.
  std::shared_ptr<http::HttpStream> open(const SiteRule& rule, const ServedRequest& request, std::string protocol,
                                         std::filesystem::path folder);
  // A connection with its number, which `add` will add.
  SiteConnection number_connection(const ServedRequest& request, std::string protocol);
  // Remembers a request for a socket that was answered otherwise, for failures of waits.
  void note_refusal(const ServedRequest& request, int status);
  // Remembers a socket that could not be opened, for failures of waits with a filter that matches the URL.
  void note_failure(const std::string& url, const std::string& why);
  // Forgets all connections and messages. The loops have closed the connections before.
  void reset();
  // Calls of handles fail from now on.
  void stop();

  std::vector<SiteConnection> connections(const StreamFilter& filter) const;
  std::vector<SiteMessage> messages(const StreamFilter& filter) const;
  // These throw Error{Timeout} with the connections and messages in the trail, and Error{Usage} after `stop`.
  SiteConnection wait_for_open(const StreamFilter& filter, const Deadline& deadline) const;
  SiteConnection wait_for_end(const StreamFilter& filter, std::size_t count, const Deadline& deadline) const;
  SiteMessage wait_for_message(const StreamFilter& filter, const SiteMessageMatch& match, std::uint64_t after,
                               const Deadline& deadline) const;
  // Waits for an open connection, and does the action in all open ones.
  void act(const StreamFilter& filter, const StreamAction& action, const Deadline& deadline);
  // Waits for a connection that `can`, and calls `change` for each.
  void for_each(const StreamFilter& filter, const Deadline& deadline, const std::function<bool(LiveStream&)>& can,
                const std::function<void(LiveStream&)>& change);

  // For the streams.
  std::mutex& mutex() const { return mutex_; }
  // These need the lock.
  void changed() { changed_.notify_all(); }
  void add(std::shared_ptr<LiveStream> stream);  // the stream is open
  void add_message(std::uint64_t connection, const std::string& data, bool is_binary);

 private:
  using Streams = std::vector<std::shared_ptr<LiveStream>>;
  static bool is_wanted(const StreamFilter& filter, const LiveStream& stream);
  Streams wanted(const StreamFilter& filter) const;
  Streams active(const StreamFilter& filter) const;
  bool belongs(const StreamFilter& filter, const SiteMessage& message) const;
  template <class Condition>
  void wait(std::unique_lock<std::mutex>& lock, const StreamFilter& filter, const Deadline& deadline,
            const std::string& failure, Condition condition) const;
  std::vector<std::string> trail(const StreamFilter& filter) const;

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::function<void()> wake_;
  bool is_stopped_ = false;
  Streams streams_;  // oldest first
  std::deque<SiteMessage> messages_;
  std::deque<std::pair<ServedRequest, int>> refusals_;        // with the status; the newest
  std::deque<std::pair<std::string, std::string>> failures_;  // URL and reason; the newest
  std::size_t message_bytes_ = 0;
  std::uint64_t last_connection_ = 0;
  std::uint64_t last_message_ = 0;
};

// The connections of one filter; what the public handles share.
class StreamHandle {
 public:
  StreamHandle(std::weak_ptr<LiveStreams> streams, StreamFilter wanted)
      : filter(std::move(wanted)), streams_(std::move(streams)) {}

  // Throws Error{Usage} after the server has ended.
  std::shared_ptr<LiveStreams> streams() const;
  // Does the action in all open connections. Throws Error{Usage} for an action that cannot be done.
  void act(const StreamAction& action, Milliseconds timeout = {}) const;

  const StreamFilter filter;

 private:
  std::weak_ptr<LiveStreams> streams_;
};

}  // namespace casement::site
