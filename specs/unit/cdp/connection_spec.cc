#include "casement/cdp/connection.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

#include "specs/support/flooding_transport.h"
#include "specs/unit/cdp/connection_fixture.h"

namespace casement::cdp {
namespace {

using namespace std::chrono_literals;
using specs::Script;
using specs::ScriptedTransport;

TEST(Connection, GivesEachCommandItsOwnAnswer) {
  ConnectionFixture f;
  const Connection::EngineLock lock(f.connection);
  const Call one = f.send("A.one"), two = f.send("A.two");
  f.script.say({{"id", 2}, {"result", {{"n", 2}}}});
  f.script.say({{"id", 1}, {"result", {{"n", 1}}}});
  EXPECT_EQ(f.connection.result(one, Deadline::in(5s))["n"], 1);
  EXPECT_EQ(f.connection.result(two, Deadline::in(5s))["n"], 2);
}

TEST(Connection, SendsTheSessionOnlyIfThereIsOne) {
  ConnectionFixture f;
  const Connection::EngineLock lock(f.connection);
  f.send("A.one");
  f.send("A.two", "S1");
  const auto sent = f.script.take_sent();
  EXPECT_FALSE(sent[0].contains("sessionId"));
  EXPECT_EQ(sent[1]["sessionId"], "S1");
}

TEST(Connection, ThrowsAProtocolErrorWithItsKind) {
  ConnectionFixture f;
  const Connection::EngineLock lock(f.connection);
  const Call call = f.send("Runtime.evaluate");
  f.script.say({{"id", 1}, {"error", {{"code", -32000}, {"message", "Cannot find context with specified id"}}}});
  try {
    f.connection.result(call, Deadline::in(5s));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::FrameGone);
    EXPECT_NE(std::string(error.what()).find("Runtime.evaluate"), std::string::npos);
  }
}

TEST(Connection, AMessageInAnotherShapeIsNobodysEnd) {
  ConnectionFixture f;
  const Connection::EngineLock lock(f.connection);
  const Call call = f.send("A.one");
  for (const char* const text : {"7", "\"params\"", "[]", "null", "{}", "{", "\xFF", R"({"method": 7})",
                                 R"({"sessionId": [], "method": "A.b"})"}) {
    f.script.say_raw(text);
  }
  f.script.say({{"id", 1}, {"error", 7}});
  try {
    f.connection.result(call, Deadline::in(5s));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Protocol);
  }
}

TEST(Connection, NamesTheMethodThatWasNotAnswered) {
  ConnectionFixture f;
  const Connection::EngineLock lock(f.connection);
  try {
    f.connection.call({"", "Page.navigate"}, Deadline::in(0s));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Timeout);
    EXPECT_EQ(std::string(error.message()), "Page.navigate was not answered in time");
  }
}

TEST(Connection, UndoesWhatWasMadeTooLate) {
  ConnectionFixture f;
  const Connection::EngineLock lock(f.connection);
  const auto undo = [](const Json& result) { return Command{"", "A.remove", {{"id", result.at("id")}}, nullptr}; };
  f.script.say({{"id", 1}, {"result", {{"id", "in time"}}}});
  EXPECT_EQ(f.connection.call_or_undo({"", "A.make"}, undo, Deadline::in(5s))["id"], "in time");
  for (const Json& late : {Json{{"id", 2}, {"result", {{"id", "late"}}}},
                           Json{{"id", 3}, {"error", {{"code", -32000}, {"message", "No"}}}}}) {
    try {
      f.connection.call_or_undo({"", "A.make"}, undo, Deadline::in(0s));
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Timeout);
    }
    f.script.say(late);
  }
  const auto has_answered = [&] { return f.connection.pending() <= 1; };
  EXPECT_TRUE(f.connection.pump_until(has_answered, Deadline::in(5s)));
  const auto sent = f.script.take_sent();
  ASSERT_EQ(sent.size(), 4u);
  EXPECT_EQ(sent[3]["method"], "A.remove");
  EXPECT_EQ(sent[3]["params"]["id"], "late");
}

