// Rules with `socket` and `events`: what is read from site.yaml, and which mistakes are reported where.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "casement/site/event_stream.h"
#include "casement/site/site_config.h"
#include "casement/site/site_rule.h"
#include "specs/unit/site/temporary_site.h"

namespace casement {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using Kind = StreamAction::Kind;

SiteRule read(const std::string& keys) {
  return parse_site_rule(nlohmann::json::parse(keys));
}

// "pointer: message" of the error.
std::string mistake_of(const std::string& keys) {
  try {
    read(keys);
  } catch (const SiteRuleError& error) {
    return error.pointer() + ": " + error.what();
  }
  return "";
}

std::string problem_of_action(const std::string& action) {
  return mistake_of(R"({"socket": {"messages": [{"reply": [)" + action + "]}]}}");
}

TEST(SocketRule, IsReadFromKeys) {
  const SiteRule rule = read(R"({"socket": {
    "protocols": ["feed.v2", "feed.v1"],
    "open": [{"json": {"type": "welcome"}}, {"text": "tick", "delay": "1s", "every": 100, "times": 5}],
    "messages": [
      {"match": "ping", "reply": [{"text": "pong"}]},
      {"match": {"/type": "subscribe", "/depth": 5}, "reply": [{"json": {"id": null}, "copy": {"/id": "/id"}}]},
      {"match": {"equals": "2 * 3"}, "reply": [{"close": 4001, "reason": "done"}]},
      {"reply": [{"base64": "AQL/"}, {"file": "a.bin", "binary": true}, {"echo": true}, {"drop": true},
                 {"stall": true}]}]}})");
  EXPECT_EQ(rule.answer, SiteRule::Answer::Socket);
  EXPECT_THAT(*rule.socket.protocols, ElementsAre("feed.v2", "feed.v1"));
  const auto& open = rule.socket.open;
  ASSERT_THAT(open, SizeIs(2));
  EXPECT_EQ(open[0].content.data, R"({"type":"welcome"})");
  EXPECT_EQ(open[1].delay, 1s);
  EXPECT_EQ(open[1].every, 100ms);
  EXPECT_EQ(open[1].times, 5);
  const auto& messages = rule.socket.messages;
  ASSERT_THAT(messages, SizeIs(4));
  EXPECT_EQ(messages[0].match.glob, "ping");
  EXPECT_EQ(messages[1].match.json.at("/depth"), "5");
  EXPECT_EQ(messages[1].reply[0].copy.at("/id"), "/id");
  EXPECT_EQ(messages[2].match.equals, "2 * 3");
  EXPECT_EQ(messages[2].reply[0].close_code, 4001);
  EXPECT_EQ(messages[3].match.glob, "*");
  const auto& rest = messages[3].reply;
  ASSERT_THAT(rest, SizeIs(5));
  EXPECT_EQ(rest[0].kind, Kind::Binary);
  EXPECT_EQ(rest[0].content.data, "\x01\x02\xFF");
  EXPECT_TRUE(rest[1].is_binary);
  EXPECT_EQ(rest[2].kind, Kind::Echo);
  EXPECT_EQ(rest[3].kind, Kind::Drop);
  EXPECT_EQ(rest[4].kind, Kind::Stall);
}

TEST(SocketRule, MayBeEmpty) {
  EXPECT_EQ(read(R"({"socket": null})").answer, SiteRule::Answer::Socket);
  EXPECT_FALSE(read(R"({"socket": {}})").socket.protocols);
  EXPECT_THAT(*read(R"({"socket": {"protocols": []}})").socket.protocols, SizeIs(0));
}

TEST(SocketRule, MatchesOnlyRequestsForASocket) {
  ServedRequest request;
  request.method = "GET";
  request.path = "/";
  EXPECT_FALSE(matches(serves_socket(), request));
  EXPECT_TRUE(matches(serves_events(), request));
  request.headers = {{"Upgrade", "websocket"}};
  EXPECT_TRUE(matches(serves_socket(), request));
}

