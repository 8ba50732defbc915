// The races of the protocol: what Chrome says, in each order in which it was seen to say it; then the
// state, and the commands that went out.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/browser/page_session.h"
#include "casement/find/find_elements.h"
#include "casement/find/frame_query.h"
#include "specs/support/memory_in_use.h"
#include "specs/wire/scripted_page.h"

namespace casement {
namespace {

using specs::bytes_in_use;
using specs::ScriptedPage;
using specs::soon;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(FrameRaces, ANewContextComesBeforeTheOldOneIsDestroyed) {
  ScriptedPage p;
  p.navigated("S", "C", "http://shop.test/two");
  p.world("S", "C", "wTwo");
  p.world_ends("S", "wC");
  p.hear();
  const cdp::Connection::EngineLock lock(p.connection);
  p.page.post_bridge(p.child(), {"inspect"});
  EXPECT_EQ(p.sent("Runtime.evaluate").at(0)["params"]["uniqueContextId"], "wTwo");
}

TEST(FrameRaces, AContextOfTheOldProcessComesAfterTheFrameBecameRemote) {
  ScriptedPage p;
  p.attach("S", "C", "R");
  p.navigated("R", "C", "http://pay.test/");
  p.world("R", "C", "wR");
  p.world("S", "C", "late");
  p.world_ends("S", "wC");
  p.hear();
  EXPECT_EQ(p.child().session, "R");
  EXPECT_EQ(p.child().world->unique_id, "wR");
}

TEST(FrameRaces, TheSwapIsToldBeforeTheAttachOrAfterIt) {
  ScriptedPage before, after;
  before.swap_out("C");
  before.attach("S", "C", "R");
  after.attach("S", "C", "R");
  after.swap_out("C");
  for (ScriptedPage* p : {&before, &after}) {
    p->hear();
    EXPECT_EQ(p->child().session, "R");
    EXPECT_THAT(p->page.frames().main().children, ElementsAre("C"));
  }
}

TEST(FrameRaces, AChildInAnotherProcessComesBeforeItsParentsNavigation) {
  ScriptedPage p;
  p.attach("S", "D", "RD");  // of the document whose commit is told only now
  p.navigated("S", "M", "http://shop.test/next");
  p.world("S", "M", "wNext");
  p.world("RD", "D", "wD");
  p.hear();
  ASSERT_NE(p.page.frames().find("D"), nullptr);
  EXPECT_EQ(p.page.frames().find("D")->world->unique_id, "wD");
  EXPECT_EQ(p.page.frames().find("C"), nullptr);  // the old document's own
}

TEST(FrameRaces, AnOldChildInAnotherProcessGoesWithItsSession) {
  ScriptedPage p;
  p.attach("S", "D", "RD");
  p.hear();
  p.navigated("S", "M", "http://shop.test/next");
  p.detach("S", "RD");
  p.hear();
  EXPECT_EQ(p.page.frames().find("D"), nullptr);
}

TEST(FrameRaces, ASecondAttachOfAKnownTargetIsBegunLikeTheFirst) {
  ScriptedPage p;
  p.attach("S", "C", "R1");
  p.hear();
  p.sent("");
  p.attach("S", "C", "R2");
  p.detach("S", "R1");
  p.world("R2", "C", "w2");
  p.hear();
  const auto resumed = p.sent("Runtime.runIfWaitingForDebugger");
  ASSERT_EQ(resumed.size(), 1u);
  EXPECT_EQ(resumed[0]["sessionId"], "R2");
  EXPECT_EQ(p.child().world->unique_id, "w2");
}

TEST(FrameRaces, RemoteLocalRemoteIsOneFrameWithOneOrdinal) {
  ScriptedPage p;
  const int ordinal = p.page.frames().ensure_ordinal(p.child());
  p.attach("S", "C", "R1");
  p.world("R1", "C", "w1");
  p.detach("S", "R1");
  p.say("S", "Page.frameAttached", {{"frameId", "C"}, {"parentFrameId", "M"}});
  p.navigated("S", "C", "http://shop.test/back");
  p.world("S", "C", "w2");
  p.attach("S", "C", "R3");
  p.world("R3", "C", "w3");
  p.hear();
  EXPECT_EQ(p.child().ordinal, ordinal);
  EXPECT_EQ(p.child().session, "R3");
  EXPECT_EQ(p.child().world->unique_id, "w3");
  EXPECT_EQ(p.child().generation, 4u);
}

TEST(FrameRaces, ACommitInTheParentsProcessComesBeforeTheEndOfTheOneThatTheFrameHasLeft) {
  ScriptedPage p;
  p.attach("S", "C", "R");
  p.swap_out("C");
  p.world_ends("S", "wC");
  p.navigated("R", "C", "http://pay.test/");
  p.world("R", "C", "wR");
  p.navigated("S", "C", "http://shop.test/back");
  p.world("S", "C", "wBack");
  p.detach("S", "R");
  p.hear();
  EXPECT_EQ(p.child().session, "S");
  EXPECT_EQ(p.child().url, "http://shop.test/back");
  ASSERT_TRUE(p.child().world);
  EXPECT_EQ(p.child().world->unique_id, "wBack");
}

TEST(FrameRaces, AnOldCommitIsForgottenWithTheSwapThatFollowsIt) {
  ScriptedPage p;
  p.attach("S", "C", "R");
  p.navigated("S", "C", "http://shop.test/old");
  p.world("S", "C", "wOld");
  p.swap_out("C");
  p.detach("S", "R");
  p.hear();
  EXPECT_EQ(p.child().session, "");
  EXPECT_FALSE(p.child().world);
}

TEST(FrameRaces, MemoryStaysFlatHoweverManyFramesComeAndGo) {
  ScriptedPage p;
  const auto come_and_go = [&](int first, int count) {
    for (int i = first; i < first + count; ++i) {
      const std::string id = "F" + std::to_string(i), session = "R" + id, world = "w" + id;
      p.say("S", "Page.frameAttached", {{"frameId", id}, {"parentFrameId", "M"}});
      p.world("S", id, world);
      p.navigated("S", id, "http://shop.test/" + id);
      p.say("S", "Network.loadingFailed",
            {{"requestId", "L" + id}, {"type", "Document"}, {"errorText", "net::ERR_ABORTED"}});
      const bool leaves = i % 60 == 0;  // a session is begun with a long script
      if (leaves) {
        p.attach("S", id, session);
        p.swap_out(id);
        p.world_ends("S", world);
        p.world(session, id, world + "R");
        p.navigated(session, id, "http://pay.test/" + id);
        p.navigated("S", id, "http://shop.test/late");
      }
      p.say("S", "Page.frameDetached", {{"frameId", id}, {"reason", "remove"}});
      if (leaves)
        p.detach("S", session);
      else
        p.world_ends("S", world);
      p.hear();
      p.answer_all();
    }
    return bytes_in_use();
  };
  const std::size_t before = come_and_go(0, 3000);  // the logs that are bounded have their bound
  const std::size_t after = come_and_go(3000, 3000);
  EXPECT_LT(after, before + 200'000);  // under 70 bytes for a frame
  EXPECT_EQ(p.page.frames().kept(), 2u);
  const cdp::Connection::EngineLock lock(p.connection);
  EXPECT_EQ(p.connection.pending(), 0u);
}

TEST(FrameRaces, ACrashedFrameThatIsRemovedOnItsWayIntoItsParentsProcessIsGone) {
  ScriptedPage p;
  p.swap_out("C");
  p.attach("S", "C", "SC");
  p.navigated("SC", "C", "http://bank.test/");
  p.say("SC", "Inspector.targetCrashed", Json::object());
  p.detach("S", "SC");
  p.say("S", "Page.frameStartedNavigating", {{"frameId", "C"}, {"url", "http://shop.test/child"}, {"loaderId", "L"}});
  p.say("S", "Page.frameSubtreeWillBeDetached", {{"frameId", "C"}});  // and nothing else
  p.hear();
  EXPECT_EQ(p.page.frames().all().size(), 1u);
}

// Its renderer tells of the removal, the browser of the process; nothing orders the two.
TEST(FrameRaces, AProcessThatComesAfterTheEndOfItsFrameBringsNoFrameBack) {
  ScriptedPage p;
  p.say("S", "Page.frameDetached", {{"frameId", "C"}, {"reason", "remove"}});
  p.attach("S", "C", "SC");
  p.navigated("SC", "C", "http://bank.test/");
  p.world("SC", "C", "wNew");
  p.hear();
  const std::vector<Json> resumed = p.sent("Runtime.runIfWaitingForDebugger");
  ASSERT_EQ(resumed.size(), 1u);  // or it would wait for ever
  EXPECT_EQ(resumed[0].at("sessionId"), "SC");
  p.detach("S", "SC");
  p.hear();
  EXPECT_EQ(p.page.frames().all().size(), 1u);
  EXPECT_EQ(p.page.frames().kept(), 1u);
  // Its parent's process is the one that knows what it has.
  p.say("S", "Page.frameAttached", {{"frameId", "C"}, {"parentFrameId", "M"}});
  p.hear();
  EXPECT_EQ(p.page.frames().all().size(), 2u);
}

TEST(FrameRaces, AWorldIsAwaitedOnceAndTheEndOfItsFrameIsAValue) {  // V4
  ScriptedPage p;
  p.world_ends("S", "wC");
  p.hear();
  p.world("S", "C", "wNext");
  EXPECT_TRUE(p.page.await_world("C", soon()));
  EXPECT_THAT(p.sent("Runtime.evaluate"), testing::IsEmpty());  // nobody asked whether it is there
  p.world_ends("S", "wNext");
  p.hear();
  p.say("S", "Page.frameDetached", {{"frameId", "C"}, {"reason", "remove"}});
  EXPECT_FALSE(p.page.await_world("C", soon()));
}

TEST(FrameRaces, FramesThatStoodBeforeTheSessionAreFoundWithWhatWasSaidMeanwhile) {  // V5
  ScriptedPage p;
  p.attach("S", "D", "R");
  p.hear();
  Json tree;
  for (const Json& command : p.script.take_sent()) {
    if (command.at("method") == "Page.getFrameTree" && command.value("sessionId", "") == "R") tree = command;
  }
  ASSERT_FALSE(tree.is_null());
  // Said before the tree is read: a world of a frame that nobody has heard of, and one that goes.
  p.world("R", "E", "wE");
  p.answer(
      tree,
      {{"frameTree",
        {{"frame", {{"id", "D"}, {"url", "http://pay.test/"}, {"loaderId", "LD"}}},
         {"childFrames",
          Json::array(
              {{{"frame", {{"id", "E"}, {"parentId", "D"}, {"url", "http://pay.test/e"}, {"loaderId", "LE"}}}},
               {{"frame", {{"id", "F"}, {"parentId", "D"}, {"url", "http://pay.test/f"}, {"loaderId", "LF"}}}}})}}}});
  p.world("R", "F", "wF");
  p.say("R", "Page.frameDetached", {{"frameId", "F"}, {"reason", "remove"}});
  p.hear();
  ASSERT_NE(p.page.frames().find("E"), nullptr);
  EXPECT_EQ(p.page.frames().find("E")->world->unique_id, "wE");
  EXPECT_EQ(p.page.frames().find("E")->url, "http://pay.test/e");
  EXPECT_EQ(p.page.frames().find("F"), nullptr);
}

TEST(FrameRaces, AnEvaluationInFlightEndsWhenItsFrameBecomesRemote) {
  ScriptedPage p;
  const cdp::Connection::EngineLock lock(p.connection);  // or the idle pump would hear it before the call
  p.attach("S", "C", "R");
  p.world("R", "C", "wR");  // the old process never answers
  try {
    p.page.call_bridge("C", {"inspect"}, soon());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::FrameGone);
  }
}

TEST(FrameRaces, TheInitBatchIsCompleteBeforeTheTargetRuns) {
  ScriptedPage p;
  p.script.take_sent();
  p.attach("S", "C", "R");
  p.hear();
  const auto batch = p.script.take_sent();
  ASSERT_FALSE(batch.empty());
  EXPECT_EQ(batch.back()["method"], "Runtime.runIfWaitingForDebugger");
  for (const Json& command : batch) EXPECT_EQ(command["sessionId"], "R") << command;
}

TEST(FrameRaces, ADialogOfAFrameThatHasJustAttachedIsAnsweredInItsSession) {
  ScriptedPage p;
  p.attach("S", "C", "R");
  p.say("R", "Page.javascriptDialogOpening", {{"type", "confirm"}, {"message", "Really?"}});
  p.hear();
  const auto answers = p.sent("Page.handleJavaScriptDialog");
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0]["sessionId"], "R");
}

