// What becomes of a press whose document goes away under it: Chrome says that it was taken, and may
// send it to the next document all the same.
#include "casement/input/click_guard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "casement/input/parked_click_guards.h"
#include "specs/wire/scripted_page.h"

namespace casement {
namespace {

using specs::ScriptedPage;
using specs::soon;
using testing::ElementsAre;
using testing::HasSubstr;

// A page that answers everything at once, but pointer input when the spec says so; what it was told
// is kept as short words.
class PressedPage : public ScriptedPage {
 public:
  PressedPage() {
    script.on_sent = [this](const Json& command) { on_sent(command); };
  }
  ~PressedPage() { script.on_sent = nullptr; }

  ElementHandle button(const FrameId& frame = "C") {
    return {frame, frame == "C" ? 1 : 0, page.frames().find(frame)->generation, 4, {}};
  }
  void press() { PageInput::of(page).send({"S", "Input.dispatchMouseEvent", {{"type", "mousePressed"}}, nullptr}); }
  // A guarded press at 10,20, on its way.
  std::unique_ptr<ClickGuard> guarded_press(const FrameId& frame = "C", PressBy by = PressBy::Mouse) {
    auto guard = std::make_unique<ClickGuard>(page, button(frame), by, soon());
    guard->note_press({10, 20});
    press();
    return guard;
  }
  // One that has come; what was said for it.
  std::vector<std::string> press_in(const FrameId& frame, PressBy by = PressBy::Mouse) {
    words.clear();
    const auto guard = guarded_press(frame, by);
    input_is_answered();
    guard->release(soon(), by == PressBy::Mouse ? ClickGuard::Others::KeepGuards : ClickGuard::Others::Released);
    return std::exchange(words, {});
  }
  void hear_words(std::size_t count) {
    connection.pump_until([&] { return words.size() >= count; }, soon());
  }
  // Chrome ends the input of a document that it replaces as if it had been taken.
  void document_is_replaced_under_the_press() {
    input_is_answered();
    document_is_replaced();
    arrival_fails = true;
    words.clear();
  }
  void input_is_answered() {
    for (const Json& command : std::exchange(unanswered, {})) answer(command, Json::object());
  }
  void document_is_replaced() {
    world_ends("S", "wC");
    navigated("S", "C", "http://shop.test/two");
    world("S", "C", "wTwo");
  }

  std::vector<std::string> words;
  std::function<void(const std::string&)> on_word;

 private:
  void on_sent(const Json& command) {
    const std::string method = command.at("method");
    if (method == "Input.dispatchMouseEvent") {
      unanswered.push_back(command);
      hear_word(command.at("params").at("type"));
      return;
    }
    Json value = true;
    if (method == "Runtime.evaluate") {
      if (command.at("params").at("uniqueContextId") == mute_world) {
        return hear_word("unanswered " + mute_world);
      }
      const std::string source = command.at("params").at("expression");
      const std::string world = command.at("params").at("uniqueContextId");
      if (source.find("finishHitTargetCheck") != std::string::npos && arrival_fails) {
        script.say({{"id", command.at("id")},
                    {"error", {{"code", -32000}, {"message", "Cannot find context with specified id"}}}});
        return hear_word("arrival?");
      }
      if (source.find("finishHitTargetCheck") != std::string::npos) {
        value = {{"arrived", true}, {"hit", ""}, {"presses", presses_seen}};
      } else if (source.find("= 'casementClickGuard'") != std::string::npos) {
        hear_word((source.find("guardPresses(true)") != std::string::npos ? "touch guard " : "guard ") + world);
      } else if (source.find("?.value.") != std::string::npos) {
        value = kept;
        hear_word(source.substr(source.find("?.value.") + 8) + " " + world);
      }
    } else if (method == "Page.addScriptToEvaluateOnNewDocument") {
      hear_word("arm");
    } else if (method == "Page.removeScriptToEvaluateOnNewDocument") {
      hear_word("disarm");
    }
    answer(command, {{"identifier", "7"}, {"result", {{"value", value}}}});
  }
  void hear_word(std::string word) {
    words.push_back(std::move(word));
    if (on_word) on_word(words.back());
  }

