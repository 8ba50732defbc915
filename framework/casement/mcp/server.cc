#include "casement/mcp/server.h"

#include <algorithm>
#include <exception>

#include "casement/base/error.h"
#include "casement/base/text.h"

namespace casement::mcp {
namespace {

constexpr const char* kRevisionKey = "io.modelcontextprotocol/protocolVersion";
constexpr const char* kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

Json meta_of(const Message& message) {
  const auto meta = message.params.find("_meta");
  return meta != message.params.end() && meta->is_object() ? *meta : Json::object();
}

RpcError unknown_method(const std::string& method, std::string_view why) {
  return {RpcCode::MethodNotFound, "there is no method '" + shorten(method, 80) + "'" + std::string(why)};
}

}  // namespace

bool speaks_for_itself(const Message& message) {
  if (message.method == "server/discover" || message.method == "subscriptions/listen") return true;
  const Json meta = meta_of(message);
  return meta.contains(kRevisionKey) || meta.contains(kCapabilitiesKey);
}

bool takes_long(std::string_view method) {
  return method == "tools/call" || method == "resources/read" || method == "resources/list" ||
         method == "prompts/get" || method == "completion/complete";
}

struct Server::Row {
  enum class Era { Older, Newest, Both };
  std::string_view method;
  Json (*handler)(Server& server, ServerRequest& request);
  Era era = Era::Both;
  int fresh_for = -1;         // milliseconds for which clients may cache the result; -1: no "ttlMs" is sent
  bool is_everybodys = true;  // the result is the same for every client
};

const std::vector<Server::Row>& Server::rows() {
  using enum Row::Era;
  using S = Server;
  using R = ServerRequest;
  constexpr int minutes = 60'000;
  static const std::vector<Row> all = {
      {"initialize", [](S& server, R& request) { return server.initialize(request); }, Older},
      {"ping", [](S&, R&) { return Json::object(); }, Older},
      {"logging/setLevel", [](S& server, R& request) { return server.set_level(request); }, Older},
      {"resources/subscribe", [](S& server, R& request) { return server.subscriptions_.subscribe(request); }, Older},
      {"resources/unsubscribe", [](S& server, R& request) { return server.subscriptions_.unsubscribe(request); },
       Older},
      {"server/discover", [](S& server, R&) { return server.discover(); }, Newest, 60 * minutes},
      {"subscriptions/listen", [](S& server, R& request) { return server.subscriptions_.listen(request); }, Newest},
      {"tools/list", [](S& server, R& request) { return server.features_.list_tools(request); }, Both, 5 * minutes},
      {"tools/call", [](S& server, R& request) { return server.features_.call_tool(request); }},
      {"resources/list", [](S& server, R& request) { return server.features_.list_resources(request); }, Both, 0,
       false},
      {"resources/templates/list", [](S& server, R& request) { return server.features_.list_templates(request); }, Both,
       5 * minutes},
      {"resources/read", [](S& server, R& request) { return server.features_.read_resource(request); }, Both, 0, false},
      {"prompts/list", [](S& server, R& request) { return server.features_.list_prompts(request); }, Both, 5 * minutes},
      {"prompts/get", [](S& server, R& request) { return server.features_.get_prompt(request); }},
      {"completion/complete", [](S& server, R& request) { return server.features_.complete(request); }},
  };
  return all;
}

Answer Server::answer(const Message& message, const Client& client) noexcept {
  try {
    switch (message.kind) {
      case Message::Kind::Invalid:
        return {error_response(message.id, message.problem), true};
      case Message::Kind::Response:
        client.session.answered(message);
        return {};
      case Message::Kind::Notification:
        take_notification(message, client);
        return {};
      case Message::Kind::Request:
        return answer_request(message, client);
    }
  } catch (const std::exception& error) {
    return {error_response(message.id, {RpcCode::Internal, to_valid_utf8(error.what())})};
  }
  return {};
}

void Server::take_notification(const Message& message, const Client& client) {
  if (message.method != "notifications/cancelled") return;
  const auto id = message.params.find("requestId");
  if (id == message.params.end()) return;
  client.session.cancel(*id);
  if (subscriptions_.forget(client.session, *id)) client.session.end(*id);
}

Answer Server::answer_request(const Message& message, const Client& client) {
  const Json meta = meta_of(message);
  const bool newest = client.says_newest || speaks_for_itself(message);
  const std::optional<std::stop_source> source = client.session.begin(message.id);
  if (!source) {
    return {error_response(message.id, {RpcCode::InvalidRequest, "a request with this id is in progress"}), true};
  }
  const Revision revision = newest ? Revision::July2026 : client.session.revision().value_or(Revision::November2025);
  const Json said =
      meta.contains(kCapabilitiesKey) && meta[kCapabilitiesKey].is_object() ? meta[kCapabilitiesKey] : Json::object();
  Call call(client.session, *client.outlet, revision, meta, newest ? said : client.session.client_capabilities(),
            source->get_token());
  ServerRequest request{message, client, newest, call};
  Answer answer;
  answer.newest = newest;
  try {
    check_envelope(request);
    Json result = handle(request);
    answer.held = request.held;
    if (!request.held) answer.message.emplace(response(message.id, std::move(result)));
  } catch (const RpcError& error) {
    answer.message.emplace(error_response(message.id, error));
    answer.of_envelope = error.of_envelope;
  } catch (const std::exception& error) {
    answer.message.emplace(error_response(message.id, {RpcCode::Internal, to_valid_utf8(error.what())}));
  }
  if (request.held) return answer;  // in progress until it is cancelled
  client.session.end(message.id);
  if (source->stop_requested()) answer.message.reset();
  return answer;
}

void Server::check_envelope(ServerRequest& request) const {
  if (!request.newest) {
    const std::string& method = request.message.method;
    if (request.client.session.revision() || method == "initialize" || method == "ping") return;
    throw RpcError{RpcCode::InvalidRequest,
                   "no revision is agreed yet: send 'initialize' first, or name the revision in every request's _meta",
                   nullptr, true};
  }
  const Json meta = meta_of(request.message);
  for (const char* key : {kRevisionKey, kCapabilitiesKey}) {
    const bool is_right = meta.contains(key) && (key == kRevisionKey ? meta[key].is_string() : meta[key].is_object());
    if (!is_right) {
      throw RpcError{RpcCode::InvalidParams, "params._meta needs \"" + std::string(key) + "\"", nullptr, true};
    }
  }
  const std::string said = meta[kRevisionKey].get<std::string>();
  if (said == to_string(Revision::July2026)) return;
  throw RpcError{
      RpcCode::UnsupportedProtocolVersion,
      "requests that name their revision are understood in that of " + std::string(to_string(Revision::July2026)),
      {{"supported", Json::array({to_string(Revision::July2026)})}, {"requested", said}},
      true};
}

Json Server::handle(ServerRequest& request) {
  const std::string& method = request.message.method;
  const auto row = std::ranges::find(rows(), std::string_view(method), &Row::method);
  if (row == rows().end()) throw unknown_method(method, "");
  if (request.newest && row->era == Row::Era::Older) throw unknown_method(method, " in this revision");
  Json result = row->handler(*this, request);
  if (!request.newest || request.held) return result;
  if (!result.contains("resultType")) result["resultType"] = "complete";
  result["_meta"]["io.modelcontextprotocol/serverInfo"] = identity();
  if (row->fresh_for >= 0 && result["resultType"] == "complete") {
    result["ttlMs"] = row->fresh_for;
    result["cacheScope"] = row->is_everybodys ? "public" : "private";
  }
  return result;
}

Json Server::identity() const {
  Json said = {{"name", info_.name}, {"version", info_.version}};
  if (!info_.title.empty()) said["title"] = info_.title;
  return said;
}

Json Server::capabilities(bool newest) const {
  Json said = Json::object();
  const auto list = [](bool changes) { return changes ? Json{{"listChanged", true}} : Json::object(); };
  if (!features_.tools().empty()) said["tools"] = list(info_.tools_change);
  if (features_.has_prompts()) said["prompts"] = list(info_.prompts_change);
  if (features_.has_resources()) {
    said["resources"] = list(info_.resources_change);
    said["resources"]["subscribe"] = true;
  }
  if (features_.has_completions()) said["completions"] = Json::object();
  if (!newest) said["logging"] = Json::object();
  return said;
}

Json Server::initialize(ServerRequest& request) {
  const Revision asked = revision_of(request.text("protocolVersion")).value_or(Revision::November2025);
  const Revision agreed = asked == Revision::July2026 ? Revision::November2025 : asked;
  const auto said = request.params().find("capabilities");
  request.client.session.open(agreed, said != request.params().end() && said->is_object() ? *said : Json::object());
  subscriptions_.add_session(request.client);
  Json result = {
      {"protocolVersion", to_string(agreed)}, {"capabilities", capabilities(false)}, {"serverInfo", identity()}};
  if (!info_.instructions.empty()) result["instructions"] = info_.instructions;
  return result;
}

Json Server::discover() const {
  Json result = {{"supportedVersions", Json::array({to_string(Revision::July2026)})},
                 {"capabilities", capabilities(true)}};
  if (!info_.instructions.empty()) result["instructions"] = info_.instructions;
  return result;
}

Json Server::set_level(ServerRequest& request) const {
  const std::string level = request.text("level");
  if (std::ranges::find(log_levels(), level) == log_levels().end()) {
    throw RpcError{RpcCode::InvalidParams, "there is no log level '" + shorten(level, 60) + "'"};
  }
  request.client.session.set_log_level(level);
  return Json::object();
}

}  // namespace casement::mcp
