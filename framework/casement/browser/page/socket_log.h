// The WebSockets and EventSources of a page, its frames and its workers, with their messages. The log stores the newest
// messages of the page; the sockets also count the messages that are no longer stored.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "casement/browser/events/event_log.h"
#include "casement/browser/events/event_table.h"
#include "casement/browser/values/page_extension.h"
#include "casement/browser/values/page_records.h"
#include "casement/cdp/message.h"

namespace casement {

class NetworkLog;
class PageSession;

class SocketLog : public PageExtension {
 public:
  // Registers the handlers in the page's tables, after those of the network log, which stores the sockets' requests.
  explicit SocketLog(PageSession& page);

  // All sockets, oldest first, without their messages.
  const std::deque<SocketRecord>& sockets() const { return sockets_; }
  // The stored messages of all sockets in the order of arrival. Their `url` is empty.
  const std::deque<SocketMessage>& messages() const { return messages_; }
  // Returns null if the log has dropped the socket.
  const SocketRecord* find(EventNumber socket) const;
  // Copies of all sockets with their messages.
  std::vector<SocketRecord> copy() const;
  // The message with the address of its socket.
  SocketMessage copy(const SocketMessage& message) const;
  // Calls the watcher for each message that follows, until its owner releases it. A reducer calls it: it must neither
  // wait nor throw.
  using Watcher = std::function<void(const SocketRecord& socket, const SocketMessage& message)>;
  void watch(std::weak_ptr<const Watcher> watcher) { watchers_.push_back(std::move(watcher)); }
  // Raises the limits of the log for the messages that follow.
  void keep_everything();

 private:
  static constexpr std::size_t kMostSockets = 1000;

  void register_events(EventTable& events);
  void begin(const Json& params, SocketRecord::Kind kind);
  void on_handshake(const Json& params);
  void on_frame(const Json& params, SocketMessage::Direction direction);
  void on_event_of_source(const Json& params);
  void on_end(const Json& params);
  SocketRecord* known(const Json& params);
  void add(SocketRecord& socket, SocketMessage message, double timestamp);
  void tell_watchers(const SocketRecord& socket, const SocketMessage& message);
  void drop_oldest();

  EventClock& clock_;
  const NetworkLog& network_;
  std::size_t most_messages_ = 1000;
  std::size_t most_bytes_ = std::size_t{4} << 20;
  std::size_t bytes_ = 0;  // of the stored messages
  std::deque<SocketRecord> sockets_;
  std::deque<SocketMessage> messages_;
  std::unordered_map<std::string, SocketRecord*> open_;  // by request id
  std::vector<std::weak_ptr<const Watcher>> watchers_;
};

// The longest stored part of a message, in bytes.
inline constexpr std::size_t kLongestMessage = std::size_t{64} * 1024;

}  // namespace casement
