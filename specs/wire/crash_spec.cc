// What is told of a page whose renderer has crashed: at once, whatever time was given.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "specs/wire/scripted_page.h"

namespace casement {
namespace {

using specs::ScriptedPage;
using specs::soon;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class CrashedPage : public ScriptedPage {
 public:
  CrashedPage() {
    {
      const cdp::Connection::EngineLock lock(connection);
      connection.apply(page.begin_session("S", false));
    }
    answer_all();
    crash();
  }
  void crash() {
    say("S", "Inspector.targetCrashed", Json::object());
    deliver();
    script.take_sent();
  }
  template <typename Body>
  std::string kind_of(Body body) {
    const cdp::Connection::EngineLock lock(connection);
    try {
      body();
    } catch (const Error& error) {
      return std::string(to_string(error.kind()));
    }
    return "";
  }
};

TEST(CrashedRenderer, IsReportedAtOnceByCallsThatNeedARenderer) {
  CrashedPage f;
  const Deadline never = Deadline::never();
  EXPECT_EQ(f.kind_of([&] { f.page.evaluate("document.title", never); }), "target_crashed");
  EXPECT_EQ(f.kind_of([&] { f.page.evaluate_isolated("1", never); }), "target_crashed");
  EXPECT_EQ(f.kind_of([&] { f.page.capture_screenshot({{"format", "png"}}, never); }), "target_crashed");
  EXPECT_EQ(f.kind_of([&] { f.page.call_bridge("M", {"snapshot"}, never); }), "target_crashed");
  EXPECT_EQ(f.kind_of([&] { f.page.navigator().loads().await_loaded(never); }), "target_crashed");
  EXPECT_EQ(f.kind_of([&] { f.page.navigator().loads().await_network_idle(std::chrono::hours(1), never); }),
            "target_crashed");
  for (const char* method :
       {"Page.getLayoutMetrics", "Page.printToPDF", "Input.dispatchMouseEvent", "DOM.describeNode"}) {
    EXPECT_EQ(f.kind_of([&] { f.connection.call({"S", method}, never); }), "target_crashed") << method;
  }
  EXPECT_THAT(f.script.take_sent(), IsEmpty());  // a renderer that comes later would do it then
}

TEST(CrashedRenderer, IsReportedToWhatWaitedForItsAnswer) {
  ScriptedPage f;
  f.script.on_sent = [&](const Json& command) {
    if (command.at("method") == "Runtime.evaluate") f.say("S", "Inspector.targetCrashed", Json::object());
  };
  const cdp::Connection::EngineLock lock(f.connection);
  try {
    f.page.evaluate("1", Deadline::never());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::TargetCrashed);
  }
  f.script.on_sent = nullptr;
}

// Chrome tells the next renderer; there is nobody who could answer before.
TEST(CrashedRenderer, TakesRoutesWithoutBeingWaitedFor) {
  CrashedPage f;
  const auto handler = [](const RouteRequest&) { return RouteAnswer::fulfil({200, {}, "", "text/html"}); };
  EXPECT_EQ(f.kind_of([&] { f.page.routes().add("*", handler, Deadline::never()); }), "");
  EXPECT_THAT(f.sent("Fetch.enable"), SizeIs(1));
}

TEST(CrashedRenderer, IsAskedAgainOnceANavigationHasBroughtAnother) {
  CrashedPage f;
  f.navigated("S", "M", "http://shop.test/again");
  f.world("S", "M", "w again");
  f.deliver();
  f.script.on_sent = [&](const Json& command) { f.answer(command, {{"result", {{"type", "number"}, {"value", 7}}}}); };
  const cdp::Connection::EngineLock lock(f.connection);
  EXPECT_EQ(f.page.evaluate("7", soon()), 7);
  EXPECT_EQ(f.page.evaluate_isolated("7", soon()), 7);
  f.script.on_sent = nullptr;
}

TEST(CrashedRenderer, DoesNotAffectOtherSessions) {
  CrashedPage f;
  const cdp::Connection::EngineLock lock(f.connection);
  const cdp::Call other = f.connection.send({"S2", "Runtime.evaluate"});
  EXPECT_FALSE(other.done());
  EXPECT_FALSE(f.connection.has_crashed("S2"));
  f.connection.abandon(other);
}

}  // namespace
}  // namespace casement
