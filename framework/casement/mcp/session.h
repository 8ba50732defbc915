// What a server keeps of one client: how it introduced itself, which of its requests are in progress, and what it was
// asked. Over stdio there is one for the whole program, over HTTP one for each session of the older revisions, and one
// for each request of the newest, which has no sessions. Any thread.
#pragma once

#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

#include "casement/base/deadline.h"
#include "casement/mcp/message.h"
#include "casement/mcp/revision.h"

namespace casement::mcp {

// Where messages to a client go. Any thread; what cannot be delivered is dropped.
class Outlet {
 public:
  virtual ~Outlet() = default;
  virtual void send(const Json& message) = 0;
};

class Session {
 public:
  // `key` tells clients apart where a server keeps something for each; "" where nothing can be kept.
  explicit Session(std::string key) : key_(std::move(key)) {}

  const std::string& key() const { return key_; }

  // What `initialize` agreed on; none before, and none for requests that speak for themselves.
  void open(Revision revision, Json client_capabilities);
  std::optional<Revision> revision() const;
  Json client_capabilities() const;
  void set_log_level(std::string level);
  std::string log_level() const;

  // A request in progress; its source is asked to stop when the client cancels it, or the session ends. Null where one
  // with this id is in progress already.
  std::optional<std::stop_source> begin(const Json& id);
  void end(const Json& id);
  void cancel(const Json& id);
  // Ends all that is in progress, and all that comes.
  void close();
  std::size_t in_progress() const;

  // Asks the client something, and waits for its answer; for the older revisions. Throws RpcError where it answers with
  // an error or not at all.
  Json ask(Outlet& outlet, const std::string& method, const Json& params, const std::stop_token& stopped,
           Deadline deadline);
  // An answer to that; one that was never asked for is dropped.
  void answered(const Message& message);

 private:
  struct Question {
    std::optional<Message> answer;
  };
  const std::string key_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Revision> revision_;
  Json client_capabilities_ = Json::object();
  std::string log_level_;
  std::map<Json, std::stop_source> in_progress_;  // by id
  std::map<std::string, Question> questions_;     // by id
  std::size_t asked_ = 0;
  bool closed_ = false;
};

}  // namespace casement::mcp