TEST(Connection, DropsALateAnswer) {
  ConnectionFixture f;
  const Connection::EngineLock lock(f.connection);
  EXPECT_THROW(f.connection.call({"", "A.slow"}, Deadline::in(0s)), Error);
  f.script.say({{"id", 1}, {"result", {{"late", true}}}});
  const Call next = f.send("A.next");
  f.script.say({{"id", 2}, {"result", {{"ok", true}}}});
  EXPECT_EQ(f.connection.result(next, Deadline::in(5s))["ok"], true);
}

TEST(Connection, EndsEveryCommandWhenTheBrowserGoes) {
  ConnectionFixture f;
  const Connection::EngineLock lock(f.connection);
  const Call call = f.send("A.one");
  f.script.close();
  try {
    f.connection.result(call, Deadline::in(5s));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::ConnectionLost);
  }
  EXPECT_THROW(f.connection.call({"", "A.two"}, Deadline::in(5s)), Error);
}

TEST(Connection, EndsWhatWaitsWhenItIsInterruptedAndGoesOnWhenItIsResumed) {
  ConnectionFixture f;
  std::thread other;
  {
    const Connection::EngineLock lock(f.connection);
    // Once the command is on its way, and so while it is waited for or before.
    f.script.on_sent = [&](const Json&) {
      if (!other.joinable()) other = std::thread([&] { f.connection.interrupt({ErrorKind::Interrupted, "too late"}); });
    };
    for (int i = 0; i < 2; ++i) {
      try {
        f.connection.call({"", "A.one"}, Deadline::never());
        FAIL();
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::Interrupted);
        EXPECT_EQ(error.message(), "too late");
      }
    }
    other.join();
    f.script.on_sent = nullptr;
    f.connection.let_in(std::this_thread::get_id());
    f.script.say({{"id", 3}, {"result", {{"ok", true}}}});
    EXPECT_EQ(f.connection.call({"", "A.one"}, Deadline::in(5s))["ok"], true);
    f.connection.let_in({});
    EXPECT_THROW(f.connection.call({"", "A.one"}, Deadline::never()), Error);
    f.connection.resume();
    f.script.say({{"id", 5}, {"result", {{"ok", true}}}});
    EXPECT_EQ(f.connection.call({"", "A.one"}, Deadline::in(5s))["ok"], true);
  }
}

TEST(Connection, EndsTheCommandsOfAnEndedSessionOnly) {
  ConnectionFixture f;
  f.reduce_with([](const Event& event) {
    Effects effects;
    if (event.method == "Gone") effects.ended.push_back({"S1", ErrorKind::TargetCrashed, "crashed"});
    return effects;
  });
  const Connection::EngineLock lock(f.connection);
  const Call lost = f.send("A.one", "S1"), kept = f.send("A.two", "S2");
  f.script.say({{"method", "Gone"}, {"params", Json::object()}});
  ASSERT_TRUE(f.connection.await(lost, Deadline::in(5s)));
  EXPECT_EQ(lost.reply().error->kind(), ErrorKind::TargetCrashed);
  EXPECT_FALSE(kept.done());
}

TEST(Connection, SendsWhatTheReducerAsksFor) {
  ConnectionFixture f;
  f.reduce_with([](const Event& event) {
    Effects effects;
    effects.commands.push_back({event.session, "A.answer"});
    return effects;
  });
  const Connection::EngineLock lock(f.connection);
  f.script.say({{"method", "A.question"}, {"sessionId", "S9"}, {"params", Json::object()}});
  std::vector<Json> sent;
  f.connection.pump_until([&] { return !(sent = f.script.take_sent()).empty(); }, Deadline::in(5s));
  ASSERT_EQ(sent.size(), 1u);
  EXPECT_EQ(sent[0]["method"], "A.answer");
  EXPECT_EQ(sent[0]["sessionId"], "S9");
}

