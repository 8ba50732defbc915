// Whom a connection calls back, and what becomes of one that has gone or that throws.
#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

#include "specs/unit/cdp/connection_fixture.h"

namespace casement::cdp {
namespace {

using namespace std::chrono_literals;

// An object that asks, and is called when the answer is there.
struct Asker {
  Effects on_answer(const Reply& reply, const std::string& bound) {
    if (bound == "throws") throw std::out_of_range("no such frame");
    answered.push_back(bound + (reply.error ? " error" : ""));
    return {{{"", "A.then"}}, {}, {}};
  }
  Effects on_time() {
    if (throws) throw std::out_of_range("no such frame");
    answered.push_back("time");
    return {};
  }
  Command ask(const SessionId& session, const std::string& bound) {
    return {session, "A.ask", Json::object(), {weak.get(), &Asker::on_answer, bound}};
  }
  bool throws = false;
  std::vector<std::string> answered;
  WeakPtrFactory<Asker> weak{this};
};

// A closure could outlive what it has captured: none is taken.
template <typename Closure>
constexpr bool is_taken(Closure) {
  return std::is_constructible_v<Callback<Effects(const Reply&)>, Closure>;
}
static_assert(!is_taken([](const Reply&) { return Effects{}; }));
// What is bound may be gone too when it is called: no pointer, reference or view is.
static_assert(!kMayBeBound<Connection*> && !kMayBeBound<const char*> && !kMayBeBound<const void* const>);
static_assert(!kMayBeBound<Connection&> && !kMayBeBound<const std::string&> && !kMayBeBound<std::string&&>);
static_assert(!kMayBeBound<std::string_view>);
static_assert(kMayBeBound<std::string> && kMayBeBound<int> && kMayBeBound<ErrorKind> && kMayBeBound<Json>);

// Ends every session of its page, as BrowserSession does.
struct FailureHandler {
  Effects on_failure(const SessionId& session, const Error& error) {
    if (session.empty()) return {};
    return {{}, {{session, ErrorKind::Internal, error.message()}}, {}};
  }
  WeakPtrFactory<FailureHandler> weak{this};
};

TEST(Connection, CallsNoCallbackOfADestroyedObject) {
  ConnectionFixture f;
  const Connection::EngineLock lock(f.connection);
  auto asker = std::make_unique<Asker>();
  f.connection.send(asker->ask("S1", "reply"));
  f.connection.apply({{}, {}, {{Deadline::in(0s), {}, {asker->weak.get(), &Asker::on_time}}}});
  asker.reset();
  f.script.say({{"id", 1}, {"result", Json::object()}});
  EXPECT_TRUE(f.connection.pump_until([&] { return f.connection.pending() == 0; }, Deadline::in(5s)));
  EXPECT_EQ(f.script.take_sent().size(), 1u);
}

TEST(Connection, EndsTheSessionWhoseCallbackThrewAndNoOther) {
  ConnectionFixture f;
  FailureHandler handler;
  Asker asker;
  f.connection.set_failure_handler({handler.weak.get(), &FailureHandler::on_failure});
  const Connection::EngineLock lock(f.connection);
  f.connection.send(asker.ask("S1", "throws"));
  const Call pending = f.send("A.pending", "S1"), other = f.send("A.other", "S2");
  f.script.say({{"id", 1}, {"result", Json::object()}});
  ASSERT_TRUE(f.connection.await(pending, Deadline::in(5s)));
  EXPECT_EQ(pending.reply().error->kind(), ErrorKind::Internal);
  EXPECT_NE(pending.reply().error->message().find("no such frame"), std::string::npos);
  EXPECT_FALSE(other.done());
  // It takes no more commands, and the connection can wait as before.
  const Call later = f.send("A.scheduled", "S1");
  ASSERT_TRUE(later.done());
  EXPECT_EQ(later.reply().error->kind(), ErrorKind::Internal);
  f.script.say({{"id", 3}, {"result", {{"ok", true}}}});
  EXPECT_EQ(f.connection.result(other, Deadline::in(5s))["ok"], true);
}

TEST(Connection, EndsTheSessionWhoseReducerThrew) {
  ConnectionFixture f;
  FailureHandler handler;
  f.connection.set_failure_handler({handler.weak.get(), &FailureHandler::on_failure});
  f.reduce_with([](const Event&) -> Effects { throw std::out_of_range("no such frame"); });
  const Connection::EngineLock lock(f.connection);
  const Call call = f.send("A.one", "S1");
  f.script.say({{"method", "A.event"}, {"sessionId", "S1"}, {"params", Json::object()}});
  ASSERT_TRUE(f.connection.await(call, Deadline::in(5s)));
  EXPECT_EQ(call.reply().error->kind(), ErrorKind::Internal);
}

TEST(Connection, ThrowsTheFailureOfNoPageFromTheNextCallThatWaits) {
  ConnectionFixture f;
  Asker asker;
  asker.throws = true;
  const Connection::EngineLock lock(f.connection);
  f.connection.apply({{}, {}, {{Deadline::in(0s), {}, {asker.weak.get(), &Asker::on_time}}}});
  try {
    f.connection.call({"", "A.one"}, Deadline::in(5s));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Internal);
  }
  f.script.say({{"id", 2}, {"result", {{"ok", true}}}});
  EXPECT_EQ(f.connection.call({"", "A.two"}, Deadline::in(5s))["ok"], true);
}

TEST(Connection, IsUsedOnlyByTheHolderOfItsLock) {
  ConnectionFixture f;
  EXPECT_THROW(f.send("A.one"), std::logic_error);
  EXPECT_THROW(f.connection.pump_until([] { return true; }, Deadline::in(0s)), std::logic_error);
  const Connection::EngineLock lock(f.connection);
  {
    const Connection::EngineLock nested(f.connection);
  }
  EXPECT_TRUE(f.connection.pump_until([] { return true; }, Deadline::in(0s)));
  std::thread([&] { EXPECT_THROW(f.send("A.two"), std::logic_error); }).join();
  EXPECT_TRUE(f.script.take_sent().empty());
}

}  // namespace
}  // namespace casement::cdp
