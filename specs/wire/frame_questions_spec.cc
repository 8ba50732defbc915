// Which frames are asked, when, and what becomes of those that do not answer, are gone, or show no document.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/find/find_elements.h"
#include "casement/frames/frame_query.h"
#include "casement/frames/frame_state.h"
#include "specs/wire/scripted_page.h"

namespace casement {
namespace {

using specs::ScriptedPage;
using specs::soon;
using testing::ElementsAre;
using testing::HasSubstr;

// The last query has shown this frame to a person, in an element with ref 1.
FrameState& note_shown(ScriptedPage& p, const FrameId& frame) {
  p.page.frames().on_owner_found(frame, p.page.frames().main().generation, 1);
  FrameState& note = FrameStates::of(p.page).frames[*p.page.frames().find(frame)];
  note.visible_last_time = true;
  return note;
}

TEST(FrameRaces, AStaleRefIsRefusedBeforeAnyCommandIsSent) {  // V9
  ScriptedPage p;
  p.page.frames().ensure_ordinal(p.child());
  p.page.frames().on_refs_given("C", 5);
  p.page.frames().on_bridge_called(p.child());
  p.navigated("S", "C", "http://shop.test/two");
  p.world("S", "C", "wTwo");
  p.deliver();
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
TEST(FrameRaces, AnErrorPageThatIsReportedLateIsNotReadAsADocument) {
  ScriptedPage p;
  p.say("S", "Page.frameDetached", {{"frameId", "C"}, {"reason", "remove"}});
  p.attach("S", "D", "R");
  p.world("R", "D", "wD");
  p.deliver();
  Json tree;
  int next_id = 0;
  for (const Json& command : p.script.take_sent()) {
    next_id = command.at("id").get<int>() + 1;
    if (command.at("method") == "Page.getFrameTree") tree = command;
  }
  ASSERT_FALSE(tree.is_null());
  note_shown(p, "D");
  const cdp::Connection::EngineLock lock(p.connection);
  p.answer(tree, {{"frameTree",
                   {{"frame",
                     {{"id", "D"},
                      {"url", "chrome-error://chromewebdata/"},
                      {"loaderId", "L"},
                      {"unreachableUrl", "http://shut.test/"}}}}}});
  for (const char* text : {"main", "the bridge", "error page"}) {
    p.script.say({{"id", next_id++}, {"result", {{"result", {{"value", text}}}}}});
  }
  std::vector<FrameId> read;
  const auto contents_of = [&](const FrameId& id, Json&) {
    read.push_back(id);
    return id == "M" ? FrameContents{{{1, "It"}}} : FrameContents{};
  };
  const FrameQueryResult expansion = query_all_frames(p.page, {"snapshotIfChanged"}, contents_of, {}, soon());
  EXPECT_THAT(read, ElementsAre("M"));
  ASSERT_EQ(expansion.answers.size(), 2u);
  ASSERT_TRUE(expansion.answers[1].failure);
  EXPECT_EQ(expansion.answers[1].failure->kind, FrameFailure::LoadFailed);
  EXPECT_EQ(expansion.answers[1].failure->url, "http://shut.test/");
}

TEST(FrameRaces, AFrameThatDoesNotAnswerIsNotAskedASecondTime) {
  ScriptedPage p;
  const cdp::Connection::EngineLock lock(p.connection);  // or the idle pump would hear answers too early
  note_shown(p, "C");
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
  note_shown(p, "C");
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
TEST(FrameRaces, ATargetInANamedFrameIsSoughtOnlyInFramesWithThatName) {
  ScriptedPage p;
  const cdp::Connection::EngineLock lock(p.connection);
  note_shown(p, "C").owner_name = "Card";
  std::vector<std::string> worlds;
  std::string name_now = "Card";
  p.script.on_sent = [&](const Json& command) {
    if (command.at("method") != "Runtime.evaluate") return p.answer(command, Json::object());
    worlds.push_back(command["params"].value("uniqueContextId", ""));
    const bool is_targeted = command["params"].value("expression", "").find('"' + name_now + '"') != std::string::npos;
    const Json owner{{"ref", 1}, {"name", name_now}, {"steps", {is_targeted}}};
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
TEST(FrameRaces, FramesWithAnUnknownParentOrAParentCycleAreIgnored) {
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
  p.deliver();
  EXPECT_FALSE(p.page.closed());
  for (const Frame* frame : p.page.frames().all()) EXPECT_GE(p.page.frames().depth(*frame), 0);
  p.say("S", "Page.frameDetached", {{"frameId", "A"}, {"reason", "remove"}});
  p.say("S", "Page.frameDetached", {{"frameId", "X"}, {"reason", "remove"}});
  p.say("S", "Page.frameAttached", {{"frameId", "D"}, {"parentFrameId", "M"}});
  p.deliver();
  EXPECT_NE(p.page.frames().find("D"), nullptr);
  EXPECT_EQ(p.page.frames().find("A"), nullptr);
}

TEST(FrameRaces, AFrameThatIsGoneBeforeItsFirstAnswerIsForgotten) {
  ScriptedPage p;
  p.script.take_sent();
  p.attach("S", "D", "R");
  p.detach("S", "R");
  p.say("S", "Page.frameDetached", {{"frameId", "D"}, {"reason", "remove"}});
  p.deliver();
  for (const Json& command : p.script.take_sent()) {
    p.script.say(
        {{"id", command.at("id")}, {"error", {{"code", -32001}, {"message", "Session with given id not found."}}}});
  }
  p.deliver();
  EXPECT_EQ(p.page.frames().find("D"), nullptr);
  EXPECT_EQ(p.page.frames().all().size(), 2u);
  const cdp::Connection::EngineLock lock(p.connection);
  EXPECT_EQ(p.connection.pending(), 0u);
}

}  // namespace
}  // namespace casement
