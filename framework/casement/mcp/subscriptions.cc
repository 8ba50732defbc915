#include "casement/mcp/subscriptions.h"

#include <algorithm>

namespace casement::mcp {
namespace {

constexpr const char* kSubscriptionKey = "io.modelcontextprotocol/subscriptionId";

Json with_subscription(const Json& id, Json params) {
  if (!id.is_null()) params["_meta"][kSubscriptionKey] = id;
  return params;
}

}  // namespace

void Subscriptions::add_session(const Client& client) {
  if (!client.standing) return;
  const std::lock_guard lock(mutex_);
  subscriptions_.push_back(
      {&client.session, client.session.key(), nullptr, client.standing, {"tools", "prompts", "resources"}});
}

Json Subscriptions::subscribe(ServerRequest& request) {
  const std::string uri = request.text("uri");
  const std::lock_guard lock(mutex_);
  const auto known = std::ranges::find_if(subscriptions_, [&](const Subscription& one) {
    return one.session == &request.client.session && one.id.is_null();
  });
  if (known != subscriptions_.end()) {
    known->uris.insert(uri);
  } else if (request.client.standing) {
    const Session& session = request.client.session;
    subscriptions_.push_back({&session, session.key(), nullptr, request.client.standing, {}, {uri}});
  }
  return Json::object();
}

Json Subscriptions::unsubscribe(ServerRequest& request) {
  const std::string uri = request.text("uri");
  const std::lock_guard lock(mutex_);
  for (Subscription& one : subscriptions_) {
    if (one.session == &request.client.session) one.uris.erase(uri);
  }
  return Json::object();
}

Json Subscriptions::listen(ServerRequest& request) {
  const auto filter = request.params().find("notifications");
  if (filter == request.params().end() || !filter->is_object()) {
    throw RpcError{RpcCode::InvalidParams, "subscriptions/listen needs an object 'notifications'"};
  }
  Subscription made{&request.client.session, request.client.session.key(), request.message.id, request.client.outlet};
  Json agreed = Json::object();
  const auto take = [&](const char* key, const char* list, bool changes) {
    const auto wanted = filter->find(key);
    if (!changes || wanted == filter->end() || *wanted != true) return;
    agreed[key] = true;
    made.lists.insert(list);
  };
  take("toolsListChanged", "tools", info_.tools_change);
  take("promptsListChanged", "prompts", info_.prompts_change);
  take("resourcesListChanged", "resources", info_.resources_change);
  if (const auto uris = filter->find("resourceSubscriptions"); uris != filter->end() && uris->is_array()) {
    for (const Json& uri : *uris) {
      if (uri.is_string()) made.uris.insert(uri.get<std::string>());
    }
    if (!made.uris.empty()) agreed["resourceSubscriptions"] = made.uris;
  }
  const std::lock_guard lock(mutex_);  // the acknowledgement must come first
  request.client.outlet->send(notification("notifications/subscriptions/acknowledged",
                                           with_subscription(request.message.id, {{"notifications", agreed}})));
  subscriptions_.push_back(std::move(made));
  request.held = true;
  return nullptr;
}

void Subscriptions::resource_updated(const std::string& uri) {
  const std::lock_guard lock(mutex_);
  for (const Subscription& one : subscriptions_) tell_update(one, uri);
}

void Subscriptions::resource_updated(const std::string& uri, const std::string& session_key) {
  const std::lock_guard lock(mutex_);
  for (const Subscription& one : subscriptions_) {
    if (one.session_key == session_key) tell_update(one, uri);
  }
}

void Subscriptions::tell_update(const Subscription& one, const std::string& uri) {
  if (!one.uris.contains(uri)) return;
  one.outlet->send(notification("notifications/resources/updated", with_subscription(one.id, {{"uri", uri}})));
}

void Subscriptions::changed(const std::string& list) {
  const std::lock_guard lock(mutex_);
  for (const Subscription& one : subscriptions_) {
    if (!one.lists.contains(list)) continue;
    one.outlet->send(
        notification("notifications/" + list + "/list_changed", with_subscription(one.id, Json::object())));
  }
}

bool Subscriptions::forget(const Session& session, const Json& id) {
  const std::lock_guard lock(mutex_);
  return std::erase_if(subscriptions_, [&](const Subscription& one) {
           return one.session == &session && (id.is_null() || one.id == id);
         }) > 0;
}

void Subscriptions::end_all() {
  const std::lock_guard lock(mutex_);
  for (const Subscription& one : subscriptions_) {
    if (one.id.is_null()) continue;
    one.outlet->send(response(one.id, with_subscription(one.id, {{"resultType", "complete"}})));
  }
  subscriptions_.clear();
}

}  // namespace casement::mcp