 public:
  std::vector<Json> unanswered;
  bool arrival_fails = false;
  int kept = 0;
  int presses_seen = 1;
  std::string mute_world;  // answers nothing
};

TEST(ClickGuard, ANewDocumentKeepsItsGuardUntilLaterInputArrives) {
  PressedPage p;
  const cdp::Connection::EngineLock lock(p.connection);
  const auto guard = p.guarded_press();
  p.document_is_replaced_under_the_press();
  p.kept = 1;
  bool has_come = false;
  p.on_word = [&](const std::string& word) {
    if (word != "mouseMoved") return;
    EXPECT_EQ(p.unanswered.back()["params"]["x"], 10);
    EXPECT_EQ(p.unanswered.back()["sessionId"], "S");
    has_come = true;
    p.input_is_answered();
  };
  const ClickGuard::Outcome outcome = guard->release(soon(), ClickGuard::Others::KeepGuards);
  EXPECT_TRUE(has_come);
  EXPECT_FALSE(outcome.arrived);
  // Documents that begin meanwhile have it too, and none loses it before.
  EXPECT_THAT(p.words, ElementsAre("arrival?", "mouseMoved", "blocked() wM", "blocked() wTwo", "disarm", "release() wM",
                                   "release() wTwo"));
}

// Chrome may have said so for what was sent behind it as well.
TEST(ClickGuard, StaysAMomentLongerIfThePressMayNotHaveArrived) {
  PressedPage p;
  const cdp::Connection::EngineLock lock(p.connection);
  const auto guard = p.guarded_press();
  p.document_is_replaced_under_the_press();
  p.on_word = [&](const std::string& word) {
    if (word == "mouseMoved") p.input_is_answered();
  };
  EXPECT_TRUE(guard->release(soon(), ClickGuard::Others::KeepGuards).arrived);
  EXPECT_THAT(p.words, ElementsAre("arrival?", "mouseMoved", "blocked() wM", "blocked() wTwo"));
  p.hear_words(7);
  EXPECT_THAT(p.words, ElementsAre("arrival?", "mouseMoved", "blocked() wM", "blocked() wTwo", "disarm", "release() wM",
                                   "release() wTwo"));
}

TEST(ClickGuard, StaysUntilChromeAnswersLaterInput) {
  PressedPage p;
  p.page.set_frame_settings({.timeout = Milliseconds(30)});
  const cdp::Connection::EngineLock lock(p.connection);
  {
    const auto guard = p.guarded_press();
    p.document_is_replaced_under_the_press();
    EXPECT_TRUE(
        guard->release(soon(), ClickGuard::Others::KeepGuards).arrived);  // nothing is known of another that got it
  }
  EXPECT_THAT(p.words, testing::Not(testing::Contains(HasSubstr("release"))));
  EXPECT_TRUE(PageInput::of(p.page).pending().any());
  // It is taken at last: then documents begin without guards, and a press for whatever is there
  // takes away the others.
  p.input_is_answered();
  p.words.clear();
  ClickGuard::release_leftover(p.page, soon());
  EXPECT_THAT(p.words, ElementsAre("disarm", "release() wM", "release() wTwo"));
}

TEST(ClickGuard, AnAbandonedPressIsFollowedByAMouseMove) {
  PressedPage p;
  const cdp::Connection::EngineLock lock(p.connection);
  {
    const auto guard = p.guarded_press();
    p.words.clear();
  }
  EXPECT_THAT(p.words, ElementsAre());
  p.input_is_answered();
  p.deliver();
  EXPECT_THAT(p.words, ElementsAre("mouseMoved"));
  p.input_is_answered();
  p.deliver();
  EXPECT_THAT(p.words, ElementsAre("mouseMoved", "disarm"));
  EXPECT_FALSE(PageInput::of(p.page).pending().any());
}

TEST(ClickGuard, IsReusedForAPressSoonAfterAnother) {
  // Where a busy machine holds the presses up for longer than guards stay, they were not soon after one another.
  constexpr int kMostTries = 100;
  for (int attempt = 0; attempt < kMostTries; ++attempt) {
    PressedPage p;
    const cdp::Connection::EngineLock lock(p.connection);
    const auto began = Deadline::Clock::now();
    std::vector<std::vector<std::string>> told{p.press_in("C")};
    told.push_back(p.press_in("C"));
    told.push_back(p.press_in("M"));
    p.document_is_replaced();
    p.deliver();
    told.push_back(p.press_in("M"));
    // A document that is written anew loses its listeners, and keeps its world.
    p.say("S", "Page.documentOpened", {{"frame", {{"id", "C"}, {"url", "http://shop.test/two"}}}});
    p.deliver();
    told.push_back(p.press_in("M"));
    if (Deadline::Clock::now() - began >= ParkedClickGuards::kKeepAlive) continue;
    // The document of the last press has none.
    EXPECT_THAT(told, ElementsAre(ElementsAre("arm", "guard wM", "mousePressed"), ElementsAre("mousePressed"),
                                  ElementsAre("guard wC", "mousePressed"), ElementsAre("guard wTwo", "mousePressed"),
                                  ElementsAre("guard wTwo", "mousePressed")));
    return;
  }
  FAIL() << "five presses always took longer than guards stay";
}

// What a mouse has left lets touches through.
TEST(ClickGuard, AMousesGuardDoesNotServeAFinger) {
  PressedPage p;
  const cdp::Connection::EngineLock lock(p.connection);
  EXPECT_THAT(p.press_in("C"), ElementsAre("arm", "guard wM", "mousePressed"));
  EXPECT_THAT(p.press_in("C", PressBy::Finger),
              ElementsAre("disarm", "arm", "touch guard wM", "mousePressed", "disarm", "release() wM"));
  EXPECT_THAT(p.press_in("C"), ElementsAre("arm", "guard wM", "mousePressed"));
}

TEST(ClickGuard, IsRemovedIfThePressMissesItsDocument) {
  PressedPage p;
  const cdp::Connection::EngineLock lock(p.connection);
  p.presses_seen = 0;
  EXPECT_THAT(p.press_in("C"), ElementsAre("arm", "guard wM", "mousePressed", "disarm", "release() wM"));
  EXPECT_THAT(p.press_in("C"), ElementsAre("arm", "guard wM", "mousePressed", "disarm", "release() wM"));
}

TEST(ClickGuard, AHangingFramesGuardIsNotReused) {
  PressedPage p;
  p.page.set_frame_settings({.timeout = Milliseconds(30)});
  const cdp::Connection::EngineLock lock(p.connection);
  p.mute_world = "wM";
  EXPECT_THAT(p.press_in("C"), ElementsAre("arm", "unanswered wM", "mousePressed", "disarm", "unanswered wM"));
  EXPECT_FALSE(PageInput::of(p.page).parked_guards().any());
}

TEST(ClickGuard, IsRemovedIfNoPressFollows) {
  PressedPage p;
  const cdp::Connection::EngineLock lock(p.connection);
  p.press_in("C");
  p.press_in("C");
  p.hear_words(3);
  EXPECT_THAT(p.words, ElementsAre("disarm", "release() wM", "release() wC"));
  p.words.clear();
  ClickGuard::release_leftover(p.page, soon());  // nothing is left
  EXPECT_THAT(p.words, ElementsAre());
  EXPECT_THAT(p.press_in("C"), ElementsAre("arm", "guard wM", "mousePressed"));
}

TEST(ClickGuard, IsRemovedBeforeAPressThatMayHitAnything) {
  PressedPage p;
  const cdp::Connection::EngineLock lock(p.connection);
  p.press_in("C");
  p.words.clear();
  ClickGuard::release_leftover(p.page, soon());
  EXPECT_THAT(p.words, ElementsAre("disarm", "release() wM", "release() wC"));
}

TEST(ClickGuard, IsNotRemovedAfterItsPageIsGone) {
  auto p = std::make_unique<PressedPage>();
  {
    const cdp::Connection::EngineLock lock(p->connection);
    p->press_in("C");
    p->detach("", "S");
    p->deliver();
    p->words.clear();
    p->connection.pump_until([] { return false; }, Deadline::in(ParkedClickGuards::kKeepAlive * 2));
    EXPECT_THAT(p->words, ElementsAre());
  }
}

TEST(ClickGuard, SendsNothingAfterAPressThatClosedItsPage) {
  PressedPage p;
  const cdp::Connection::EngineLock lock(p.connection);
  {
    const auto guard = p.guarded_press();
    p.detach("", "S");
    p.deliver();
  }
  EXPECT_FALSE(PageInput::of(p.page).pending().any());
  EXPECT_THAT(p.words, testing::Not(testing::Contains("mouseMoved")));
}

}  // namespace
}  // namespace casement