TEST(FrameRaces, AStaleRefIsRefusedBeforeAnyCommandIsSent) {  // V9
  ScriptedPage p;
  p.page.frames().ensure_ordinal(p.child());
  p.child().last_ref = 5;
  p.child().documents.back().url = "http://shop.test/child";
  p.navigated("S", "C", "http://shop.test/two");
  p.world("S", "C", "wTwo");
  p.hear();
  p.script.take_sent();
  try {
    locate_ref(p.page, "f1_e4");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::StaleRef);
    EXPECT_THAT(error.trail(),
                ElementsAre("then  http://shop.test/child", "now   http://shop.test/two", "Take a new snapshot."));
  }
  EXPECT_TRUE(p.script.take_sent().empty());
}

// Of a frame in a process that is new to us, the tree is told after its world, and with it that
// nothing but Chrome's error page stands in it.
TEST(FrameRaces, AnErrorPageThatIsToldLateIsNotReadAsADocument) {
  ScriptedPage p;
  p.say("S", "Page.frameDetached", {{"frameId", "C"}, {"reason", "remove"}});
  p.attach("S", "D", "R");
  p.world("R", "D", "wD");
  p.hear();
  Json tree;
  int next_id = 0;
  for (const Json& command : p.script.take_sent()) {
    next_id = command.at("id").get<int>() + 1;
    if (command.at("method") == "Page.getFrameTree") tree = command;
  }
  ASSERT_FALSE(tree.is_null());
  Frame& frame = *p.page.frames().find("D");
  frame.owner_ref = 1;
  frame.owner_generation = p.page.frames().main().generation;
  frame.visible_last_time = true;
  const cdp::Connection::EngineLock lock(p.connection);
  p.answer(tree, {{"frameTree",
                   {{"frame",
                     {{"id", "D"},
                      {"url", "chrome-error://chromewebdata/"},
                      {"loaderId", "L"},
                      {"unreachableUrl", "http://shut.test/"}}}}}});
  for (const char* text : {"main", "error page"}) {
    p.script.say({{"id", next_id++}, {"result", {{"result", {{"value", text}}}}}});
  }
  std::vector<FrameId> read;
  const auto contents_of = [&](const FrameId& id, Json&) {
    read.push_back(id);
    return id == "M" ? FrameContents{{{1, "It"}}} : FrameContents{};
  };
  const FrameQueryResult expansion = query_all_frames(p.page, {"snapshot"}, contents_of, {}, soon());
  EXPECT_THAT(read, ElementsAre("M"));
  ASSERT_EQ(expansion.answers.size(), 2u);
  ASSERT_TRUE(expansion.answers[1].failure);
  EXPECT_EQ(expansion.answers[1].failure->kind, FrameFailure::LoadFailed);
  EXPECT_EQ(expansion.answers[1].failure->url, "http://shut.test/");
}

