// The races of the protocol: what Chrome says, in each order in which it was seen to say it; then the
// state, and the commands that went out.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/bridge/bridge.h"
#include "casement/browser/page/page_session.h"
#include "casement/find/find_elements.h"
#include "casement/frames/frame_query.h"
#include "specs/support/memory_in_use.h"
#include "specs/wire/scripted_page.h"

namespace casement {
namespace {

using specs::bytes_in_use;
using specs::ScriptedPage;
using specs::soon;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::string core_of_bridge() {
  return bridge_core_for_document("", "").params.at("expression").get<std::string>();
}

std::string rest_of_bridge() {
  return bridge_rest_for_document("", "").params.at("expression").get<std::string>();
}

// The child frame is in session R then, in a document with the world wR, and what was sent for that is forgotten.
void give_child_a_process(ScriptedPage& p) {
  p.attach("S", "C", "R");
  p.navigated("R", "C", "http://pay.test/");
  p.world("R", "C", "wR");
  p.deliver();
  p.sent("");
}

TEST(FrameRaces, ANewContextComesBeforeTheOldOneIsDestroyed) {
  ScriptedPage p;
  p.navigated("S", "C", "http://shop.test/two");
  p.world("S", "C", "wTwo");
  p.world_ends("S", "wC");
  p.deliver();
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
  p.deliver();
  EXPECT_EQ(p.child().session, "R");
  EXPECT_EQ(p.child().world->unique_id, "wR");
}

TEST(FrameRaces, TheSwapIsReportedBeforeTheAttachOrAfterIt) {
  ScriptedPage before, after;
  before.swap_out("C");
  before.attach("S", "C", "R");
  after.attach("S", "C", "R");
  after.swap_out("C");
  for (ScriptedPage* p : {&before, &after}) {
    p->deliver();
    EXPECT_EQ(p->child().session, "R");
    EXPECT_THAT(p->page.frames().main().children, ElementsAre("C"));
  }
}

TEST(FrameRaces, AChildInAnotherProcessComesBeforeItsParentsNavigation) {
  ScriptedPage p;
  p.attach("S", "D", "RD");  // of the document whose commit is reported only now
  p.navigated("S", "M", "http://shop.test/next");
  p.world("S", "M", "wNext");
  p.world("RD", "D", "wD");
  p.deliver();
  ASSERT_NE(p.page.frames().find("D"), nullptr);
  EXPECT_EQ(p.page.frames().find("D")->world->unique_id, "wD");
  EXPECT_EQ(p.page.frames().find("C"), nullptr);  // the old document's own
}

TEST(FrameRaces, AnOldChildInAnotherProcessGoesWithItsSession) {
  ScriptedPage p;
  p.attach("S", "D", "RD");
  p.deliver();
  p.navigated("S", "M", "http://shop.test/next");
  p.detach("S", "RD");
  p.deliver();
  EXPECT_EQ(p.page.frames().find("D"), nullptr);
}

TEST(FrameRaces, ASecondAttachOfAKnownTargetIsBegunLikeTheFirst) {
  ScriptedPage p;
  p.attach("S", "C", "R1");
  p.deliver();
  p.sent("");
  p.attach("S", "C", "R2");
  p.detach("S", "R1");
  p.world("R2", "C", "w2");
  p.deliver();
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
  p.deliver();
  EXPECT_EQ(p.child().ordinal, ordinal);
  EXPECT_EQ(p.child().session, "R3");
  EXPECT_EQ(p.child().world->unique_id, "w3");
  EXPECT_EQ(p.child().generation, 4u);
}

TEST(FrameRaces, ACommitInTheParentComesBeforeTheOldSessionEnds) {
  ScriptedPage p;
  p.attach("S", "C", "R");
  p.swap_out("C");
  p.world_ends("S", "wC");
  p.navigated("R", "C", "http://pay.test/");
  p.world("R", "C", "wR");
  p.navigated("S", "C", "http://shop.test/back");
  p.world("S", "C", "wBack");
  p.detach("S", "R");
  p.deliver();
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
  p.deliver();
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
      p.deliver();
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
  p.deliver();
  EXPECT_EQ(p.page.frames().all().size(), 1u);
}

// Its renderer tells of the removal, the browser of the process; nothing orders the two.
TEST(FrameRaces, AProcessThatComesAfterTheEndOfItsFrameBringsNoFrameBack) {
  ScriptedPage p;
  p.say("S", "Page.frameDetached", {{"frameId", "C"}, {"reason", "remove"}});
  p.attach("S", "C", "SC");
  p.navigated("SC", "C", "http://bank.test/");
  p.world("SC", "C", "wNew");
  p.deliver();
  const std::vector<Json> resumed = p.sent("Runtime.runIfWaitingForDebugger");
  ASSERT_EQ(resumed.size(), 1u);  // or it would wait for ever
  EXPECT_EQ(resumed[0].at("sessionId"), "SC");
  p.detach("S", "SC");
  p.deliver();
  EXPECT_EQ(p.page.frames().all().size(), 1u);
  EXPECT_EQ(p.page.frames().kept(), 1u);
  // Its parent's process is the one that knows what it has.
  p.say("S", "Page.frameAttached", {{"frameId", "C"}, {"parentFrameId", "M"}});
  p.deliver();
  EXPECT_EQ(p.page.frames().all().size(), 2u);
}

TEST(FrameRaces, AWorldIsAwaitedOnceAndTheEndOfItsFrameIsAValue) {  // V4
  ScriptedPage p;
  p.world_ends("S", "wC");
  p.deliver();
  p.world("S", "C", "wNext");
  EXPECT_TRUE(p.page.await_world("C", soon()));
  EXPECT_THAT(p.sent("Runtime.evaluate"), testing::IsEmpty());  // nobody asked whether it is there
  p.world_ends("S", "wNext");
  p.deliver();
  p.say("S", "Page.frameDetached", {{"frameId", "C"}, {"reason", "remove"}});
  EXPECT_FALSE(p.page.await_world("C", soon()));
}

TEST(FrameRaces, FramesOlderThanTheSessionKeepTheEventsThatPrecededTheTree) {  // V5
  ScriptedPage p;
  p.attach("S", "D", "R");
  p.deliver();
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
  p.deliver();
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
  p.deliver();
  const auto batch = p.script.take_sent();
  ASSERT_FALSE(batch.empty());
  EXPECT_EQ(batch.back()["method"], "Runtime.runIfWaitingForDebugger");
  for (const Json& command : batch) EXPECT_EQ(command["sessionId"], "R") << command;
}

std::vector<std::string> texts_of(const std::vector<Json>& commands, const char* key) {
  std::vector<std::string> texts;
  for (const Json& command : commands) texts.push_back(command.at("params").value(key, std::string()));
  return texts;
}

TEST(FrameRaces, ARemoteFrameGetsTheBridgeWithItsFirstQuestion) {
  ScriptedPage p;
  p.sent("");
  p.attach("S", "C", "R");
  p.navigated("R", "C", "http://pay.test/");
  p.world("R", "C", "wR");
  p.deliver();
  EXPECT_THAT(texts_of(p.sent("Page.addScriptToEvaluateOnNewDocument"), "source"), Each(Not(HasSubstr("startRefsAt"))));
  const cdp::Connection::EngineLock lock(p.connection);
  p.page.post_bridge(p.child(), {"inspect"});
  p.page.post_bridge(p.child(), {"inspect"});
  EXPECT_THAT(texts_of(p.sent("Runtime.evaluate"), "expression"),
              ElementsAre(core_of_bridge(), rest_of_bridge(), "casement.startRefsAt(0);casement.inspect()",
                          "casement.inspect()"));
}

TEST(FrameRaces, ARemoteFrameGetsTheBridgeOnceIfItsDocumentAsks) {
  ScriptedPage p;
  give_child_a_process(p);
  p.bridge_wanted("R", "wR");
  p.bridge_wanted("R", "wR");
  p.deliver();
  EXPECT_THAT(texts_of(p.sent("Runtime.evaluate"), "expression"), ElementsAre(core_of_bridge()));
  const cdp::Connection::EngineLock lock(p.connection);
  p.page.post_bridge(p.child(), {"inspect"});
  p.bridge_wanted("R", "wR");
  p.deliver();
  EXPECT_THAT(texts_of(p.sent("Runtime.evaluate"), "expression"),
              ElementsAre(rest_of_bridge(), "casement.startRefsAt(0);casement.inspect()"));
}

TEST(FrameRaces, AFirstReadingInAnotherProcessGetsTheBridgesCoreAlone) {
  for (const std::string question :
       {"snapshotIfChanged", "snapshot", "known(3).snapshot", "known(3).snapshotIfChanged"}) {
    ScriptedPage p;
    give_child_a_process(p);
    const cdp::Connection::EngineLock lock(p.connection);
    for (int i = 0; i < 3; ++i) p.page.post_bridge(p.child(), {question});
    const std::string call = "casement." + question + "()";
    EXPECT_THAT(texts_of(p.sent("Runtime.evaluate"), "expression"),
                ElementsAre(core_of_bridge(), "casement.startRefsAt(0);" + call, rest_of_bridge(), call, call));
  }
}

TEST(FrameRaces, ARemoteFrameBeginsWithTheBridgeAfterItsSecondDocument) {
  ScriptedPage p;
  p.attach("S", "C", "R");
  std::vector<std::size_t> scripts;
  for (const char* document : {"one", "two", "three"}) {
    p.say("R", "Runtime.executionContextsCleared", Json::object());
    p.navigated("R", "C", fmt::format("http://pay.test/{}", document));
    p.world("R", "C", document);
    p.deliver();
    p.sent("");
    const cdp::Connection::EngineLock lock(p.connection);
    p.page.post_bridge(p.child(), {"inspect"});
    scripts.push_back(p.sent("Page.addScriptToEvaluateOnNewDocument").size());
  }
  EXPECT_THAT(scripts, ElementsAre(0, 1, 0));
}

TEST(FrameRaces, ADialogOfAFrameThatHasJustAttachedIsAnsweredInItsSession) {
  ScriptedPage p;
  p.attach("S", "C", "R");
  p.say("R", "Page.javascriptDialogOpening", {{"type", "confirm"}, {"message", "Really?"}});
  p.deliver();
  const auto answers = p.sent("Page.handleJavaScriptDialog");
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0]["sessionId"], "R");
}

}  // namespace
}  // namespace casement
