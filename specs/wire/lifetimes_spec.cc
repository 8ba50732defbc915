// A page that is gone while Chrome still owes it answers: whatever comes, and in whatever shape, finds
// nobody. The address sanitizer runs this; specs/browser/lifetimes_spec.cc does it to a real Chrome.
#include <gtest/gtest.h>

#include <memory>

#include "casement/browser/page/internals_query.h"
#include "casement/browser/page/page_session.h"
#include "casement/frames/owner_lookup.h"
#include "casement/input/page_input.h"
#include "specs/wire/scripted_page.h"

namespace casement {
namespace {

using namespace std::chrono_literals;
using specs::ScriptedPage;

// What leaves something to be answered, or to be done later.
struct Exchange {
  const char* name;
  void (*begin)(ScriptedPage& p, std::vector<std::unique_ptr<OwnerLookup>>& lookups);
};

const Exchange kExchanges[] = {
    {"the first commands of a session",
     [](ScriptedPage& p, auto&) { p.connection.apply(p.page.begin_session("S", true)); }},
    {"a frame in another process", [](ScriptedPage& p, auto&) { p.attach("S", "R", "T"); }},
    {"a dialog", [](ScriptedPage& p,
                    auto&) { p.say("S", "Page.javascriptDialogOpening", {{"type", "alert"}, {"message", "Hello"}}); }},
    {"a page that asks whether it may be left",
     [](ScriptedPage& p, auto&) {
       p.say("S", "Page.javascriptDialogOpening", {{"type", "beforeunload"}, {"message", ""}});
     }},
    {"a question about custom elements", [](ScriptedPage& p, auto&) { begin_internals_query(p.page, "M"); }},
    {"its second step",
     [](ScriptedPage& p, auto&) {
       begin_internals_query(p.page, "C");
       p.deliver();
       const std::vector<Json> asked = p.sent("Runtime.evaluate");
       ASSERT_FALSE(asked.empty());
       const Json element{{"type", "node"}, {"value", {{"backendNodeId", 5}}}};
       p.answer(
           asked.back(),
           {{"result",
             {{"objectId", "o"},
              {"deepSerializedValue", {{"value", Json::array({Json{{"type", "number"}, {"value", 1}}, element})}}}}}});
     }},
    {"the owner of a frame",
     [](ScriptedPage& p, auto& lookups) { lookups.push_back(OwnerLookup::start(p.page, p.child())); }},
    {"a press", [](ScriptedPage& p, auto&) { PageInput::of(p.page).send({"S", "Input.dispatchMouseEvent"}); }},
    {"what is sent behind it",
     [](ScriptedPage& p, auto&) { PageInput::of(p.page).send_last({"S", "Input.dispatchMouseEvent"}); }},
    {"guards of a press",
     [](ScriptedPage& p, auto&) {
       PageInput::of(p.page).run_in_new_documents("guard()", {});
       PageInput::of(p.page).park_guards({});
     }},
    {"a route that answers later",
     [](ScriptedPage& p, auto&) {
       p.connection.apply({{}, {}, {{Deadline::in(0s), {{"S", "Fetch.continueRequest"}}}}});
     }},
};

// Each sort of answer: one with nothing in it, one of another shape, an error.
Json answer_of(int sort, const Json& id) {
  if (sort == 0) return {{"id", id}, {"result", Json::object()}};
  if (sort == 1) return {{"id", id}, {"result", {{"frameTree", {{"frame", {{"id", "M"}}}}}, {"backendNodeId", 7}}}};
  return {{"id", id}, {"error", {{"code", -32000}, {"message", "Session with given id not found"}}}};
}

TEST(PageLifetime, NothingThatWasAskedForFindsAPageThatIsGone) {
  for (std::size_t begun = 1; begun <= std::size(kExchanges); ++begun) {
    for (int sort = 0; sort < 3; ++sort) {
      SCOPED_TRACE(std::string("up to ") + kExchanges[begun - 1].name);
      ScriptedPage p;
      const cdp::Connection::EngineLock lock(p.connection);
      {
        std::vector<std::unique_ptr<OwnerLookup>> lookups;
        for (std::size_t i = 0; i < begun; ++i) kExchanges[i].begin(p, lookups);
        p.deliver();
        p.close_page();
      }
      // What is answered may ask for more, until nothing is owed.
      std::vector<Json> sent = p.script.take_sent();
      while (!sent.empty()) {
        for (const Json& command : sent) p.script.say(answer_of(sort, command.at("id")));
        p.deliver();
        sent = p.script.take_sent();
      }
      p.say("S", "Page.frameNavigated", {{"frame", {{"id", "M"}, {"url", "http://late.test/"}}}});
      p.say("T", "Runtime.executionContextsCleared", Json::object());
      p.deliver();
      // The guards' own time.
      p.connection.pump_until([] { return false; }, Deadline::in(begun == std::size(kExchanges) ? 600ms : 0ms));
      const cdp::Call call = p.connection.send({"", "Browser.getVersion"});
      p.script.say({{"id", p.script.take_sent().back().at("id")}, {"result", {{"product", "Chrome"}}}});
      EXPECT_EQ(p.connection.result(call, specs::soon())["product"], "Chrome");
    }
  }
}

}  // namespace
}  // namespace casement
