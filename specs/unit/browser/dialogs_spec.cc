// Dialogs as a reducer: how each is answered, and what a navigation hears of it.
#include "casement/browser/page/dialogs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace casement {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct AskingPage {
  AskingPage() {
    dialogs.register_events(events,
                            [](const std::string&, const FrameId& frame) { return FramePlace{frame, "", true}; });
  }
  // → the answer
  cdp::Command ask(const char* type) {
    const cdp::Effects effects =
        events.dispatch({"S",
                         "Page.javascriptDialogOpening",
                         {{"type", type}, {"message", "Sure?"}, {"defaultPrompt", "Eve"}, {"frameId", "M"}}});
    return effects.commands.at(0);
  }

  EventClock clock;
  PageNotes notes;
  EventTable events;
  std::vector<Dialogs::Leaving> heard;
  Dialogs dialogs{clock, notes, [this](Dialogs::Leaving leaving) { heard.push_back(leaving); }};
};

TEST(Dialogs, AreDeclinedByDefault) {
  AskingPage p;
  const cdp::Command answer = p.ask("confirm");
  EXPECT_EQ(answer.method, "Page.handleJavaScriptDialog");
  EXPECT_EQ(answer.session, "S");
  EXPECT_EQ(answer.params, (Json{{"accept", false}}));
  ASSERT_EQ(p.dialogs.log().entries().size(), 1u);
  EXPECT_EQ(p.dialogs.log().entries()[0].message, "Sure?");
  EXPECT_EQ(p.dialogs.log().entries()[0].place.frame, "M");
  EXPECT_THAT(p.heard, IsEmpty());
}

TEST(Dialogs, AcceptThePagesDefaultText) {
  AskingPage p;
  p.dialogs.set_handler([](const DialogRecord&) { return DialogAnswer{true}; });
  EXPECT_EQ(p.ask("prompt").params, (Json{{"accept", true}, {"promptText", "Eve"}}));
}

TEST(Dialogs, AreOpenUntilChromeHasTakenTheAnswer) {
  AskingPage p;
  EXPECT_FALSE(p.dialogs.any_open());
  const cdp::Command answer = p.ask("alert");
  EXPECT_TRUE(p.dialogs.any_open());
  answer.on_reply({Json::object(), std::nullopt});
  EXPECT_FALSE(p.dialogs.any_open());
}

TEST(Dialogs, EndANavigationThatThePageRefuses) {
  AskingPage p;
  const EventNumber mark = p.clock.now();
  p.ask("beforeunload");
  EXPECT_THAT(p.heard, IsEmpty());
  EXPECT_FALSE(p.dialogs.beforeunload_dismissed_since(mark));
  p.dialogs.set_handler([](const DialogRecord&) { return DialogAnswer{}; });
  p.ask("beforeunload");
  EXPECT_THAT(p.heard, ElementsAre(Dialogs::Leaving::Declined));
  EXPECT_TRUE(p.dialogs.beforeunload_dismissed_since(mark));
  EXPECT_TRUE(p.dialogs.beforeunload_dismissed_last());
  EXPECT_FALSE(p.dialogs.beforeunload_dismissed_since(p.clock.now()));
}

TEST(Dialogs, AreDeclinedIfTheHandlerThrows) {
  AskingPage p;
  p.dialogs.set_handler([](const DialogRecord&) -> DialogAnswer { throw std::runtime_error("Oh"); });
  EXPECT_EQ(p.ask("confirm").params["accept"], false);
  EXPECT_THAT(p.notes.handler_errors, ElementsAre(HasSubstr("threw an exception at confirm \"Sure?\": Oh")));
}

}  // namespace
}  // namespace casement
