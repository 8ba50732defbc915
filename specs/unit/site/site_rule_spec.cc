#include "casement/site/site_rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace casement {
namespace {

using Answer = SiteRule::Answer;

ServedRequest post(const std::string& body) {
  ServedRequest request;
  request.method = "POST";
  request.host = "api.test";
  request.path = "/v1/confirm";
  request.query = "try=1&mode=a%20b";
  request.body = body;
  return request;
}

std::string problem_with(const nlohmann::json& keys) {
  try {
    parse_site_rule(keys);
  } catch (const SiteRuleError& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Authoring);
    return error.pointer() + ": " + error.what();
  }
  return "";
}

TEST(SiteRule, MatchesEverythingByDefault) {
  EXPECT_TRUE(matches(SiteRule(), post("")));
}

TEST(SiteRule, MatchesHostPathAndMethod) {
  SiteRule rule = SiteRule().for_method("POST");
  rule.host = "*.test";
  rule.path = "/v1/*";
  EXPECT_TRUE(matches(rule, post("")));
  EXPECT_FALSE(matches(rule.for_method("GET"), post("")));
  rule.path = "/v2/*";
  EXPECT_FALSE(matches(rule, post("")));
}

TEST(SiteRule, MatchesDecodedQueryParameters) {
  EXPECT_TRUE(matches(SiteRule().for_query("mode", "a b").for_query("try", "*"), post("")));
  EXPECT_FALSE(matches(SiteRule().for_query("mode", "b"), post("")));
  EXPECT_FALSE(matches(SiteRule().for_query("other", "*"), post("")));
}

TEST(SiteRule, MatchesValuesInAJsonBody) {
  const SiteRule rule = SiteRule().for_body("/card/number", "4242*");
  EXPECT_TRUE(matches(rule, post(R"({"card":{"number":"4242 4242"}})")));
  EXPECT_TRUE(matches(rule, post(R"({"card":{"number":424242}})")));
  EXPECT_FALSE(matches(rule, post(R"({"card":{"number":"4000"}})")));
  EXPECT_FALSE(matches(rule, post(R"({"card":"4242"})")));
}

TEST(SiteRule, DoesNotMatchABodyThatIsNotJson) {
  const SiteRule rule = SiteRule().for_body("/a", "*");
  EXPECT_FALSE(matches(rule, post("{\"a\":")));
  EXPECT_FALSE(matches(rule, post("\xFF\xFE")));
  EXPECT_FALSE(matches(rule, post(std::string(100000, '['))));
  EXPECT_FALSE(matches(rule, post("[1,2]")));
  EXPECT_FALSE(matches(rule, post("")));
}

TEST(SiteRule, MatchesFieldsOfAForm) {
  const SiteRule rule = SiteRule().for_body("code", "123*");
  EXPECT_TRUE(matches(rule, post("x=1&code=123456")));
  EXPECT_FALSE(matches(rule, post("x=1&code=99")));
  EXPECT_FALSE(matches(rule, post(R"({"code":"123456"})")));
}

TEST(SiteRule, IsBuiltFromSmallFunctions) {
  EXPECT_EQ(never_answers().answer, Answer::Never);
  EXPECT_EQ(drops_connection().answer, Answer::Drop);
  EXPECT_EQ(answers_json({{"ok", true}}).content, R"({"ok":true})");
  EXPECT_EQ(answers_json("{\"raw\": 1}", 402).content, "{\"raw\": 1}");
  EXPECT_EQ(answers_json(std::string("[]")).content_type, "application/json");
  EXPECT_EQ(redirects_to("/x", 302).status, 302);
  EXPECT_EQ(delays(std::chrono::milliseconds(5)).delay.count(), 5);
  EXPECT_EQ(answers_text("a").with_header("X-A", "b").headers.size(), 1u);
}

TEST(SiteRule, IsReadFromKeys) {
  const SiteRule rule = parse_site_rule({{"host", "Api.test"},
                                         {"path", "/x"},
                                         {"method", "POST"},
                                         {"body", {{"/a", "1*"}}},
                                         {"query", {{"q", "*"}}},
                                         {"status", 402},
                                         {"delay", 30},
                                         {"headers", {{"Set-Cookie", {"a=1", "b=2"}}}},
                                         {"json", {{"declined", true}}}});
  EXPECT_EQ(rule.host, "api.test");
  EXPECT_EQ(rule.body.at("/a"), "1*");
  EXPECT_EQ(rule.status, 402);
  EXPECT_EQ(rule.delay.count(), 30);
  EXPECT_EQ(rule.headers.size(), 2u);
  EXPECT_EQ(rule.content, R"({"declined":true})");
  EXPECT_EQ(rule.content_type, "application/json");
}

TEST(SiteRule, NamesTheNearestKey) {
  EXPECT_EQ(problem_with({{"stauts", 200}}), "/stauts: unknown key 'stauts' (did you mean 'status'?)");
  EXPECT_EQ(problem_with({{"a/b~", 200}}), "/a~1b~0: unknown key 'a/b~' in a rule");
}

