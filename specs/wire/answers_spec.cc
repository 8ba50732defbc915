// A browser that answers in other shapes than Chrome does, as a proxy, a grid or a Chrome to come might:
// through the library's own calls nothing but its own errors comes of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "casement/api/engine.h"
#include "casement/api/expect.h"
#include "casement/api/page.h"
#include "casement/browser/host/attach_transport.h"
#include "casement/browser/host/browser_session.h"
#include "casement/browser/page/page_session.h"
#include "specs/support/scripted_transport.h"
#include "specs/wire/scripted_page.h"

namespace casement {
namespace {

using specs::Script;
using specs::ScriptedTransport;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;

// A browser of which the spec says how it answers one command; others get what Chrome would answer.
class AnsweringBrowser {
 public:
  AnsweringBrowser() {
    script_.on_sent = [this](const Json& command) {
      const std::string id = command.at("id").dump();
      const auto said = answers_.find(command.at("method").get<std::string>());
      script_.say_raw("{\"id\":" + id + "," + (said == answers_.end() ? "\"result\":{}" : said->second) + "}");
    };
    answers("Browser.getVersion", R"("result":{"product":"HeadlessChrome/1.2","userAgent":"x"})");
    answers("Target.createBrowserContext", R"("result":{"browserContextId":"C1"})");
  }
  void answers(const std::string& method, const std::string& members) { answers_[method] = members; }

  // The error of a browser that is attached to and asked for a page.
  std::string error() {
    try {
      const auto browser =
          attach_transport(std::make_unique<ScriptedTransport>(script_), Deadline::in(std::chrono::seconds(20)));
      browser->new_context({}, Deadline::in(std::chrono::seconds(20))).new_page(Deadline::in(std::chrono::seconds(20)));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Protocol) << error.what();
      return error.message();
    }
    return "none";
  }

