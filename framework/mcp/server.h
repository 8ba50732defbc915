// A server of the Model Context Protocol, whatever carries its messages: says what it offers, checks what it is asked,
// and calls the handlers. Revisions 2025-06-18, 2025-11-25 and 2026-07-28 side by side, chosen by each request's own
// shape: one whose `_meta` names its revision speaks for itself, others belong to a session that `initialize` has
// opened.
//
// Rows are added before the first message; everything else may be called from any thread, and handlers run on the
// thread that calls `answer`.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "casement/mcp/features.h"
#include "casement/mcp/signed_state.h"

namespace casement::mcp {

struct ServerInfo {
  std::string name;
  std::string title;
  std::string version;
  std::string instructions;  // for the client's model; "" for none
  // What may be another list later; clients are told then.
  bool tools_change = false;
  bool prompts_change = false;
  bool resources_change = false;
};

// Whose message it is, and how it came.
struct Client {
  Session& session;
  std::shared_ptr<Outlet> outlet;    // of what belongs to this message: progress, questions, a subscription
  std::shared_ptr<Outlet> standing;  // of what belongs to none; may be null
  bool says_newest = false;          // what carried it says that it is of the newest revision
};

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

  void add(Tool tool) { tools_.push_back(std::move(tool)); }
  void add(Resource resource) { resources_.push_back(std::move(resource)); }
  void add(ResourceTemplate one) { templates_.push_back(std::move(one)); }
  void add(Prompt prompt) { prompts_.push_back(std::move(prompt)); }
  const std::vector<Tool>& tools() const { return tools_; }

  // Handles one message. Never throws.
  Answer answer(const Message& message, const Client& client) noexcept;

  // Tell those who asked to be told.
  void resource_updated(const std::string& uri);  // every client
  // Only the clients whose session has this key, where the same address means another thing for each.
  void resource_updated(const std::string& uri, const std::string& session_key);
  void tools_changed() { changed("tools"); }
  void prompts_changed() { changed("prompts"); }
  void resources_changed() { changed("resources"); }

  // Forgets the subscriptions of a client that has gone; of this request only where `id` is given. False for none.
  bool forget(const Session& session, const Json& id = nullptr);
  // Tells the newest clients that their subscriptions end here.
  void end_subscriptions();

 private:
  struct Subscription {
    const Session* session = nullptr;
    std::string session_key;
    Json id;  // of the request that it is; null for those of the older revisions
    std::shared_ptr<Outlet> outlet;
    std::set<std::string> lists = {};  // "tools", "prompts", "resources"
    std::set<std::string> uris = {};
  };
  struct Request;  // one that is being answered
  using Handler = Json (Server::*)(Request& request);
  struct Row;
  static const std::vector<Row>& rows();

  Answer answer_request(const Message& message, const Client& client);
  void take_notification(const Message& message, const Client& client);
  Json handle(Request& request);
  void check_envelope(Request& request) const;

  Json initialize(Request& request);
  Json discover(Request& request);
  Json ping(Request& request);
  Json set_level(Request& request);
  Json list_tools(Request& request);
  Json call_tool(Request& request);
  Json list_resources(Request& request);
  Json list_templates(Request& request);
  Json read_resource(Request& request);
  Json subscribe(Request& request);
  Json unsubscribe(Request& request);
  Json listen(Request& request);
  Json list_prompts(Request& request);
  Json get_prompt(Request& request);
  Json complete(Request& request);

  Json capabilities(bool newest) const;
  Json identity() const;
  // Gives the call the answers that a repeated request brings.
  void take_responses(Request& request, const std::string& purpose) const;
  Json input_required(const Request& request, const InputRequired& required, const std::string& purpose) const;
  void changed(const std::string& list);
  static void tell_update(const Subscription& one, const std::string& uri);

  const ServerInfo info_;
  std::vector<Tool> tools_;
  std::vector<Resource> resources_;
  std::vector<ResourceTemplate> templates_;
  std::vector<Prompt> prompts_;
  const SignedState state_;

  std::mutex mutex_;  // of the subscriptions
  std::vector<Subscription> subscriptions_;
};

}  // namespace casement::mcp