TEST(Connection, RefusesAReducerThatWaits) {
  ConnectionFixture f;
  bool refused = false;
  f.reduce_with([&](const Event&) -> Effects {
    try {
      f.connection.pump_until([] { return false; }, Deadline::in(0s));
    } catch (const std::logic_error&) {
      refused = true;
    }
    return {};
  });
  const Connection::EngineLock lock(f.connection);
  f.script.say({{"method", "A.event"}, {"params", Json::object()}});
  f.connection.pump_until([&] { return refused; }, Deadline::in(5s));
  EXPECT_TRUE(refused);
}

TEST(Connection, HandlesEventsWhileNoCallRuns) {
  ConnectionFixture f;
  std::promise<std::string> seen;
  f.reduce_with([&](const Event& event) {
    seen.set_value(event.method);
    return Effects{};
  });
  f.script.say({{"method", "A.idle"}, {"params", Json::object()}});
  EXPECT_EQ(seen.get_future().get(), "A.idle");
}

TEST(Connection, LetsACallerInWhileTheIdlePumpWaits) {
  ConnectionFixture f;
  for (int i = 1; i <= 50; ++i) {
    std::async(std::launch::async, [&] {
      const Connection::EngineLock lock(f.connection);
      const Call call = f.send("A.one");
      f.script.say({{"id", i}, {"result", Json::object()}});
      f.connection.result(call, Deadline::in(5s));
    }).get();
  }
}

// What comes without end, by whom.
TEST(Connection, HoldsItsDeadlineDuringEndlessMessages) {
  const std::string line = R"({"method":"Runtime.consoleAPICalled","params":{"type":"log","args":[]},"sessionId":"S"})";
  for (const std::string& message : {line, std::string(), std::string("[]"), std::string(R"({"id":77,"result":{}})")}) {
    Connection connection(std::make_unique<specs::FloodingTransport>([&](std::size_t) { return message; }));
    const Connection::EngineLock lock(connection);
    EXPECT_FALSE(connection.pump_until([] { return false; }, Deadline::in(0s)));
    try {
      connection.call({"", "Page.enable"}, Deadline::in(10ms));
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Timeout);
      EXPECT_NE(error.message().find(
                    "Page.enable was not answered in time: Chrome sends events faster than Casement can read them: "),
                std::string::npos)
          << error.message();
      EXPECT_NE(error.message().find(" per second"), std::string::npos);
      EXPECT_EQ(message == line, error.message().find("most of them Runtime.consoleAPICalled") != std::string::npos);
    }
  }
}

// Who turns consoles off, in place of a browser.
struct ConsoleKeeper {
  Effects on_flood(const SessionId& session) {
    flooded.push_back(session);
    return {{{session, "Runtime.disable"}}, {}, {}};
  }
  std::vector<SessionId> flooded;
  WeakPtrFactory<ConsoleKeeper> weak{this};
};

TEST(Connection, ReportsOnceWhoseConsoleFloods) {
  ConsoleKeeper keeper;
  const std::string line =
      R"({"method":"Runtime.consoleAPICalled","params":{"type":"error","args":[]},"sessionId":"S"})";
  Connection connection(std::make_unique<specs::FloodingTransport>([&](std::size_t) { return line; }));
  const Connection::EngineLock lock(connection);
  connection.set_flood_handler({keeper.weak.get(), &ConsoleKeeper::on_flood});
  connection.pump_until([&] { return !keeper.flooded.empty(); }, Deadline::in(60s));
  EXPECT_FALSE(connection.pump_until([] { return false; }, Deadline::in(10ms)));
  EXPECT_EQ(keeper.flooded, std::vector<SessionId>{"S"});
  EXPECT_EQ(connection.pending(), 1U);
}

TEST(Connection, HandsAnAnswerOutOfAFloodThatCameBeforeTheDeadline) {
  Connection connection(std::make_unique<specs::FloodingTransport>([](std::size_t number) {
    return number == 20'000 ? R"({"id":1,"result":{"n":7}})" : R"({"method":"A.event","params":{}})";
  }));
  const Connection::EngineLock lock(connection);
  EXPECT_EQ(connection.call({"", "A.one"}, Deadline::in(60s))["n"], 7);
}

