#include "casement/cdp/reply_shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/cdp/connection.h"
#include "specs/support/scripted_transport.h"

namespace casement::cdp {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;

std::string told(std::string_view method, const Json& result) {
  const std::optional<Error> error = reply_error(method, result);
  if (!error) return "";
  EXPECT_EQ(error->kind(), ErrorKind::Protocol);
  return error->message();
}

TEST(ReplyShape, NamesTheCommandAndTheField) {
  EXPECT_EQ(told("Browser.getVersion", {{"product", 7}}),
            "the answer to Browser.getVersion has an unexpected shape: 'product' is a number, expected a string");
  EXPECT_EQ(told("Page.getNavigationHistory", {{"entries", {{{"id", 1}}, {{"id", "two"}}}}}),
            "the answer to Page.getNavigationHistory has an unexpected shape: 'entries[1].id' is a string, expected a "
            "number");
  EXPECT_EQ(told("DOM.describeNode", {{"node", Json::object()}}),
            "the answer to DOM.describeNode has an unexpected shape: 'node.backendNodeId' is missing");
  EXPECT_EQ(told("Page.getLayoutMetrics", {{"cssVisualViewport", Json::array()}}),
            "the answer to Page.getLayoutMetrics has an unexpected shape: 'cssVisualViewport' is an array, expected an "
            "object");
}

TEST(ReplyShape, AcceptsOptionalFieldsThatAreMissing) {
  EXPECT_EQ(told("Browser.getVersion", {{"product", "Chrome/1"}, {"userAgent", "x"}, {"more", 1}}), "");
  EXPECT_EQ(told("Page.navigate", Json::object()), "");
  EXPECT_EQ(told("Runtime.evaluate", {{"result", {{"type", "undefined"}}}}), "");
  EXPECT_EQ(told("Somebody.else", {{"product", 7}}), "");
}

TEST(ReplyShape, ReportsAnAnswerThatIsNoObject) {
  for (const Json& result : {Json(nullptr), Json(7), Json("text"), Json::array({1}), Json(true)}) {
    EXPECT_THAT(told("Somebody.else", result), HasSubstr("expected an object")) << result;
  }
}

// Every field of every command, with every other type: each is told, and no other exception comes.
TEST(ReplyShape, ReportsEachFieldOfAnotherType) {
  int checked = 0;
  for (const ReplyShape& shape : reply_shapes()) {
    std::string_view fields = shape.fields;
    Json whole = Json::object();
    while (!fields.empty()) {
      const std::string_view field = fields.substr(0, fields.find(' '));
      fields.remove_prefix(std::min(field.size() + 1, fields.size()));
      const std::string path(field.substr(0, field.find_first_of(":!")));
      const std::string_view type = field.substr(path.size() + 1);
      std::string pointer = "/" + path;
      for (std::size_t at; (at = pointer.find("[].")) != std::string::npos;) pointer.replace(at, 3, "/0/");
      for (char& c : pointer) {
        if (c == '.') c = '/';
      }
      const Json right = type == "string"    ? Json("x")
                         : type == "number"  ? Json(1)
                         : type == "boolean" ? Json(true)
                         : type == "array"   ? Json::array()
                                             : Json::object();
      for (const Json& wrong : {Json(nullptr), Json("x"), Json(1), Json(true), Json::array({1}), Json{{"a", 1}}}) {
        if (wrong.type() == right.type() || (wrong.is_number() && right.is_number())) continue;
        Json answer = whole;
        answer[Json::json_pointer(pointer)] = wrong;
        EXPECT_THAT(told(shape.method, answer),
                    AllOf(HasSubstr(shape.method), HasSubstr(" is "), HasSubstr("expected")))
            << shape.method << " " << answer;
        ++checked;
      }
      whole[Json::json_pointer(pointer)] = right;
    }
  }
  EXPECT_GT(checked, 150);
}

struct Talk {
  Talk() : connection(std::make_unique<specs::ScriptedTransport>(script)) {}
  // Says `messages` once the command is sent: an answer to a command that was never sent would be left out.
  void says_when_asked(std::vector<std::string> messages) {
    script.on_sent = [this, messages = std::move(messages)](const Json&) {
      for (const std::string& message : messages) script.say_raw(message);
    };
  }
  Error error_of(const std::string& method) {
    const Connection::EngineLock lock(connection);
    try {
      connection.call({"", method}, Deadline::in(5s));
    } catch (const Error& error) {
      return error;
    }
    return {ErrorKind::Internal, "answered"};
  }
  specs::Script script;
  Connection connection;
};

TEST(ReplyShape, IsCheckedWhenAnAnswerArrives) {
  Talk talk;
  talk.says_when_asked({R"({"id":1,"result":{"targetId":[1]}})"});
  const Error error = talk.error_of("Target.createTarget");
  EXPECT_EQ(error.kind(), ErrorKind::Protocol);
  EXPECT_THAT(error.message(), AllOf(HasSubstr("Target.createTarget"), HasSubstr("'targetId' is an array")));
}

TEST(ReplyShape, ErrorsOfAnotherShapeAreErrorsAllTheSame) {
  for (const char* error : {"7", "null", "\"no\"", "[]", "{}", R"({"code":"x","message":7,"data":{}})"}) {
    Talk talk;
    talk.says_when_asked({R"({"id":1,"error":)" + std::string(error) + "}"});
    const Error told = talk.error_of("Page.enable");
    EXPECT_EQ(told.kind(), ErrorKind::Protocol) << error;
    EXPECT_EQ(told.message(), "Page.enable: no message") << error;
  }
}

// Messages that are neither an answer nor an event are left out; what comes behind them counts.
TEST(ReplyShape, MessagesOfAnotherShapeEndNothing) {
  for (const char* message :
       {"[]", "null", "7", "\"text\"", "{}", "", R"({"id":"1","result":{}})", R"({"id":1.5})", R"({"id":null})",
        R"({"method":7,"params":{}})", R"({"method":"A.event","sessionId":7,"params":{}})",
        R"({"method":"A.event","sessionId":null,"params":{}})", R"({"method":["A"]})",
        R"({"method":"A.event","params":{"n":1e999}})", R"({"id":99,"result":[]})"}) {
    Talk talk;
    talk.says_when_asked({message, R"({"id":1,"result":{}})"});
    EXPECT_EQ(talk.error_of("Page.enable").message(), "answered") << message;
  }
}

}  // namespace
}  // namespace casement::cdp
