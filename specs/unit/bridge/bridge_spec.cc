#include "casement/bridge/bridge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace casement {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

std::string expression(const BridgeCall& call, std::optional<int> after_ref) {
  return bridge_command("S", "w", call, after_ref).params.at("expression").get<std::string>();
}

TEST(Bridge, CallsAFunctionWithItsArguments) {
  EXPECT_EQ(expression({"find", Json::array({1, "a"})}, {}), R"(casement.find(1,"a"))");
}

TEST(Bridge, NumbersRefsFromTheFirstCallOn) {
  EXPECT_EQ(expression({"snapshot"}, 41), "casement.startRefsAt(41);casement.snapshot()");
}

// Chrome keeps what it has compiled of a text, and gives it to whoever brings the same.
TEST(Bridge, IsBroughtWithTheSameTextEachTime) {
  for (const auto bring : {bridge_core_for_document, bridge_rest_for_document}) {
    EXPECT_EQ(bring("S", "w").params.at("expression"), bring("T", "v").params.at("expression"));
  }
}

TEST(Bridge, AnnouncesItselfOnlyThroughItsOwnWorldsBinding) {
  EXPECT_EQ(bridge_binding("S", "ours").params.at("executionContextName"), "ours");
  const cdp::Command command = bridge_for_new_documents("S", "ours");
  EXPECT_EQ(command.params.at("worldName"), "ours");
  EXPECT_THAT(command.params.at("source").get<std::string>(), EndsWith("globalThis.casementIsHere?.('');"));
}

// It goes to each page's session through programs that keep ASCII as one byte a character.
TEST(Bridge, IsAsciiWithoutComments) {
  const std::string source = bridge_source();
  EXPECT_TRUE(std::all_of(source.begin(), source.end(), [](char c) { return static_cast<unsigned char>(c) < 128; }));
  EXPECT_THAT(source, AllOf(Not(HasSubstr("\n//")), Not(HasSubstr("\n "))));
}

TEST(Bridge, ArgumentsCannotBecomeScript) {
  EXPECT_EQ(expression({"find", Json::array({"\");alert(1);(\"\n"})}, {}), R"(casement.find("\");alert(1);(\"\n"))");
}

TEST(Bridge, AQuestionThatMightNeverEndIsEndedByChrome) {
  const cdp::Command command =
      bridge_command("S", "w", {"find", Json::array({Json{{"step", nullptr}, {"endsAfter", 250}}})}, {});
  EXPECT_EQ(command.params.at("timeout"), 250);
  EXPECT_EQ(command.params.at("expression"), R"(casement.find({"step":null}))");
  EXPECT_FALSE(
      bridge_command("S", "w", {"find", Json::array({Json{{"step", nullptr}}})}, {}).params.contains("timeout"));
}

TEST(Bridge, IsCalledInItsWorldOnly) {
  const cdp::Command command = bridge_command("S", "world-1", {"changed"}, {});
  EXPECT_EQ(command.session, "S");
  EXPECT_EQ(command.params.at("uniqueContextId"), "world-1");
}

TEST(EvaluationValue, IsTheValue) {
  EXPECT_EQ(evaluation_value({{"result", {{"type", "number"}, {"value", 3}}}}), 3);
  EXPECT_TRUE(evaluation_value({{"result", {{"type", "undefined"}}}}).is_null());
  EXPECT_EQ(evaluation_value({{"result", {{"unserializableValue", "NaN"}}}}), "NaN");
}

TEST(EvaluationValue, AThrownErrorHasItsMessage) {
  try {
    evaluation_value({{"result", {{"type", "object"}}},
                      {"exceptionDetails", {{"text", "Uncaught"}, {"exception", {{"description", "TypeError: no"}}}}}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Evaluation);
    EXPECT_EQ(error.message(), "TypeError: no");
  }
}

TEST(EvaluationValue, AThrownErrorHasItsLineAndStack) {
  try {
    evaluation_value({{"result", {{"type", "object"}}},
                      {"exceptionDetails",
                       {{"text", "Uncaught"},
                        {"lineNumber", 2},
                        {"columnNumber", 0},
                        {"exception", {{"description", "TypeError: no\n    at pay (shop.js:3:1)"}}}}}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "TypeError: no (line 3, column 1)");
    EXPECT_THAT(error.trail(), testing::ElementsAre("    at pay (shop.js:3:1)"));
  }
}

TEST(EvaluationValue, AnyThrownValueIsReported) {
  try {
    evaluation_value(
        {{"result", Json::object()}, {"exceptionDetails", {{"text", "Uncaught"}, {"exception", {{"value", 7}}}}}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "7");
  }
}

}  // namespace
}  // namespace casement
