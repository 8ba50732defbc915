#include "casement/browser/page/worker_sessions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace casement {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::vector<std::string> methods(const std::vector<cdp::Command>& commands) {
  std::vector<std::string> all;
  for (const cdp::Command& command : commands) all.push_back(command.session + " " + command.method);
  return all;
}

std::vector<std::string> sessions(const std::vector<cdp::EndedSession>& ended) {
  std::vector<std::string> all;
  for (const cdp::EndedSession& one : ended) all.push_back(one.session);
  return all;
}

TEST(WorkerSessions, LetAWorkerGoOnAfterAllElse) {
  WorkerSessions workers;
  EXPECT_THAT(methods(workers.begin("W", "S", true, {}, {}, {})),
              ElementsAre("W Network.enable", "W Runtime.enable", "W Inspector.enable", "W Target.setAutoAttach",
                          "W Runtime.runIfWaitingForDebugger"));
  EXPECT_TRUE(workers.contains("W"));
  EXPECT_FALSE(workers.contains("S"));
}

TEST(WorkerSessions, RunStartScriptsBeforeAWorkerGoesOn) {
  WorkerSessions workers;
  const StartScripts scripts{{.name = "documents", .source = "a"}, {.name = "both", .source = "b", .in_workers = true}};
  const std::vector<cdp::Command> begun = workers.begin("W", "S", true, {}, scripts, {});
  EXPECT_THAT(methods(begun),
              ElementsAre("W Network.enable", "W Runtime.enable", "W Inspector.enable", "W Target.setAutoAttach",
                          "W Runtime.evaluate", "W Runtime.runIfWaitingForDebugger"));
  EXPECT_EQ(begun[4].params.at("expression"), "b");
}

TEST(WorkerSessions, LeaveAWorkerAloneThatRunsAlready) {
  WorkerSessions workers;
  EXPECT_THAT(methods(workers.begin("W", "S", false, {}, {}, {})),
              ElementsAre("W Network.enable", "W Runtime.enable", "W Inspector.enable", "W Target.setAutoAttach"));
}

TEST(WorkerSessions, SendSettingsForRequestsIfThereAreAny) {
  WorkerSessions workers;
  const std::vector<cdp::Command> begun = workers.begin("W", "S", true, {.options = {.offline = true}}, {}, {});
  EXPECT_THAT(methods(begun), ElementsAre("W Network.enable", "W Runtime.enable", "W Inspector.enable",
                                          "W Network.setExtraHTTPHeaders", "W Network.emulateNetworkConditions",
                                          "W Target.setAutoAttach", "W Runtime.runIfWaitingForDebugger"));
  EXPECT_EQ(begun[4].params["offline"], true);
  const std::vector<cdp::Command> changed = workers.commands({.extra_headers = {{"X-Shop", "blue"}}});
  EXPECT_THAT(methods(changed), ElementsAre("W Network.setExtraHTTPHeaders", "W Network.emulateNetworkConditions"));
  EXPECT_EQ(changed[0].params["headers"]["X-Shop"], "blue");
  EXPECT_EQ(changed[1].params["offline"], false);
}

TEST(WorkerSessions, LeaveSharedWorkersWithoutTheOptionsOfAPage) {
  WorkerSessions workers;
  workers.add("W", "", {.frame = "F", .worker = "http://shop.test/w.js"}, true);
  EXPECT_THAT(methods(workers.commands({.offline = true})), IsEmpty());
  EXPECT_EQ(workers.place_of("W").worker, "http://shop.test/w.js");
}

TEST(WorkerSessions, EndWithWhatStartedThem) {
  WorkerSessions workers;
  workers.begin("W", "S", true, {}, {}, {});
  workers.begin("N", "W", true, {}, {}, {});
  workers.begin("NN", "N", true, {}, {}, {});
  workers.begin("X", "F", true, {}, {}, {});
  EXPECT_THAT(sessions(workers.end("W")), UnorderedElementsAre("W", "N", "NN"));
  EXPECT_THAT(sessions(workers.end("W")), IsEmpty());
  EXPECT_TRUE(workers.contains("X"));
  EXPECT_THAT(sessions(workers.end("F")), ElementsAre("X"));
  EXPECT_FALSE(workers.contains("X"));
}

}  // namespace
}  // namespace casement