TEST(FrameRaces, AFrameThatDoesNotAnswerIsNotAskedASecondTime) {
  ScriptedPage p;
  const cdp::Connection::EngineLock lock(p.connection);  // or the idle pump would hear answers too early
  p.child().owner_ref = 1;
  p.child().owner_generation = p.page.frames().main().generation;
  p.child().visible_last_time = true;
  const auto contents_of = [](const FrameId& frame, Json&) {
    return frame == "M" ? FrameContents{{{1, "It"}}} : FrameContents{};
  };
  FrameQueryOptions options;
  options.frame_timeout = Milliseconds(1);
  int next_id = 1;
  const auto expand = [&] {
    // The main frame's evaluation is the first command that goes out.
    p.script.say({{"id", next_id}, {"result", {{"result", {{"value", "main"}}}}}});
    return query_all_frames(p.page, {"snapshot"}, contents_of, options, soon());
  };
  const FrameQueryResult first = expand();
  ASSERT_EQ(first.answers.size(), 2u);
  EXPECT_EQ(first.answers[1].failure->kind, FrameFailure::TimedOut);
  next_id += static_cast<int>(p.sent("Runtime.evaluate").size());
  const FrameQueryResult second = expand();
  EXPECT_EQ(second.answers.at(1).failure->message, "its script still does not answer");
  const auto asked = p.sent("Runtime.evaluate");
  ASSERT_EQ(asked.size(), 1u);
  EXPECT_EQ(asked[0]["params"]["uniqueContextId"], "wM");
}

