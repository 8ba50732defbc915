// The clients to notify of changes: sessions of the older revisions, and streams of the newest. Any thread may call.
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "casement/mcp/server_info.h"
#include "casement/mcp/server_request.h"

namespace casement::mcp {

class Subscriptions {
 public:
  explicit Subscriptions(const ServerInfo& info) : info_(info) {}

  // Notifies a session of an older revision of all changes to lists.
  void add_session(const Client& client);

  // Each returns the result of the method with its name; `listen` holds the request. Throws RpcError.
  Json subscribe(ServerRequest& request);
  Json unsubscribe(ServerRequest& request);
  Json listen(ServerRequest& request);

  void resource_updated(const std::string& uri);
  // Notifies only clients whose session has this key.
  void resource_updated(const std::string& uri, const std::string& session_key);
  // `list`: "tools", "prompts" or "resources".
  void changed(const std::string& list);

  // Removes the subscriptions of a client that has gone; only this request's if `id` is given. Returns false if there
  // were none.
  bool forget(const Session& session, const Json& id = nullptr);
  // Notifies clients of the newest revision that their subscriptions end.
  void end_all();

 private:
  struct Subscription {
    const Session* session = nullptr;
    std::string session_key;
    Json id;  // of the request; null in the older revisions
    std::shared_ptr<Outlet> outlet;
    std::set<std::string> lists = {};  // "tools", "prompts", "resources"
    std::set<std::string> uris = {};
  };
  static void tell_update(const Subscription& one, const std::string& uri);

  const ServerInfo& info_;
  std::mutex mutex_;
  std::vector<Subscription> subscriptions_;
};

}  // namespace casement::mcp