 private:
  Script script_;
  std::map<std::string, std::string> answers_;
};

TEST(AnswersOfAnotherShape, AreReportedWithTheirCommand) {
  for (const char* method : {"Browser.getVersion", "Target.createBrowserContext", "Target.createTarget"}) {
    for (const char* result : {"[]", "null", "7", "\"text\"", "true"}) {
      AnsweringBrowser browser;
      browser.answers(method, std::string("\"result\":") + result);
      EXPECT_THAT(browser.error(), AllOf(HasSubstr(method), HasSubstr("expected an object"))) << result;
    }
  }
}

TEST(AnswersOfAnotherShape, AreReportedWithTheirField) {
  const std::map<std::string, std::string> fields{{"product", "Browser.getVersion"},
                                                  {"userAgent", "Browser.getVersion"},
                                                  {"browserContextId", "Target.createBrowserContext"},
                                                  {"targetId", "Target.createTarget"}};
  for (const auto& [field, method] : fields) {
    for (const char* value : {"[]", "null", "7", "{}", "false"}) {
      AnsweringBrowser browser;
      browser.answers(method, "\"result\":{\"" + field + "\":" + value + "}");
      EXPECT_THAT(browser.error(), AllOf(HasSubstr(method), HasSubstr("'" + field + "' is "))) << value;
    }
  }
}

TEST(AnswersOfAnotherShape, MalformedErrorsAreErrorsWithoutAMessage) {
  for (const char* error : {"[]", "null", "7", "\"text\"", R"({"code":{},"message":[]})"}) {
    AnsweringBrowser browser;
    browser.answers("Target.createBrowserContext", std::string("\"error\":") + error);
    EXPECT_EQ(browser.error(), "Target.createBrowserContext: no message") << error;
  }
}

// Events, at any time.
TEST(AnswersOfAnotherShape, EventsOfAnotherShapeEndNothing) {
  for (const char* event :
       {R"({"method":"Target.attachedToTarget"})", R"({"method":"Target.attachedToTarget","params":[]})",
        R"({"method":"Target.attachedToTarget","params":{"sessionId":7,"targetInfo":{}}})",
        R"({"method":"Target.attachedToTarget","params":{"sessionId":"S","targetInfo":7}})",
        R"({"method":"Target.detachedFromTarget","params":{"sessionId":{}}})",
        R"({"method":"Target.targetCreated","params":{"targetInfo":[]}})",
        R"({"method":"Browser.downloadWillBegin","params":{"frameId":7,"guid":[]}})",
        R"({"method":"Browser.downloadProgress","params":null})", R"({"sessionId":[],"method":"Page.enable"})"}) {
    Script script;
    script.on_sent = [&](const Json& command) {
      script.say_raw(event);
      script.say({{"id", command.at("id")}, {"result", {{"product", "Chrome/1"}, {"browserContextId", "C1"}}}});
    };
    const auto browser =
        attach_transport(std::make_unique<ScriptedTransport>(script), Deadline::in(std::chrono::seconds(20)));
    EXPECT_NO_THROW(browser->new_context({}, Deadline::in(std::chrono::seconds(20)))) << event;
  }
}

// An event of a page, with these parameters as text: there may be in it what no Json object can hold.
void say_raw(specs::ScriptedPage& p, const std::string& method, const std::string& params) {
  p.script.say_raw(R"({"sessionId":"S","method":")" + method + R"(","params":)" + params + "}");
}

// What can be understood of it is kept.
TEST(AnswersOfAnotherShape, AConsoleLineWithoutAPlaceIsKept) {
  specs::ScriptedPage p;
  for (const char* const stack :
       {"{}", "null", "7", "[]", R"({"callFrames":7})", R"({"callFrames":{}})", R"({"callFrames":[]})"}) {
    say_raw(p, "Runtime.consoleAPICalled",
            std::string(R"({"type":"log","args":[{"type":"string","value":"it"}],"stackTrace":)") + stack + "}");
  }
  p.deliver();
  EXPECT_EQ(p.page.console().lines().size(), 7u);
  EXPECT_EQ(p.page.console().lines().front(), "log: it");
}

TEST(AnswersOfAnotherShape, NumbersThatNoMachineHasEndNoPage) {
  specs::ScriptedPage p;
  for (const std::string n :
       {"-1", "1e300", "-1e300", "18446744073709551615", "-9223372036854775808", "0.5", "null", "\"NaN\""}) {
    say_raw(p, "Runtime.consoleAPICalled", R"({"type":"log","args":[],"executionContextId":)" + n + "}");
    say_raw(p, "Runtime.exceptionThrown", R"({"exceptionDetails":{"text":"x","lineNumber":)" + n + "}}");
    say_raw(p, "Network.dataReceived", R"({"requestId":"R","dataLength":)" + n + "}");
    say_raw(p, "Runtime.bindingCalled", R"({"name":"x","payload":"","executionContextId":)" + n + "}");
    say_raw(p, "Runtime.executionContextDestroyed", R"({"executionContextId":)" + n + "}");
  }
  p.deliver();
  EXPECT_FALSE(p.page.closed());
  p.script.on_sent = [&](const Json& command) { p.answer(command, {{"result", {{"type", "number"}, {"value", 7}}}}); };
  {
    const cdp::Connection::EngineLock lock(p.connection);
    EXPECT_EQ(p.page.evaluate("7", specs::soon()), 7);
  }
  p.script.on_sent = nullptr;
}

// A page that an application opens has none until its server answers, and Chrome says so at once.
TEST(Evaluation, WaitsForTheFirstDocument) {
  specs::ScriptedPage p;
  p.world_ends("S", "wM");
  p.deliver();
  int asked = 0;
  p.script.on_sent = [&](const Json& command) {
    if (command.at("method") != "Runtime.evaluate") return;
    if (++asked == 2) return p.answer(command, {{"result", {{"type", "number"}, {"value", 7}}}});
    const Json error{{"code", -32000}, {"message", "Cannot find default execution context"}};
    p.script.say({{"id", command.at("id")}, {"error", error}});
    p.world("S", "M", "wN");
  };
  {
    const cdp::Connection::EngineLock lock(p.connection);
    EXPECT_EQ(p.page.evaluate("7", specs::soon()), 7);
  }
  EXPECT_EQ(asked, 2);
  p.script.on_sent = nullptr;
}

// What our own script in the page would never answer.
TEST(AnswersOfAnotherShape, AScriptsAnswersAreAnErrorOfTheCall) {
  for (const Json& value : {Json(7), Json("text"), Json::array(), Json::object(), Json{{"frames", 7}, {"matches", {7}}},
                            Json{{"frames", Json::array()}, {"matches", {{{"ref", "one"}}}}},
                            Json{{"frames", {{{"ref", 1}}}}, {"matches", Json::array()}}}) {
    specs::ScriptedPage p;
    p.script.on_sent = [&](const Json& command) { p.answer(command, {{"result", {{"value", value}}}}); };
    Page page = page_of(p.page);
    page.set_default_timeout(std::chrono::milliseconds(500));
    const std::function<void()> calls[] = {[&] { page.snapshot(); }, [&] { page.click("button"); },
                                           [&] { page.fill("css=input", "x"); }, [&] { page.text("css=p"); }};
    for (const std::function<void()>& call : calls) {
      try {
        call();
        ADD_FAILURE() << value;
      } catch (const Error& error) {
        EXPECT_THAT(error.kind(), AnyOf(ErrorKind::Protocol, ErrorKind::NotFound, ErrorKind::Timeout))
            << value << " " << error.full_text();
      }
    }
    p.script.on_sent = nullptr;
  }
}

// A caller's own exception is none of an answer.
TEST(AnswersOfAnotherShape, ExceptionsOfACallersConditionStayUnchanged) {
  specs::ScriptedPage p;
  EXPECT_THROW(expect(page_of(p.page)).poll("a number", [] { return Json("text").get<int>() > 0; }), Json::exception);
}

TEST(AnswersOfAnotherShape, ALoneSurrogateInTextOfAPageIsReplaced) {
  specs::ScriptedPage p;
  say_raw(p, "Runtime.consoleAPICalled", R"({"type":"log","args":[{"type":"string","value":"a \ud800"}]})");
  p.deliver();
  EXPECT_EQ(p.page.console().lines().back(), "log: a \uFFFD");
}

}  // namespace
}  // namespace casement