TEST(FrameRaces, ATargetIsAskedForInEveryFrameBeforeAnyAnswers) {
  ScriptedPage p;
  const cdp::Connection::EngineLock lock(p.connection);
  p.child().owner_ref = 1;
  p.child().owner_generation = p.page.frames().main().generation;
  p.child().visible_last_time = true;
  try {
    (void)find_elements(p.page, Target(R"(button "Pay")"), Deadline::in(Milliseconds(50)), std::nullopt);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Timeout);
  }
  std::vector<std::string> worlds;
  for (const Json& asked : p.sent("Runtime.evaluate")) worlds.push_back(asked["params"].value("uniqueContextId", ""));
  EXPECT_THAT(worlds, ElementsAre("wM", "wC"));
}

// Frames whose owners were called something else last are left out, and asked where they turn out to
// be called that by now.
TEST(FrameRaces, ATargetInANamedFrameIsAskedForWhereThatMayBe) {
  ScriptedPage p;
  const cdp::Connection::EngineLock lock(p.connection);
  p.child().owner_ref = 1;
  p.child().owner_generation = p.page.frames().main().generation;
  p.child().owner_name = "Card";
  p.child().visible_last_time = true;
  std::vector<std::string> worlds;
  std::string name_now = "Card";
  p.script.on_sent = [&](const Json& command) {
    if (command.at("method") != "Runtime.evaluate") return p.answer(command, Json::object());
    worlds.push_back(command["params"].value("uniqueContextId", ""));
    const bool is_sought = command["params"].value("expression", "").find('"' + name_now + '"') != std::string::npos;
    const Json owner{{"ref", 1}, {"name", name_now}, {"steps", {is_sought}}};
    const Json found = worlds.back() == "wM" ? Json{{"matches", Json::array()}, {"frames", {owner}}}
                                             : Json{{"matches", {{{"ref", 4}}}}, {"frames", Json::array()}};
    p.answer(command, {{"result", {{"value", found}}}});
  };
  const auto found_in = [&](const char* frame) {
    worlds.clear();
    return find_elements(p.page, Target(fmt::format(R"(button "Pay" in iframe "{}")", frame)), soon()).found.size();
  };
  EXPECT_EQ(found_in("Card"), 1u);
  EXPECT_THAT(worlds, ElementsAre("wM", "wC"));
  EXPECT_EQ(found_in("Basket"), 0u);
  EXPECT_THAT(worlds, ElementsAre("wM"));
  name_now = "Basket";
  EXPECT_EQ(found_in("Basket"), 1u);
  EXPECT_THAT(worlds, ElementsAre("wM", "wC"));
  EXPECT_EQ(found_in("Basket"), 1u);
  EXPECT_THAT(worlds, ElementsAre("wM", "wC"));
  p.script.on_sent = nullptr;
}