TEST(SiteRule, ADelayIsADurationOrANumberOfMilliseconds) {
  const std::map<std::string, int> known{{"300ms", 300},   {"1s", 1000}, {"1.5s", 1500}, {"0s", 0},
                                         {"10m", 600'000}, {"20", 20},   {"2 s", 2000},  {"300  ms", 300}};
  for (const auto& [text, milliseconds] : known) {
    EXPECT_EQ(parse_site_rule({{"delay", text}}).delay, std::chrono::milliseconds(milliseconds)) << text;
  }
  EXPECT_EQ(parse_site_rule({{"delay", 60}}).delay, std::chrono::milliseconds(60));
}

TEST(SiteRule, TakesWholeNumbersAndBooleansAsTheirText) {
  const SiteRule rule = parse_site_rule({{"body", {{"code", 123456}, {"/gift", true}}},
                                         {"query", {{"limit", 10}}},
                                         {"headers", {{"X-Count", 3}, {"X-Of", {1, "2"}}}}});
  EXPECT_EQ(rule.body.at("code"), "123456");
  EXPECT_EQ(rule.body.at("/gift"), "true");
  EXPECT_EQ(rule.query.at("limit"), "10");
  EXPECT_EQ(rule.headers, (HttpHeaders{{"X-Count", "3"}, {"X-Of", "1"}, {"X-Of", "2"}}));
}

TEST(SiteRule, HasOneAnswer) {
  EXPECT_EQ(problem_with({{"never", true}, {"json", 1}}),
            "/never: a rule can have only one answer, but 'json' and 'never' are two; remove one");
  EXPECT_EQ(problem_with({{"drop", true}, {"status", 200}}), "/status: 'status' has no meaning beside 'drop'");
  EXPECT_EQ(problem_with({{"never", true}, {"delay", 5}}), "/delay: 'delay' has no meaning beside 'never'");
}

TEST(SiteRule, RefusesWrongTypes) {
  EXPECT_EQ(problem_with({{"body", {{"price", 1.5}}}}),
            "/body/price: 'price' must be text, not a number; put it in quotes");
  EXPECT_EQ(problem_with({{"status", "200"}}), "/status: 'status' must be a whole number from 200 to 599");
  EXPECT_EQ(problem_with({{"status", 100}}), "/status: 'status' must be a whole number from 200 to 599");
  for (const nlohmann::json& wrong : std::vector<nlohmann::json>{-1, 600'001, 1.5, "-1s", "11m", "5 x", "soon", true}) {
    EXPECT_EQ(
        problem_with({{"delay", wrong}}),
        "/delay: 'delay' must be a duration such as 300ms or 1s, or a whole number of milliseconds from 0 to 600000")
        << wrong;
  }
  EXPECT_EQ(problem_with({{"never", false}}), "/never: 'never' can only be true; leave it out otherwise");
  EXPECT_EQ(problem_with({{"headers", "x"}}), "/headers: 'headers' must be a map, not text");
  EXPECT_EQ(problem_with(nlohmann::json::array()), ": a rule must be a map, not a list");
}

TEST(SiteRule, RefusesAnswersThatWouldBreakTheProtocol) {
  EXPECT_EQ(problem_with({{"headers", {{"X-A", "b\r\nSet-Cookie: c"}}}}),
            "/headers/X-A: header 'X-A' contains a line break or control character");
  EXPECT_EQ(problem_with({{"headers", {{"X A", "b"}}}}), "/headers/X A: 'X A' is not a header name");
  EXPECT_EQ(problem_with({{"headers", {{"content-length", "1"}}}}),
            "/headers/content-length: 'content-length' is set by the server itself");
  EXPECT_EQ(problem_with({{"redirect", "/a\nb"}}), "/redirect: 'redirect' must be a URL without control characters");
  EXPECT_EQ(problem_with({{"text", "a"}, {"content_type", "a\r\nb"}}),
            "/content_type: 'content_type' contains a control character");
  EXPECT_EQ(problem_with({{"redirect", "/a"}, {"status", 200}}),
            "/status: the status of a redirect must be 301, 302, 303, 307 or 308");
}

TEST(SiteRule, RefusesRulesThatCouldNeverMatch) {
  EXPECT_EQ(problem_with({{"path", "x"}}), "/path: a path must begin with '/' or '*'");
  EXPECT_EQ(problem_with({{"method", "post"}}),
            "/method: 'post' is not one of the methods GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
  EXPECT_EQ(problem_with({{"body", {{"/a~2", "x"}}}}),
            "/body/~1a~02: '/a~2' is not a JSON pointer; write e.g. /items/0/name");
  EXPECT_EQ(problem_with({{"file", "../x"}}), "/file: 'file' must name a file beneath the host's folder");
}

}  // namespace
}  // namespace casement