TEST(SocketRule, NamesMistakesAtTheirPlaces) {
  EXPECT_EQ(mistake_of(R"({"socket": []})"), "/socket: 'socket' must be a map, not a list");
  EXPECT_EQ(mistake_of(R"({"socket": {"opne": []}})"), "/socket/opne: unknown key 'opne' (did you mean 'open'?)");
  EXPECT_EQ(mistake_of(R"({"socket": {"open": {"text": "a"}}})"), "/socket/open: 'open' must be a list, not a map");
  EXPECT_EQ(mistake_of(R"({"socket": {"open": ["hello"]}})"),
            "/socket/open/0: an action must be a map such as { text: hello }, not text");
  EXPECT_EQ(mistake_of(R"({"socket": {"protocols": ["a", "b c"]}})"),
            "/socket/protocols/1: 'b c' is not the name of a sub-protocol");
  EXPECT_EQ(mistake_of(R"({"socket": {"protocols": ["a", "a"]}})"),
            "/socket/protocols/0: the sub-protocol 'a' is listed twice");
  EXPECT_EQ(mistake_of(R"({"socket": {"messages": [{"text": "a"}]}})"),
            "/socket/messages/0/text: unknown key 'text' in a message of 'messages'");
  EXPECT_EQ(mistake_of(R"({"socket": {"messages": [{"match": {"type": "a"}}]}})"),
            "/socket/messages/0/match/type: 'match' takes a text, or a map of JSON pointers (/type), or "
            "{ equals: text }");
  EXPECT_EQ(mistake_of(R"({"socket": {"messages": [{"match": {"/a~2": "a"}}]}})"),
            "/socket/messages/0/match/~1a~02: '/a~2' is not a JSON pointer; write e.g. /items/0/name");
  EXPECT_EQ(mistake_of(R"({"socket": {"open": [{"echo": true}]}})"),
            "/socket/open/0/echo: 'echo' has a meaning only in the reply to a message");
  EXPECT_EQ(mistake_of(R"({"socket": {}, "status": 403})"), "/status: 'status' has no meaning beside 'socket'");
  EXPECT_EQ(mistake_of(R"({"socket": {}, "method": "POST"})"), "/method: 'method' has no meaning beside 'socket'");
  EXPECT_EQ(mistake_of(R"({"socket": {}, "events": []})"),
            "/events: a rule can have only one answer, but 'socket' and 'events' are two; remove one");
}

TEST(SocketRule, NamesMistakesInActions) {
  const std::string at = "/socket/messages/0/reply/0";
  EXPECT_EQ(problem_of_action(R"({})"),
            at + ": an action needs one of text, json, file, base64, echo, close, drop, stall");
  EXPECT_EQ(problem_of_action(R"({"txet": "a"})"), at + "/txet: unknown key 'txet' (did you mean 'text'?)");
  EXPECT_EQ(problem_of_action(R"({"text": "a", "drop": true})"),
            at + "/drop: an action does only one thing, but 'text' and 'drop' are two; remove one");
  EXPECT_EQ(problem_of_action(R"({"text": 5})"), at + "/text: 'text' must be text, not a number; put it in quotes");
  EXPECT_EQ(problem_of_action(R"({"close": 999})"), at + "/close: 'close' must be a whole number from 1000 to 4999");
  EXPECT_THAT(problem_of_action(R"({"close": 1005})"), HasSubstr(at + "/close: a socket can be closed with the codes"));
  EXPECT_THAT(problem_of_action(R"({"close": 1000, "reason": ")" + std::string(124, 'x') + "\"}"),
              HasSubstr(at + "/reason: the reason of a close is UTF-8 of at most 123 bytes"));
  EXPECT_EQ(problem_of_action(R"({"text": "a", "reason": "b"})"),
            at + "/reason: 'reason' has no meaning beside 'text'");
  EXPECT_THAT(problem_of_action(R"({"base64": "a b"})"), HasSubstr(at + "/base64: 'base64' is not base64"));
  EXPECT_EQ(problem_of_action(R"({"text": "a", "times": 3})"),
            at + "/times: 'times' needs 'every', the time between two repetitions");
  EXPECT_THAT(problem_of_action(R"({"text": "a", "every": 0})"), HasSubstr(at + "/every: 'every' must be a duration"));
  EXPECT_EQ(problem_of_action(R"({"drop": true, "every": 5})"),
            at + "/every: a connection ends or stalls only once, so 'every' has no meaning here");
  EXPECT_EQ(problem_of_action(R"({"file": "../site.yaml"})"),
            at + "/file: 'file' must name a file beneath the host's folder");
  EXPECT_EQ(problem_of_action(R"({"text": "a", "binary": true})"),
            at + "/binary: 'binary' has no meaning beside 'text'");
  EXPECT_EQ(problem_of_action(R"({"text": "a", "copy": {}})"), at + "/copy: 'copy' has no meaning beside 'text'");
  EXPECT_EQ(problem_of_action(R"({"json": {}, "copy": {"/a": "id"}})"),
            at + "/copy/~1a: 'id' is not a JSON pointer; write e.g. /items/0/name");
  EXPECT_EQ(problem_of_action(R"({"json": {"a": 1}, "copy": {"/a/b": "/id"}})"),
            at + "/copy/~1a~1b: '/a/b' is not a place in the JSON of the action");
  EXPECT_EQ(problem_of_action(R"({"text": "a", "id": 5})"), at + "/id: unknown key 'id' in an action");
}