TEST(Connection, LetsACallerInWhileTheIdlePumpIsFlooded) {
  std::atomic<bool> is_read = false;
  Connection connection(std::make_unique<specs::FloodingTransport>([&](std::size_t) {
    is_read = true;
    is_read.notify_all();
    return std::string("{}");
  }));
  is_read.wait(false);
  for (int i = 0; i < 20; ++i) {
    const Connection::EngineLock lock(connection);
    EXPECT_FALSE(connection.lost());
  }
}

TEST(Connection, SurvivesAMessageThatIsNotJson) {
  ConnectionFixture f;
  const Connection::EngineLock lock(f.connection);
  const Call call = f.send("A.one");
  f.script.say_raw("{nonsense");
  f.script.say({{"id", 1}, {"result", Json::object()}});
  EXPECT_NO_THROW(f.connection.result(call, Deadline::in(5s)));
}

TEST(Connection, TakesTheFirstOfTwoAnswers) {
  ConnectionFixture f;
  const Connection::EngineLock lock(f.connection);
  const Call one = f.send("A.one"), two = f.send("A.two");
  f.script.say({{"id", 1}, {"result", {{"n", 1}}}});
  f.script.say({{"id", 1}, {"result", {{"n", 99}}}});
  f.script.say({{"id", 1}, {"error", {{"code", 1}, {"message", "again"}}}});
  f.script.say({{"id", 2}, {"result", {{"n", 2}}}});
  EXPECT_EQ(f.connection.result(two, Deadline::in(5s))["n"], 2);
  EXPECT_EQ(f.connection.result(one, Deadline::in(5s))["n"], 1);
  EXPECT_EQ(f.connection.pending(), 0u);
}

TEST(Connection, DropsAnAnswerForASessionThatIsGone) {
  ConnectionFixture f;
  f.reduce_with([](const Event&) { return Effects{{}, {{"S1", ErrorKind::SessionClosed, "closed"}}, {}}; });
  const Connection::EngineLock lock(f.connection);
  const Call lost = f.send("A.one", "S1");
  f.script.say({{"method", "Gone"}, {"params", Json::object()}});
  f.script.say({{"id", 1}, {"sessionId", "S1"}, {"result", {{"late", true}}}});
  const Call next = f.send("A.next");
  f.script.say({{"id", 2}, {"result", {{"ok", true}}}});
  EXPECT_EQ(f.connection.result(next, Deadline::in(5s))["ok"], true);
  EXPECT_EQ(lost.reply().error->kind(), ErrorKind::SessionClosed);
}

TEST(Connection, DropsAnswersWithNumbersThatNobodyGave) {
  ConnectionFixture f;
  const Connection::EngineLock lock(f.connection);
  const Call call = f.send("A.one");
  for (const char* const id : {"0", "-1", "-9223372036854775808", "9223372036854775807", "18446744073709551615",
                               "18446744073709551617", "1e3", "1.0000001", "true", "\"1\"", "[1]"}) {
    f.script.say_raw(std::string("{\"id\":") + id + ",\"result\":{\"n\":99}}");
  }
  f.script.say({{"id", 1}, {"result", {{"n", 1}}}});
  EXPECT_EQ(f.connection.result(call, Deadline::in(5s))["n"], 1);
}

TEST(Connection, DropsNonTextAndReplacesLoneSurrogates) {
  ConnectionFixture f;
  const Connection::EngineLock lock(f.connection);
  const Call call = f.send("A.one");
  f.script.say_raw("{\"id\":1,\"result\":{\"n\":\"bad \xff\xc3\x28\"}}");  // not understood: it ends by its deadline
  f.script.say_raw(R"({"id":1,"result":{"n":"lone \ud800 and \udc00"}})");
  EXPECT_EQ(f.connection.result(call, Deadline::in(5s))["n"], "lone \uFFFD and \uFFFD");
}

}  // namespace
}  // namespace casement::cdp
