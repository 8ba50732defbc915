// The step `route_socket`, which stands between a page and a server, and the messages of a test to such sockets.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/error.h"
#include "casement/flow/steps/step_map.h"
#include "casement/flow/steps/step_rows.h"
#include "casement/relay/rule_reader.h"
#include "casement/relay/socket_relay.h"
#include "casement/site/stream_reader.h"
#include "casement/yaml/yaml_json.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

// The pattern of a WebSocket's address.
std::string read_socket_url(const StepMap& map) {
  const std::string url = map.some_text("url");
  if (url.starts_with("ws://") || url.starts_with("wss://") || url.starts_with('*')) return url;
  throw map.scope().source().error_at(map.find("url")->value.place,
                                      "the address of a WebSocket begins with ws://, wss:// or *");
}

PlannedStep parse_route_socket(const StepScope& scope) {
  const StepMap map(scope);
  if (scope.main_flow().has_application) {
    throw scope.source().error_at(scope.entry().key.place,
                                  "the sockets of an application's pages cannot be routed, because the application "
                                  "makes the browser context");
  }
  const std::string url = read_socket_url(map);
  PlannedStep step;
  try {
    if (map.has("serve")) {
      SocketScript script = site::read_socket(map.json("serve"), "/serve");
      step.actions.push_back(scope.action(
          scope.entry().key, url + " is served", "route_socket",
          [url, script = std::move(script)](StepRun& run) { run.environment.socket_relay().serve(url, script); }));
      return step;
    }
    std::vector<SocketRule> rules =
        map.has("rules") ? relay::read_socket_rules(map.json("rules"), "/rules") : std::vector<SocketRule>();
    const std::string title = rules.empty() ? url : fmt::format("{} by {} rules", url, rules.size());
    step.actions.push_back(scope.action(
        scope.entry().key, title, "route_socket",
        [url, rules = std::move(rules)](StepRun& run) { run.environment.socket_relay().route_by_rules(url, rules); }));
  } catch (const SiteRuleError& error) {
    throw error_in_step(scope, error);
  }
  return step;
}

}  // namespace

PlannedStep plan_send_to_socket(const StepScope& scope) {
  const StepMap map(scope);
  const std::string url = read_socket_url(map);
  const bool is_to_server = map.word("to", "page") == "server";
  StreamAction action;
  try {
    nlohmann::json keys = to_json(scope, scope.entry().value);
    keys.erase("url");
    keys.erase("to");
    action = site::read_live_action(keys, true, "'send_message'");
  } catch (const SiteRuleError& error) {
    throw error_in_step(scope, error);
  }
  using Kind = StreamAction::Kind;
  if (action.kind == Kind::File || (is_to_server && action.kind != Kind::Text && action.kind != Kind::Binary)) {
    throw scope.source().error_at(scope.entry().key.place,
                                  is_to_server ? "a message to the server has one of text, json and base64"
                                               : "beside 'url', a message has no 'file': use text, json or base64");
  }
  PlannedStep step;
  step.actions.push_back(
      scope.action(scope.entry().key, url + (is_to_server ? " to the server" : ""), "send_message",
                   [url, is_to_server, action = std::move(action), timeout = scope.timeout_or_flow()](StepRun& run) {
                     const RoutedSocket socket = run.environment.socket_relay().sockets(url);
                     if (!is_to_server)
                       socket.act(action, timeout);
                     else if (action.kind == Kind::Binary)
                       socket.send_binary_to_server(action.content.data.value_or(""));
                     else
                       socket.send_to_server(action.content.data.value_or(""));
                   }));
  return step;
}

std::vector<StepSpec> socket_steps() {
  return {{"route_socket",
           ArgumentShape::Map,
           "Stands between the page's WebSockets and their server, or answers them without a server.",
           "{ url: \"ws://localhost:8080/feed\", rules: [{ from: server, match: \"price*\", delay: 300ms }] }",
           parse_route_socket,
           {needed({"url", Shape::Text, "the address of the sockets; * is any run of characters"}),
            {"rules", Shape::Any, "a list: what becomes of messages; the first rule that matches counts"},
            {"serve", Shape::Any, "answers without a server, as a rule `socket` of a site"}},
           StepBlocks::None,
           {},
           {"rules", "serve"}}};
}

}  // namespace casement