TEST(EventsRule, IsReadFromKeys) {
  const SiteRule rule = read(R"({"events": [
    {"event": "price", "id": 7, "retry": "2s", "text": "3\n4"}, {"json": [1]}, {"retry": 50}, {"end": true}]})");
  EXPECT_EQ(rule.answer, SiteRule::Answer::Events);
  ASSERT_THAT(rule.events, SizeIs(4));
  EXPECT_EQ(rule.events[0].content.event, "price");
  EXPECT_EQ(rule.events[0].content.id, "7");
  EXPECT_EQ(rule.events[0].content.retry, 2s);
  EXPECT_EQ(rule.events[1].content.data, "[1]");
  EXPECT_FALSE(rule.events[2].content.data);
  EXPECT_EQ(rule.events[3].kind, Kind::Close);
}

TEST(EventsRule, NamesMistakesAtTheirPlaces) {
  EXPECT_EQ(mistake_of(R"({"events": {"text": "a"}})"), "/events: 'events' must be a list, not a map");
  EXPECT_EQ(mistake_of(R"({"events": [{}]})"), "/events/0: an action needs one of text, json, file, end, drop, stall");
  EXPECT_EQ(mistake_of(R"({"events": [{"event": "a"}]})"),
            "/events/0: an action needs one of text, json, file, end, drop, stall");
  EXPECT_EQ(mistake_of(R"({"events": [{"echo": true}]})"), "/events/0/echo: unknown key 'echo' in an action");
  EXPECT_EQ(mistake_of(R"({"events": [{"text": "a", "id": "1\n2"}]})"), "/events/0/id: an id is one line");
  EXPECT_EQ(mistake_of(R"({"events": [{"text": "a", "event": "1\n2"}]})"),
            "/events/0/event: the name of an event is one line");
  EXPECT_EQ(mistake_of(R"({"events": [{"end": true, "id": "1"}]})"), "/events/0/id: 'id' has no meaning beside 'end'");
  EXPECT_EQ(mistake_of(R"({"events": [], "content_type": "a/b"})"),
            "/content_type: 'content_type' has no meaning beside 'events'");
}

TEST(EventsRule, FormatsEvents) {
  using site::format_event;
  EXPECT_EQ(format_event({.event = "price", .id = "7", .retry = 50ms}, true, "3"),
            "event: price\nid: 7\nretry: 50\ndata: 3\n\n");
  EXPECT_EQ(format_event({}, true, "a\nb\r\nc\r"), "data: a\ndata: b\ndata: c\ndata: \n\n");
  EXPECT_EQ(format_event({}, true, ""), "data: \n\n");
  EXPECT_EQ(format_event({.id = "7"}, false, ""), "id: 7\n\n");
}

