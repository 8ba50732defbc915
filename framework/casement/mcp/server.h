// A server of the Model Context Protocol, independent of the transport: describes its features, checks requests, and
// calls the handlers. Supports revisions 2025-06-18, 2025-11-25 and 2026-07-28 side by side, according to the form of
// each request: a request whose `_meta` names its revision is independent, others belong to a session that `initialize`
// has opened.
//
// Rows are added before the first message; all other functions may be called from any thread, and handlers run on the
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
  std::optional<Json> message;  // empty for notifications and for cancelled requests
  bool of_envelope = false;     // an error in the envelope of the request; see RpcError
  bool held = false;            // a subscription, answered when it ends
  bool newest = false;          // the request was of the newest revision
};

// Whether a request names its revision, as in the newest one, and so belongs to no session.
bool speaks_for_itself(const Message& message);
// Whether a request with this method may take long; others are answered at once.
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

  // Notifies the clients that have subscribed to the resource.
  void resource_updated(const std::string& uri) { subscriptions_.resource_updated(uri); }
  // Notifies only clients whose session has this key, for a URI that means something else to each client.
  void resource_updated(const std::string& uri, const std::string& session_key) {
    subscriptions_.resource_updated(uri, session_key);
  }
  void tools_changed() { subscriptions_.changed("tools"); }
  void prompts_changed() { subscriptions_.changed("prompts"); }
  void resources_changed() { subscriptions_.changed("resources"); }

  // Removes the subscriptions of a client that has gone; only this request's if `id` is given. Returns false if there
  // were none.
  bool forget(const Session& session, const Json& id = nullptr) { return subscriptions_.forget(session, id); }
  // Notifies clients of the newest revision that their subscriptions end.
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