// No Chrome says such things; what tells of frames goes on after them.
TEST(FrameRaces, FramesOfNobodyKnownAndOfThemselvesAreNotReached) {
  ScriptedPage p;
  for (const auto& [frame, parent] : std::vector<std::pair<std::string, std::string>>{
           {"A", "A"}, {"X", "Y"}, {"Y", "X"}, {"Z", "nobody"}, {"M", "C"}, {"C", "C"}, {"", ""}}) {
    p.say("S", "Page.frameAttached", {{"frameId", frame}, {"parentFrameId", parent}});
    p.navigated("S", frame.empty() ? "" : frame, "http://shop.test/" + frame);
    p.attach("S", "R" + frame, "S" + frame, parent);
  }
  for (const char* const method :
       {"Page.frameNavigated", "Page.frameStoppedLoading", "Page.lifecycleEvent", "Page.frameDetached"}) {
    p.say("S", method, {{"frameId", "never heard of"}, {"frame", {{"id", ""}}}, {"reason", "remove"}});
  }
  p.hear();
  EXPECT_FALSE(p.page.closed());
  for (Frame* frame : p.page.frames().all()) EXPECT_GE(p.page.frames().depth(*frame), 0);
  p.say("S", "Page.frameDetached", {{"frameId", "A"}, {"reason", "remove"}});
  p.say("S", "Page.frameDetached", {{"frameId", "X"}, {"reason", "remove"}});
  p.say("S", "Page.frameAttached", {{"frameId", "D"}, {"parentFrameId", "M"}});
  p.hear();
  EXPECT_NE(p.page.frames().find("D"), nullptr);
  EXPECT_EQ(p.page.frames().find("A"), nullptr);
}

TEST(FrameRaces, AFrameThatIsGoneBeforeItsFirstAnswerIsForgotten) {
  ScriptedPage p;
  p.script.take_sent();
  p.attach("S", "D", "R");
  p.detach("S", "R");
  p.say("S", "Page.frameDetached", {{"frameId", "D"}, {"reason", "remove"}});
  p.hear();
  for (const Json& command : p.script.take_sent()) {
    p.script.say(
        {{"id", command.at("id")}, {"error", {{"code", -32001}, {"message", "Session with given id not found."}}}});
  }
  p.hear();
  EXPECT_EQ(p.page.frames().find("D"), nullptr);
  EXPECT_EQ(p.page.frames().all().size(), 2u);
  const cdp::Connection::EngineLock lock(p.connection);
  EXPECT_EQ(p.connection.pending(), 0u);
}

}  // namespace
}  // namespace casement
