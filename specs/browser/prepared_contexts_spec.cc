// A context with a page that is made ready while something else goes on: the next one with its options
// gets it, and a fresh one where it went wrong.
#include <casement/testing.h>

#include <algorithm>

#include "casement/api/engine.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/host/browser_session.h"
#include "casement/browser/page/page_session.h"

namespace {

using namespace casement;

constexpr std::chrono::seconds kPreparedPatience{30};

class PreparedContexts : public BrowserTest {
 protected:
  BrowserSession& engine() { return engine_of(browser()); }
  std::vector<std::string> context_ids() {
    const cdp::Connection::EngineLock lock(engine().connection());
    const Json told = engine().connection().call({"", "Target.getBrowserContexts"}, Deadline::in(kPreparedPatience));
    auto ids = told.at("browserContextIds").get<std::vector<std::string>>();
    std::sort(ids.begin(), ids.end());
    return ids;
  }
  void await_pages(ContextSession& whose, std::size_t count) {
    const cdp::Connection::EngineLock lock(engine().connection());
    EXPECT_TRUE(engine().connection().pump_until([&] { return whose.pages().size() >= count; },
                                                 Deadline::in(kPreparedPatience)));
  }
};

Error error_of_prepared(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return Error(ErrorKind::Internal, "");
}

// Deadlines that have passed: Chrome makes what was asked for all the same, and it is taken away again.
TEST_F(PreparedContexts, DisposesAContextMadeAfterTheDeadline) {
  engine().new_context({}, Deadline::in(kPreparedPatience));  // takes what the fixture may have prepared
  ContextSession& kept = engine().new_context({.locale = "fr-FR"}, Deadline::in(kPreparedPatience));
  const auto await_answers = [&] {
    const cdp::Connection::EngineLock lock(engine().connection());
    cdp::Connection& connection = engine().connection();
    EXPECT_TRUE(connection.pump_until([&] { return connection.pending() == 0; }, Deadline::in(kPreparedPatience)));
  };
  const auto page_targets = [&] {
    const cdp::Connection::EngineLock lock(engine().connection());
    const Json told = engine().connection().call({"", "Target.getTargets"}, Deadline::in(kPreparedPatience));
    return std::count_if(told.at("targetInfos").begin(), told.at("targetInfos").end(),
                         [&](const Json& info) { return info.value("browserContextId", std::string()) == kept.id(); });
  };
  const std::vector<std::string> before = context_ids();
  const Deadline passed = Deadline::in(Milliseconds{0});
  for (int late = 0, tries = 0; late < 3; ++tries) {
    ASSERT_LT(tries, 100);
    try {  // Chrome may be quick enough, while other news of its are read
      engine().close_context(engine().new_context({.locale = "it-IT"}, passed), Deadline::in(kPreparedPatience));
    } catch (const Error& error) {
      ASSERT_EQ(error.kind(), ErrorKind::Timeout) << error.full_text();
      ++late;
    }
  }
  EXPECT_EQ(error_of_prepared([&] { kept.new_page(passed); }).kind(), ErrorKind::Timeout);
  await_answers();
  EXPECT_EQ(context_ids(), before);
  EXPECT_EQ(page_targets(), 0);
  Page who = page_of(kept.new_page(Deadline::in(kPreparedPatience)));
  EXPECT_EQ(who.evaluate("navigator.language"), "fr-FR");
  EXPECT_EQ(page_targets(), 1);
  engine().close_context(kept, Deadline::in(kPreparedPatience));
}

TEST_F(PreparedContexts, GivesALateContextToTheNextCall) {
  engine().new_context({}, Deadline::in(kPreparedPatience));
  engine().prepare_context({.locale = "fr-FR"});
  const Error error =
      error_of_prepared([&] { engine().new_context({.locale = "fr-FR"}, Deadline::in(Milliseconds{0})); });
  EXPECT_EQ(error.kind(), ErrorKind::Timeout) << error.full_text();
  const std::size_t made = context_ids().size();
  ContextSession& prepared = engine().new_context({.locale = "fr-FR"}, Deadline::in(kPreparedPatience));
  EXPECT_EQ(context_ids().size(), made);
  Page who = page_of(prepared.new_page(Deadline::in(kPreparedPatience)));
  EXPECT_EQ(who.evaluate("navigator.language"), "fr-FR");
  engine().close_context(prepared, Deadline::in(kPreparedPatience));
}

TEST_F(PreparedContexts, APreparedPageThatHasGoneIsReplaced) {
  engine().new_context({}, Deadline::in(kPreparedPatience));  // takes what the fixture may have prepared
  engine().prepare_context({.locale = "fr-FR"});
  ContextSession& prepared = engine().new_context({.locale = "fr-FR"}, Deadline::in(kPreparedPatience));
  await_pages(prepared, 1);
  prepared.pages().front()->close(Deadline::in(kPreparedPatience));
  Page who = page_of(prepared.new_page(Deadline::in(kPreparedPatience)));
  EXPECT_EQ(who.evaluate("navigator.language"), "fr-FR");
  engine().close_context(prepared, Deadline::in(kPreparedPatience));
}

TEST_F(PreparedContexts, APreparedPageThatHasCrashedIsReplaced) {
  engine().new_context({}, Deadline::in(kPreparedPatience));
  engine().prepare_context({.locale = "fr-FR"});
  ContextSession& prepared = engine().new_context({.locale = "fr-FR"}, Deadline::in(kPreparedPatience));
  await_pages(prepared, 1);
  {
    PageSession& spare = *prepared.pages().front();
    const cdp::Connection::EngineLock lock(spare.connection());
    ASSERT_TRUE(spare.connection().pump_until([&] { return spare.usable(); }, Deadline::in(kPreparedPatience)));
    spare.connection().send({spare.session(), "Page.crash", Json::object(), nullptr});
    ASSERT_TRUE(
        spare.connection().pump_until([&] { return spare.frames().main().crashed; }, Deadline::in(kPreparedPatience)));
  }
  Page who = page_of(prepared.new_page(Deadline::in(kPreparedPatience)));
  EXPECT_EQ(who.evaluate("navigator.language"), "fr-FR");
  engine().close_context(prepared, Deadline::in(kPreparedPatience));
}

TEST_F(PreparedContexts, APreparedContextThatHasGoneIsReplaced) {
  engine().new_context({}, Deadline::in(kPreparedPatience));
  const std::vector<std::string> before = context_ids();
  engine().prepare_context({.locale = "fr-FR"});
  for (const std::string& id : context_ids()) {
    if (std::find(before.begin(), before.end(), id) != before.end()) continue;
    const cdp::Connection::EngineLock lock(engine().connection());
    engine().connection().call({"", "Target.disposeBrowserContext", {{"browserContextId", id}}, nullptr},
                               Deadline::in(kPreparedPatience));
  }
  EXPECT_EQ(context_ids(), before);
  ContextSession& prepared = engine().new_context({.locale = "fr-FR"}, Deadline::in(kPreparedPatience));
  Page who = page_of(prepared.new_page(Deadline::in(kPreparedPatience)));
  EXPECT_EQ(who.evaluate("navigator.language"), "fr-FR");
  engine().close_context(prepared, Deadline::in(kPreparedPatience));
}

TEST(PreparedInAChrome, FailsWithConnectionLostIfItsChromeDies) {
  const auto alone = BrowserSession::launch({}, Deadline::in(kPreparedPatience));
  alone->prepare_context({});
  alone->kill();
  const Error error = error_of_prepared([&] { alone->new_context({}, Deadline::in(kPreparedPatience)); });
  EXPECT_EQ(error.kind(), ErrorKind::ConnectionLost) << error.full_text();
  EXPECT_TRUE(alone->lost());
}

TEST(PreparedInAChrome, FailsWithConnectionLostIfItsChromeDiesLater) {
  const auto alone = BrowserSession::launch({}, Deadline::in(kPreparedPatience));
  alone->prepare_context({});
  ContextSession& context = alone->new_context({}, Deadline::in(kPreparedPatience));
  alone->kill();
  const Error error =
      error_of_prepared([&] { page_of(context.new_page(Deadline::in(kPreparedPatience))).evaluate("1"); });
  EXPECT_EQ(error.kind(), ErrorKind::ConnectionLost) << error.full_text();
}

TEST_F(PreparedContexts, APreparedContextIsTheNextOneWithItsOptions) {
  engine().new_context({}, Deadline::in(kPreparedPatience));  // takes what the fixture may have prepared
  engine().prepare_context({.locale = "fr-FR"});
  engine().prepare_context({.locale = "it-IT"});  // one at a time: this one is not made
  ContextSession& other = engine().new_context({.locale = "de-DE"}, Deadline::in(kPreparedPatience));
  ContextSession& prepared = engine().new_context({.locale = "fr-FR"}, Deadline::in(kPreparedPatience));
  EXPECT_NE(&other, &prepared);
  Page who = page_of(prepared.new_page(Deadline::in(kPreparedPatience)));
  EXPECT_EQ(who.evaluate("navigator.language"), "fr-FR");
  EXPECT_EQ(prepared.pages().size(), 1u);
  prepared.new_page(Deadline::in(kPreparedPatience));
  EXPECT_EQ(prepared.pages().size(), 2u);
  engine().close_context(prepared, Deadline::in(kPreparedPatience));
  engine().close_context(other, Deadline::in(kPreparedPatience));
}

}  // namespace
