// The server's state of one client: the result of `initialize`, the requests in progress, and the questions to the
// client. Over stdio the whole program has one session. Over HTTP there is one for each session of the older revisions,
// and one for each request of the newest, which has no sessions. Any thread.
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

// Sends messages to a client. Any thread; undeliverable messages are dropped.
class Outlet {
 public:
  virtual ~Outlet() = default;
  virtual void send(const Json& message) = 0;
};

class Session {
 public:
  // `key` identifies the client in other state of the server; "" if nothing can be stored for it.
  explicit Session(std::string key) : key_(std::move(key)) {}

  const std::string& key() const { return key_; }

  // Stores the result of `initialize`. Empty before, and for independent requests.
  void open(Revision revision, Json client_capabilities);
  std::optional<Revision> revision() const;
  Json client_capabilities() const;
  void set_log_level(std::string level);
  std::string log_level() const;

  // Begins a request. Its source requests a stop when the client cancels the request or the session ends. Returns
  // nullopt if a request with this id is in progress.
  std::optional<std::stop_source> begin(const Json& id);
  void end(const Json& id);
  void cancel(const Json& id);
  // Requests a stop of everything in progress, and of later requests.
  void close();
  std::size_t in_progress() const;

  // Asks the client a question and waits for the answer; only in the older revisions. Throws RpcError if the client
  // answers with an error, if it does not answer before the deadline, or if a stop is requested.
  Json ask(Outlet& outlet, const std::string& method, const Json& params, const std::stop_token& stopped,
           Deadline deadline);
  // Takes an answer to such a question; answers to other questions are dropped.
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
