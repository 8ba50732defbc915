#include "casement/site/stream_check.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/http/reader.h"
#include "casement/http/socket_frames.h"
#include "casement/site/rule_reads.h"
#include "casement/site/static_file.h"

namespace casement::site {
namespace {

using At = SiteRuleError::At;
using Kind = StreamAction::Kind;

// The connection in which an action takes place.
enum class Where { SocketOpens, SocketMessage, Events };

void check_pointer(const std::string& text, const std::string& place, At at) {
  if (const std::string problem = json_pointer_problem(text); !problem.empty()) throw SiteRuleError(problem, place, at);
}

bool has_control(std::string_view text) {
  return text.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos;
}

void check_times(const StreamAction& action, const std::string& place) {
  const auto in_range = [](std::chrono::milliseconds value) {
    return value.count() >= 0 && value.count() <= kLongestDelay;
  };
  if (!in_range(action.delay)) throw SiteRuleError("a delay is 0 to 600000 ms", place + "/delay", At::Value);
  if (!in_range(action.every)) throw SiteRuleError("'every' is 1 to 600000 ms", place + "/every", At::Value);
  if (action.times < 0) throw SiteRuleError("'times' is at least 1", place + "/times", At::Value);
  const bool repeats = action.every.count() > 0;
  if (action.times > 0 && !repeats) {
    throw SiteRuleError("'times' needs 'every', the time between two repetitions", place + "/times", At::Key);
  }
  if (repeats && action.kind >= Kind::Close) {
    throw SiteRuleError("a connection ends or stalls only once, so 'every' has no meaning here", place + "/every",
                        At::Key);
  }
}

void check_close(const StreamAction& action, const std::string& place) {
  if (!http::is_close_code(action.close_code)) {
    throw SiteRuleError("a socket can be closed with the codes 1000 to 1003, 1007 to 1014 and 3000 to 4999",
                        place + "/close", At::Value);
  }
  if (action.reason.size() > http::kMaxControlPayload - 2 || !is_valid_utf8(action.reason)) {
    throw SiteRuleError("the reason of a close is UTF-8 of at most 123 bytes", place + "/reason", At::Value);
  }
}

void check_event(const SiteEvent& event, const std::string& place) {
  if (has_control(event.event)) throw SiteRuleError("the name of an event is one line", place + "/event", At::Value);
  if (event.id && has_control(*event.id)) throw SiteRuleError("an id is one line", place + "/id", At::Value);
  if (event.retry && (event.retry->count() < 0 || event.retry->count() > kLongestDelay)) {
    throw SiteRuleError("'retry' is 0 to 600000 ms", place + "/retry", At::Value);
  }
}

void check_kind(const StreamAction& action, Where where, const std::string& place) {
  const bool is_event = where == Where::Events;
  if (is_event && (action.kind == Kind::Binary || action.kind == Kind::Echo || action.is_binary)) {
    throw SiteRuleError("an event stream sends only text", place, At::Value);
  }
  if (!is_event && (action.content.id || action.content.retry || !action.content.event.empty())) {
    throw SiteRuleError("only events of an event stream have a name, an id and 'retry'", place, At::Value);
  }
  if (where != Where::SocketMessage && (action.kind == Kind::Echo || !action.copy.empty())) {
    const bool echoes = action.kind == Kind::Echo;
    throw SiteRuleError(std::string(echoes ? "'echo'" : "'copy'") + " has a meaning only in the reply to a message",
                        place + (echoes ? "/echo" : "/copy"), At::Key);
  }
}

// Whether a value can be put into the JSON text at this pointer.
bool is_place_in(const std::string& text, const std::string& pointer) {
  try {
    Json value = parse_json(text);
    value[Json::json_pointer(pointer)] = nullptr;
    return true;
  } catch (const Json::exception&) {
    return false;
  } catch (const Error&) {
    return false;
  }
}

void check_copies(const StreamAction& action, const std::string& place) {
  for (const auto& [into, from] : action.copy) {
    const std::string entry = child(place + "/copy", into);
    check_pointer(into, entry, At::Key);
    check_pointer(from, entry, At::Value);
    if (!is_place_in(action.content.data.value_or(""), into)) {
      throw SiteRuleError("'" + shorten(into, 80) + "' is not a place in the JSON of the action", entry, At::Key);
    }
  }
}

void check_action(const StreamAction& action, Where where, const std::string& place) {
  check_kind(action, where, place);
  check_times(action, place);
  if (action.kind == Kind::Close && where != Where::Events) check_close(action, place);
  if (action.kind == Kind::File && !is_safe_relative(action.path)) {
    throw SiteRuleError("'file' must name a file beneath the host's folder", place + "/file", At::Value);
  }
  if (where == Where::Events) check_event(action.content, place);
  if (action.kind == Kind::Text && !is_valid_utf8(action.content.data.value_or(""))) {
    throw SiteRuleError("a text must be UTF-8; send other bytes as binary data", place, At::Value);
  }
  check_copies(action, place);
}

void check_actions(const std::vector<StreamAction>& actions, Where where, const std::string& place) {
  for (std::size_t i = 0; i < actions.size(); ++i) check_action(actions[i], where, place + "/" + std::to_string(i));
}

void check_protocols(const std::vector<std::string>& protocols) {
  for (std::size_t i = 0; i < protocols.size(); ++i) {
    const std::string place = "/socket/protocols/" + std::to_string(i);
    if (!http::is_token(protocols[i])) {
      throw SiteRuleError("'" + shorten(to_valid_utf8(protocols[i]), 40) + "' is not the name of a sub-protocol", place,
                          At::Value);
    }
    if (std::ranges::count(protocols, protocols[i]) > 1) {
      throw SiteRuleError("the sub-protocol '" + shorten(protocols[i], 40) + "' is listed twice", place, At::Value);
    }
  }
}

}  // namespace

void check_stream_action(const StreamAction& action, bool is_socket) {
  check_action(action, is_socket ? Where::SocketOpens : Where::Events, "");
}

void check_stream_actions(const SiteRule& rule) {
  check_actions(rule.events, Where::Events, "/events");
  check_actions(rule.socket.open, Where::SocketOpens, "/socket/open");
  if (rule.socket.protocols) check_protocols(*rule.socket.protocols);
  for (std::size_t i = 0; i < rule.socket.messages.size(); ++i) {
    const std::string place = "/socket/messages/" + std::to_string(i);
    for (const auto& [pointer, unused] : rule.socket.messages[i].match.json) {
      check_pointer(pointer, child(place + "/match", pointer), At::Key);
    }
    check_actions(rule.socket.messages[i].reply, Where::SocketMessage, place + "/reply");
  }
}

}  // namespace casement::site
