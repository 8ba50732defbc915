// The keys below `socket` and `events`, with their readers.
#include "casement/site/stream_reader.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "casement/base/base64.h"
#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/site/rule_reads.h"
#include "casement/site/site_keys.h"
#include "casement/site/stream_check.h"

namespace casement::site {
namespace {

using At = SiteRuleError::At;
using Kind = StreamAction::Kind;
using Pointer = const std::string&;

SiteKey key_of_action(std::string_view name, SiteKey::Shape shape, std::string_view help, SiteKey::ActionReader* read,
                      int least = 0, int most = 0) {
  return {.name = name, .shape = shape, .help = help, .least = least, .most = most, .read_action = read};
}

std::string read_base64(const Json& value, Pointer place) {
  try {
    return decode_base64(read_text(value, place));
  } catch (const SiteRuleError&) {
    throw;
  } catch (const Error& error) {
    throw SiteRuleError("'base64' is not base64: " + error.message(), place, At::Value);
  }
}

// The keys of messages and of events alike.
std::vector<SiteKey> shared_keys() {
  using Action = StreamAction;
  using Key = SiteKey;
  using Shape = SiteKey::Shape;
  return {
      key_of_action("text", Shape::Text, "Sends this text.",
                    [](Action& a, const Json& v, const Key&, Pointer at) { a.content.data = read_text(v, at); }),
      key_of_action("json", Shape::Any, "Sends this value as JSON.",
                    [](Action& a, const Json& v, const Key&, Pointer) { a.content.data = dump_json(v); }),
      key_of_action("file", Shape::Text, "Sends the content of this file in the host's folder.",
                    [](Action& a, const Json& v, const Key&, Pointer at) {
                      a.kind = Kind::File;
                      a.path = read_text(v, at);
                    }),
      key_of_action("drop", Shape::True, "Ends the connection without a close, as a broken network does.",
                    [](Action& a, const Json& v, const Key&, Pointer at) {
                      check_true(v, at);
                      a.kind = Kind::Drop;
                    }),
      key_of_action("stall", Shape::True, "Sends nothing from now on, and leaves the connection open.",
                    [](Action& a, const Json& v, const Key&, Pointer at) {
                      check_true(v, at);
                      a.kind = Kind::Stall;
                    }),
      key_of_action(
          "delay", Shape::Duration, "The time from the opening or the message until the action.",
          [](Action& a, const Json& v, const Key& k, Pointer at) { a.delay = read_duration(v, k, at); }, 0,
          kLongestDelay),
      key_of_action(
          "every", Shape::Duration, "Repeats the action at this interval.",
          [](Action& a, const Json& v, const Key& k, Pointer at) { a.every = read_duration(v, k, at); }, 1,
          kLongestDelay),
      key_of_action(
          "times", Shape::Number, "Repeats until the action was done this many times.",
          [](Action& a, const Json& v, const Key& k, Pointer at) { a.times = read_number(v, k, at); }, 1, 1'000'000),
  };
}

std::vector<SiteKey> keys_of_messages() {
  using Action = StreamAction;
  using Key = SiteKey;
  using Shape = SiteKey::Shape;
  std::vector<SiteKey> keys{
      key_of_action("base64", Shape::Text, "Sends these bytes as a binary message.",
                    [](Action& a, const Json& v, const Key&, Pointer at) {
                      a.kind = Kind::Binary;
                      a.content.data = read_base64(v, at);
                    }),
      key_of_action("binary", Shape::True, "Sends the file as a binary message.",
                    [](Action& a, const Json& v, const Key&, Pointer at) {
                      check_true(v, at);
                      a.is_binary = true;
                    }),
      key_of_action("echo", Shape::True, "Sends the received message back.",
                    [](Action& a, const Json& v, const Key&, Pointer at) {
                      check_true(v, at);
                      a.kind = Kind::Echo;
                    }),
      key_of_action("copy", Shape::Pointers,
                    "Puts values of the received message into the JSON: `{ /id: /request/id }` sets its id.",
                    [](Action& a, const Json& v, const Key&, Pointer at) { a.copy = read_words(v, at); }),
      key_of_action(
          "close", Shape::Number, "Closes the socket with this code.",
          [](Action& a, const Json& v, const Key& k, Pointer at) {
            a.kind = Kind::Close;
            a.close_code = read_number(v, k, at);
          },
          1000, 4999),
      key_of_action("reason", Shape::Text, "The reason of the close.",
                    [](Action& a, const Json& v, const Key&, Pointer at) { a.reason = read_text(v, at); }),
  };
  std::vector<SiteKey> shared = shared_keys();
  keys.insert(keys.begin(), shared.begin(), shared.begin() + 3);
  keys.insert(keys.end(), shared.begin() + 3, shared.end());
  return keys;
}

std::vector<SiteKey> keys_of_events() {
  using Action = StreamAction;
  using Key = SiteKey;
  using Shape = SiteKey::Shape;
  std::vector<SiteKey> keys{
      key_of_action("event", Shape::Text, "The name of the event; browsers use `message` without it.",
                    [](Action& a, const Json& v, const Key&, Pointer at) { a.content.event = read_text(v, at); }),
      key_of_action("id", Shape::Scalar, "The id, which the browser sends when it connects again.",
                    [](Action& a, const Json& v, const Key&, Pointer at) { a.content.id = read_word(v, at); }),
      key_of_action(
          "retry", Shape::Duration, "The time before the browser connects again.",
          [](Action& a, const Json& v, const Key& k, Pointer at) { a.content.retry = read_duration(v, k, at); }, 0,
          kLongestDelay),
      key_of_action("end", Shape::True, "Ends the stream; the browser connects again.",
                    [](Action& a, const Json& v, const Key&, Pointer at) {
                      check_true(v, at);
                      a.kind = Kind::Close;
                    }),
  };
  std::vector<SiteKey> shared = shared_keys();
  keys.insert(keys.begin(), shared.begin(), shared.begin() + 3);
  keys.insert(keys.end(), shared.begin() + 3, shared.end());
  return keys;
}

void refuse_beside(const Json& map, const std::string& key, const std::string& answer, Pointer place) {
  if (!map.contains(key)) return;
  throw SiteRuleError("'" + key + "' has no meaning " + (answer.empty() ? "alone" : "beside '" + answer + "'"),
                      child(place, key), At::Key);
}

StreamAction read_action(const Json& value, std::span<const SiteKey> keys, Pointer place,
                         const std::string& where = "an action") {
  if (!value.is_object()) {
    throw SiteRuleError("an action must be a map such as { text: hello }, not " + type_of(value), place, At::Value);
  }
  check_known(value, keys, place, where);
  const std::string answer = only_one_of(value, stream_answer_keys(), place, where + " does only one thing");
  const bool is_event_without_data = value.contains("id") || value.contains("retry");
  if (answer.empty() && !is_event_without_data) {
    std::vector<std::string> known = names_of(keys);
    std::erase_if(known, [](const auto& name) {
      return std::ranges::find(stream_answer_keys(), name) == stream_answer_keys().end();
    });
    throw SiteRuleError(where + " needs one of " + join(known, ", "), place, At::Value);
  }
  if (answer != "json") refuse_beside(value, "copy", answer, place);
  if (answer != "file") refuse_beside(value, "binary", answer, place);
  if (answer != "close") refuse_beside(value, "reason", answer, place);
  if (answer == "end" || answer == "drop" || answer == "stall") {
    for (const char* key : {"event", "id", "retry"}) refuse_beside(value, key, answer, place);
  }
  StreamAction action;
  for (const auto& [name, given] : value.items()) {
    const auto key = std::ranges::find(keys, name, &SiteKey::name);
    key->read_action(action, given, *key, child(place, name));
  }
  return action;
}

std::vector<StreamAction> read_actions(const Json& value, std::span<const SiteKey> keys, Pointer place) {
  std::vector<StreamAction> actions;
  for (const Json& action : expect_list(value, place)) {
    actions.push_back(read_action(action, keys, child(place, std::to_string(actions.size()))));
  }
  return actions;
}

SocketReply read_reply(const Json& value, Pointer place) {
  if (!value.is_object()) {
    throw SiteRuleError("a message must be a map with 'match' and 'reply', not " + type_of(value), place, At::Value);
  }
  check_known(value, socket_message_keys(), place, "a message of 'messages'");
  SocketReply reply;
  if (value.contains("match")) reply.match = read_message_match(value.at("match"), child(place, "match"));
  if (value.contains("reply")) {
    reply.reply = read_actions(value.at("reply"), socket_action_keys(), child(place, "reply"));
  }
  return reply;
}

}  // namespace

SiteMessageMatch read_message_match(const Json& value, const std::string& pointer) {
  SiteMessageMatch match;
  if (!value.is_object()) {
    match.glob = read_word(value, pointer);
    return match;
  }
  match.json = read_words(value, pointer);
  if (const auto equals = match.json.extract("equals")) match.equals = equals.mapped();
  for (const auto& [name, unused] : match.json) {
    if (name.starts_with('/')) continue;
    throw SiteRuleError("'match' takes a text, or a map of JSON pointers (/type), or { equals: text }",
                        child(pointer, name), At::Key);
  }
  return match;
}

StreamAction read_live_action(const Json& value, bool is_socket, const std::string& where) {
  std::vector<SiteKey> keys;
  std::ranges::copy_if(is_socket ? socket_action_keys() : event_keys(), std::back_inserter(keys), [](const auto& key) {
    return key.name != "delay" && key.name != "every" && key.name != "times" && key.name != "echo" &&
           key.name != "copy";
  });
  StreamAction action = read_action(value, keys, "", where);
  check_stream_action(action, is_socket);
  return action;
}

SocketScript read_socket(const Json& value, const std::string& pointer) {
  SocketScript script;
  if (value.is_null()) return script;
  check_known(expect_map(value, pointer), socket_keys(), pointer, "'socket'");
  if (value.contains("protocols")) script.protocols = read_texts(value.at("protocols"), child(pointer, "protocols"));
  if (value.contains("open")) {
    script.open = read_actions(value.at("open"), socket_action_keys(), child(pointer, "open"));
  }
  if (value.contains("messages")) {
    const std::string place = child(pointer, "messages");
    for (const Json& message : expect_list(value.at("messages"), place)) {
      script.messages.push_back(read_reply(message, child(place, std::to_string(script.messages.size()))));
    }
  }
  return script;
}

std::vector<StreamAction> read_events(const Json& value, const std::string& pointer) {
  return value.is_null() ? std::vector<StreamAction>() : read_actions(value, event_keys(), pointer);
}

std::span<const SiteKey> socket_keys() {
  using Shape = SiteKey::Shape;
  static const std::vector<SiteKey> keys{
      {.name = "protocols",
       .shape = Shape::Texts,
       .help = "The sub-protocols of the server. Without this key, the server takes the first that the page offers."},
      {.name = "open", .shape = Shape::SocketActions, .help = "Actions for when the socket opens."},
      {.name = "messages",
       .shape = Shape::SocketMessages,
       .help = "Replies to the messages of the page; the first match is used."}};
  return keys;
}

std::span<const SiteKey> socket_message_keys() {
  using Shape = SiteKey::Shape;
  static const std::vector<SiteKey> keys{
      {.name = "match",
       .shape = Shape::Match,
       .help = "The messages that the reply is for; `{ equals: text }` compares without `*`. All messages if omitted."},
      {.name = "reply", .shape = Shape::SocketActions, .help = "Actions; none if omitted."}};
  return keys;
}

std::span<const SiteKey> socket_action_keys() {
  static const std::vector<SiteKey> keys = keys_of_messages();
  return keys;
}

std::span<const SiteKey> event_keys() {
  static const std::vector<SiteKey> keys = keys_of_events();
  return keys;
}

std::span<const std::string> stream_answer_keys() {
  static const std::vector<std::string> keys{"text", "json", "file", "base64", "echo", "close", "end", "drop", "stall"};
  return keys;
}

}  // namespace casement::site
