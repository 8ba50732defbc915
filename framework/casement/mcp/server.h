// A server of the Model Context Protocol, whatever carries its messages: says what it offers, checks what it is asked,
// and calls the handlers. Revisions 2025-06-18, 2025-11-25 and 2026-07-28 side by side, chosen by each request's own
// shape: one whose `_meta` names its revision speaks for itself, others belong to a session that `initialize` has
// opened.
//
// Rows are added before the first message; everything else may be called from any thread, and handlers run on the
// thread that calls `answer`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "casement/mcp/feature_list.h"
#include "casement/mcp/server_info.h"
#include "casement/mcp/server_request.h"
#include "casement/mcp/subscriptions.h"

namespace casement::mcp {

struct Answer {
  std::optional<Json> message;  // none for notifications, and for requests that nobody waits for any more
  bool of_envelope = false;     // an error about what is around the request; see RpcError
  bool held = false;            // a subscription: its answer comes when it ends
  bool newest = false;          // the request was of the newest revision
};

// Whether a request names its revision, as those of the newest do, and so belongs to no session.
bool speaks_for_itself(const Message& message);
// Whether a request may be answered by what takes its time; others are answered at once.
bool takes_long(std::string_view method);

class Server {
 public:
  explicit Server(ServerInfo info) : info_(std::move(info)) {}

  template <typename Feature>  // a Tool, Resource, ResourceTemplate or Prompt
  void add(Feature feature) {
    features_.add(std::move(feature));
  }
  const std::vector<Tool>& tools() const { return features_.tools(); }

  // Handles one message. Never throws.
  Answer answer(const Message& message, const Client& client) noexcept;

  // Tell the clients that asked for it.
  void resource_updated(const std::string& uri) { subscriptions_.resource_updated(uri); }
  // Only the clients whose session has this key, if the same address is another thing for each.
  void resource_updated(const std::string& uri, const std::string& session_key) {
    subscriptions_.resource_updated(uri, session_key);
  }
  void tools_changed() { subscriptions_.changed("tools"); }
  void prompts_changed() { subscriptions_.changed("prompts"); }
  void resources_changed() { subscriptions_.changed("resources"); }

  // Forgets the subscriptions of a client that has gone; only this request's if `id` is given. Returns false if there
  // were none.
  bool forget(const Session& session, const Json& id = nullptr) { return subscriptions_.forget(session, id); }
  // Tells the newest clients that their subscriptions end here.
  void end_subscriptions() { subscriptions_.end_all(); }

 private:
  struct Row;
  static const std::vector<Row>& rows();

  Answer answer_request(const Message& message, const Client& client);
  void take_notification(const Message& message, const Client& client);
  Json handle(ServerRequest& request);
  void check_envelope(ServerRequest& request) const;

  Json initialize(ServerRequest& request);
  Json discover() const;
  Json set_level(ServerRequest& request) const;
  Json capabilities(bool newest) const;
  Json identity() const;

  const ServerInfo info_;
  FeatureList features_;
  Subscriptions subscriptions_{info_};
};

}  // namespace casement::mcp
