#include "casement/relay/socket_route.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/relay/rule_reader.h"
#include "casement/relay/socket_rules.h"
#include "casement/site/site_rule.h"

namespace casement {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

SocketHandler rules(const char* json) {
  auto all = std::make_shared<relay::SocketRules>(relay::read_socket_rules(Json::parse(json), "/rules"));
  return [all](const RoutedMessage& message) { return all->answer(message); };
}
RoutedMessage from_server(std::string text, std::uint64_t connection = 1) {
  return {SocketSide::Server, std::move(text), false, "ws://a.test/", connection};
}
RoutedMessage from_page(std::string text) {
  return {SocketSide::Page, std::move(text), false, "ws://a.test/", 1};
}

TEST(SocketRules, TheFirstMatchDecides) {
  const SocketHandler handler = rules(R"([{"from": "server", "match": "price*", "text": "price 0"},
                                          {"from": "server", "match": "*", "discard": true}])");
  EXPECT_EQ(handler(from_server("price 3")).data(), "price 0");
  EXPECT_EQ(handler(from_server("hello")).kind(), SocketAnswer::Kind::Discard);
  EXPECT_EQ(handler(from_page("price 3")).kind(), SocketAnswer::Kind::Pass);
}

TEST(SocketRules, ChangeValuesOfJsonAndLeaveOtherMessagesAlone) {
  const SocketHandler handler =
      rules(R"([{"from": "server", "match": {"/type": "price"}, "change": {"/price": 0, "/of/name": "tea"}}])");
  EXPECT_EQ(Json::parse(handler(from_server(R"({"type":"price","price":3,"of":{"name":"x"}})")).data()),
            Json::parse(R"({"type":"price","price":0,"of":{"name":"tea"}})"));
  EXPECT_EQ(handler(from_server(R"({"type":"price"})")).kind(), SocketAnswer::Kind::Pass);
  EXPECT_EQ(handler(from_server("no JSON")).kind(), SocketAnswer::Kind::Pass);
}

TEST(SocketRules, CountForEachConnection) {
  const SocketHandler handler = rules(R"([{"from": "server", "skip": 1, "times": 1, "drop": true}])");
  using Kind = SocketAnswer::Kind;
  EXPECT_EQ(handler(from_server("a")).kind(), Kind::Pass);
  EXPECT_EQ(handler(from_server("a", 2)).kind(), Kind::Pass);
  EXPECT_EQ(handler(from_server("b")).kind(), Kind::Drop);
  EXPECT_EQ(handler(from_server("c")).kind(), Kind::Pass);
  EXPECT_EQ(handler(from_server("b", 2)).kind(), Kind::Drop);
}

TEST(SocketRules, SayWhichRulesAnsweredNoMessage) {
  relay::SocketRules all(relay::read_socket_rules(
      Json::parse(
          R"([{"from": "server", "match": "hello", "text": "a"}, {"from": "server", "match": {"/typ": "price"}, "drop": true},
                      {"from": "server", "change": {"/prize": 0}}, {"from": "page", "discard": true}])"),
      "/rules"));
  all.answer(from_server("hello"));
  all.answer(from_server(R"({"type":"price","price":3})"));
  EXPECT_THAT(
      all.unused_lines(),
      testing::ElementsAre(
          R"(rule 2 answered none of 1 messages of the server; the newest was "{\"type\":\"price\",\"price\":3}")",
          R"(rule 3 answered none of 1 messages of the server, because they lack a place that 'change' names; the newest was "{\"type\":\"price\",\"price\":3}")",
          "rule 4 saw no message of the page"));
}

TEST(SocketRules, ADelayAloneDelaysTheMessage) {
  const SocketAnswer answer = rules(R"([{"from": "page", "delay": "300ms"}])")(from_page("a"));
  EXPECT_EQ(answer.kind(), SocketAnswer::Kind::Pass);
  EXPECT_EQ(answer.delay(), Milliseconds(300));
}

TEST(SocketRules, PointAtMistakes) {
  const auto error = [](const char* json) {
    try {
      relay::read_socket_rules(Json::parse(json), "/rules");
    } catch (const SiteRuleError& wrong) {
      return wrong.pointer() + " " + wrong.message();
    }
    return std::string("none");
  };
  EXPECT_THAT(error(R"([{"text": "a"}])"), HasSubstr("/rules/0 a rule needs 'from'"));
  EXPECT_THAT(error(R"([{"from": "sever", "text": "a"}])"), HasSubstr("/rules/0/from 'from' must be page or server"));
  EXPECT_THAT(error(R"([{"from": "page"}])"), HasSubstr("/rules/0 a rule needs one of text"));
  EXPECT_THAT(error(R"([{"from": "page", "drop": true, "text": "a"}])"), HasSubstr("a rule does only one thing"));
  EXPECT_THAT(error(R"([{"from": "page", "close": 1006}])"), HasSubstr("/rules/0/close"));
  EXPECT_THAT(error(R"([{"from": "page", "base64": "%"}])"), HasSubstr("/rules/0/base64"));
  EXPECT_THAT(error(R"([{"from": "page", "change": {"price": 1}}])"), HasSubstr("/rules/0/change/price"));
  EXPECT_THAT(error(R"([{"from": "page", "reason": "x", "drop": true}])"), HasSubstr("/rules/0/reason"));
  EXPECT_THAT(error(R"([{"from": "page", "discrad": true}])"), HasSubstr("discard"));
}

TEST(SocketAnswer, RefusesWhatNoEndpointMaySend) {
  EXPECT_THROW(SocketAnswer::close(1006), Error);
  EXPECT_THROW(SocketAnswer::close(1000, std::string(124, 'x')), Error);
  EXPECT_THROW(SocketAnswer::text("\xFF"), Error);
}

}  // namespace
}  // namespace casement