TEST(EventsRule, GoesOnAfterTheLastEventOfTheBrowser) {
  const std::vector<StreamAction> actions{StreamAction::event({.data = "a", .id = "1"}), StreamAction::text("b"),
                                          StreamAction::event({.data = "c", .id = "2"})};
  const std::string first = "1", last = "2", other = "9";
  EXPECT_THAT(site::actions_after(actions, nullptr), SizeIs(3));
  EXPECT_THAT(site::actions_after(actions, &first), SizeIs(2));
  EXPECT_THAT(site::actions_after(actions, &last), SizeIs(0));
  EXPECT_THAT(site::actions_after(actions, &other), SizeIs(3));
}

// "line:column: message" of the error in a site.yaml with this rule from line 3 on.
std::string mistake_in(const std::string& rule) {
  const TemporarySite site("hosts: { a.test: . }\nrules:\n" + rule);
  try {
    site::load_site_config(site.folder());
  } catch (const Error& error) {
    return std::to_string(error.place()->line) + ":" + std::to_string(error.place()->column) + ": " + error.problem();
  }
  return "";
}

TEST(StreamRules, PointToTheLineOfTheMistake) {
  EXPECT_THAT(mistake_in("- path: /feed\n  socket:\n    open:\n    - text: hi\n    - { text: hi, evry: 5ms }\n"),
              HasSubstr("7:19: unknown key 'evry' (did you mean 'every'?)"));
  EXPECT_THAT(mistake_in("- path: /feed\n  socket:\n    messages:\n    - match: a\n      reply: [{ close: 12 }]\n"),
              HasSubstr("7:24: 'close' must be a whole number"));
  EXPECT_THAT(mistake_in("- path: /feed\n  socket:\n    messages:\n    - match: a\n      reply: [{ file: no.txt }]\n"),
              HasSubstr("7:23: there is no file"));
  EXPECT_THAT(mistake_in("- path: /feed\n  events:\n    - { file: no.txt }\n"), HasSubstr("5:15: there is no file"));
}

TEST(StreamRules, OfCppAreCheckedToo) {
  EXPECT_THROW(check_site_rule(serves_socket({.open = {StreamAction::text("\xFF")}})), SiteRuleError);
  EXPECT_THROW(check_site_rule(serves_socket({.open = {StreamAction::event({.data = "a", .id = "1"})}})),
               SiteRuleError);
  EXPECT_THROW(check_site_rule(serves_events({StreamAction::binary("a")})), SiteRuleError);
  EXPECT_THROW(check_site_rule(serves_socket({.open = {StreamAction::text("a").after(-1ms)}})), SiteRuleError);
  EXPECT_THROW(check_site_rule(serves_socket({.open = {StreamAction::text("a").repeated(1h)}})), SiteRuleError);
  EXPECT_NO_THROW(check_site_rule(serves_events({StreamAction::close()})));
}

TEST(SiteMessageMatch, NeedsEveryCondition) {
  EXPECT_TRUE(matches(SiteMessageMatch{}, "anything"));
  EXPECT_TRUE(matches(SiteMessageMatch{.glob = "a*c"}, "abc"));
  EXPECT_TRUE(matches(SiteMessageMatch{.equals = "a*"}, "a*"));
  EXPECT_FALSE(matches(SiteMessageMatch{.equals = "a*"}, "ab"));
  EXPECT_TRUE(matches(SiteMessageMatch{.json = {{"/a", "1*"}, {"/b/0", "true"}}}, R"({"a": 12, "b": [true]})"));
  EXPECT_FALSE(matches(SiteMessageMatch{.json = {{"/a", "1"}}}, "not JSON"));
  EXPECT_FALSE(matches(SiteMessageMatch{.json = {{"/a", "1"}}}, std::string(100'000, '[')));
}

}  // namespace
}  // namespace casement
