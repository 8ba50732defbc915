// What becomes of a press whose document goes away under it: Chrome says that it was taken, and may
// send it to the next document all the same.
#include "casement/act/press_guard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

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

  Located button() { return {"C", 1, page.frames().find("C")->generation, 4}; }
  void press() {
    page.send_input({"S", "Input.dispatchMouseEvent", {{"type", "mousePressed"}}, nullptr});
  }
  // A guarded press at 10,20, on its way.
  std::unique_ptr<PressGuard> guarded_press() {
    auto guard = std::make_unique<PressGuard>(page, button(), soon());
    guard->note_press({10, 20});
    press();
    return guard;
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
      const std::string source = command.at("params").at("expression");
      const std::string world = command.at("params").at("uniqueContextId");
      if (source.find("pointerArrival") != std::string::npos && arrival_fails) {
        script.say({{"id", command.at("id")},
                    {"error", {{"code", -32000}, {"message", "Cannot find context with specified id"}}}});
        return hear_word("arrival?");
      }
      if (source.find("Guard?.") != std::string::npos) {
        value = kept;
        hear_word(source.substr(source.find("?.") + 2) + " " + world);
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
};

TEST(PressGuard, ANewDocumentKeepsItsGuardUntilInputBehindThePressHasCome) {
  PressedPage p;
  const cdp::Connection::Turn turn(p.connection);
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
  const PressGuard::Outcome outcome = guard->lift(soon());
  EXPECT_TRUE(has_come);
  EXPECT_FALSE(outcome.arrived);
  // Documents that begin meanwhile have it too, and none loses it before.
  EXPECT_THAT(p.words, ElementsAre("arrival?", "disarm", "arm", "mouseMoved", "disarm", "lift() wM",
                                   "lift() wTwo"));
}

TEST(PressGuard, NoGuardIsLiftedWhereInputBehindThePressIsNotTaken) {
  PressedPage p;
  p.page.set_frame_timeout(Milliseconds(30));
  const cdp::Connection::Turn turn(p.connection);
  {
    const auto guard = p.guarded_press();
    p.document_is_replaced_under_the_press();
    EXPECT_TRUE(guard->lift(soon()).arrived);  // nothing is known of another that got it
  }
  EXPECT_THAT(p.words, testing::Not(testing::Contains(HasSubstr("lift"))));
  EXPECT_TRUE(p.page.input_under_way().any());
  // It is taken at last: then documents begin without guards, and a press for whatever is there
  // takes away the others.
  p.input_is_answered();
  p.words.clear();
  PressGuard::lift_left(p.page, soon());
  EXPECT_THAT(p.words, ElementsAre("disarm", "lift() wM", "lift() wTwo"));
}

TEST(PressGuard, APressThatWasGivenUpIsFollowedByInputBehindIt) {
  PressedPage p;
  const cdp::Connection::Turn turn(p.connection);
  {
    const auto guard = p.guarded_press();
    p.words.clear();
  }
  EXPECT_THAT(p.words, ElementsAre());
  p.input_is_answered();
  p.hear();
  EXPECT_THAT(p.words, ElementsAre("mouseMoved"));
  p.input_is_answered();
  p.hear();
  EXPECT_THAT(p.words, ElementsAre("mouseMoved", "disarm"));
  EXPECT_FALSE(p.page.input_under_way().any());
}

TEST(PressGuard, NothingIsSentBehindThePressThatClosedItsPage) {
  PressedPage p;
  const cdp::Connection::Turn turn(p.connection);
  {
    const auto guard = p.guarded_press();
    p.detach("", "S");
    p.hear();
  }
  EXPECT_FALSE(p.page.input_under_way().any());
  EXPECT_THAT(p.words, testing::Not(testing::Contains("mouseMoved")));
}

}  // namespace
}  // namespace casement
