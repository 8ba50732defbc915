#include "casement/browser/page/quiet_consoles.h"

#include "casement/bridge/bridge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "specs/support/scripted_transport.h"

namespace casement {
namespace {

using cdp::Effects;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::Gt;
using testing::IsEmpty;
using testing::Le;
using testing::Not;

struct QuietConsolesSpec : testing::Test {
  static std::vector<std::string> methods_of(const Effects& effects) {
    std::vector<std::string> methods;
    for (const cdp::Command& command : effects.commands) methods.push_back(command.session + " " + command.method);
    return methods;
  }
  // For how long a console is left alone.
  static Milliseconds rest_in(const Effects& effects) { return effects.scheduled.at(0).when.remaining(); }
  static Effects when_due(const Effects& effects) { return effects.scheduled.at(0).more(); }

  static std::vector<cdp::Command> bindings(const cdp::SessionId& session) {
    return {bridge_binding(session, "casement")};
  }

  specs::Script script;
  cdp::Connection connection{std::make_unique<specs::ScriptedTransport>(script)};
  QuietConsoles consoles{connection, 1, bindings};
};

TEST_F(QuietConsolesSpec, AreTurnedOffAndTriedAgainAfterARest) {
  const Effects off = consoles.turn_off("A");
  EXPECT_THAT(methods_of(off), ElementsAre("A Emulation.setCPUThrottlingRate", "A Log.disable", "A Runtime.disable"));
  EXPECT_THAT(rest_in(off), AllOf(Gt(Milliseconds(8'000)), Le(Milliseconds(10'000))));
  EXPECT_THAT(methods_of(when_due(off)), ElementsAre("A Runtime.discardConsoleEntries", "A Runtime.enable",
                                                     "A Log.clear", "A Log.enable", "A Runtime.addBinding"));
  EXPECT_THAT(methods_of(when_due(off)), IsEmpty()) << "it is on";
}

TEST_F(QuietConsolesSpec, HaveAPageThatRunsSlowerMeanwhile) {
  QuietConsoles of_slow_page(connection, 3, bindings);
  const Effects off = of_slow_page.turn_off("A");
  EXPECT_EQ(off.commands.at(0).params, (Json{{"rate", 12}}));
  const Effects on = when_due(off);
  EXPECT_THAT(methods_of(on), Not(Contains("A Emulation.setCPUThrottlingRate"))) << "it may be as it was";
  EXPECT_EQ(when_due(on).commands.at(0).params, (Json{{"rate", 3}}));
  // One that is a flood still goes on so, and one that shows another document does not.
  const Effects again = of_slow_page.turn_off("A"), proof = when_due(again);
  of_slow_page.turn_off("A");
  EXPECT_THAT(methods_of(when_due(proof)), IsEmpty());
  EXPECT_EQ(of_slow_page.on_navigated("A").commands.back().params, (Json{{"rate", 3}}));
}

TEST_F(QuietConsolesSpec, AreTurnedOnForANewDocument) {
  EXPECT_THAT(methods_of(consoles.on_navigated("A")), IsEmpty()) << "it was never off";
  consoles.turn_off("A");
  EXPECT_THAT(methods_of(consoles.on_navigated("B")), IsEmpty());
  EXPECT_THAT(methods_of(consoles.on_navigated("A")), Contains("A Runtime.enable"));
  EXPECT_THAT(methods_of(consoles.on_navigated("A")), IsEmpty()) << "it is on";
}

TEST_F(QuietConsolesSpec, AreTurnedOnOnceForFramesThatComeTogether) {
  EXPECT_THAT(consoles.on_attached("A").scheduled, IsEmpty()) << "it was never off";
  consoles.turn_off("A");
  const Effects soon = consoles.on_attached("A");
  EXPECT_THAT(rest_in(soon), Le(Milliseconds(1'000)));
  EXPECT_THAT(consoles.on_attached("A").scheduled, IsEmpty()) << "one is under way";
  EXPECT_THAT(methods_of(when_due(soon)), Contains("A Runtime.enable"));
  EXPECT_THAT(consoles.on_attached("A").scheduled, IsEmpty()) << "it is on";
}

TEST_F(QuietConsolesSpec, AreForgottenWithTheirSession) {
  const Effects off = consoles.turn_off("A");
  consoles.on_session_gone("A");
  EXPECT_THAT(methods_of(when_due(off)), IsEmpty());
  EXPECT_THAT(methods_of(consoles.on_navigated("A")), IsEmpty());
}

TEST_F(QuietConsolesSpec, AreNotCalledAfterTheirSessionEnded) {
  Effects off;
  {
    QuietConsoles others(connection, 1, bindings);
    off = others.turn_off("A");
  }
  EXPECT_THAT(methods_of(when_due(off)), IsEmpty());
  EXPECT_THAT(methods_of(off.commands.at(2).on_reply({})), IsEmpty());
}

}  // namespace
}  // namespace casement
