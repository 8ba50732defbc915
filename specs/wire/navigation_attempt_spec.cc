// What goes out for an open, and what people are told, for each way that Chrome's answers may go.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "specs/wire/scripted_page.h"

namespace casement {
namespace {

using specs::ScriptedPage;
using specs::soon;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kAbort = "net::ERR_ABORTED";

// A page that is opened: each Page.navigate gets what the spec says.
class OpenedPage : public ScriptedPage {
 public:
  OpenedPage() {
    script.take_sent();
    script.on_sent = [this](const Json& command) {
      const std::string method = command.at("method");
      if (method == "Page.navigate" || method == "Page.stopLoading") words.push_back(method.substr(5));
      if (method == "Page.stopLoading") answer(command, Json::object());
      if (method == "Page.handleJavaScriptDialog") on_dialog(command);
      if (method == "Runtime.evaluate") {
        if (before_sign_of_life) std::exchange(before_sign_of_life, nullptr)();
        answer(command, {{"result", {{"type", "number"}, {"value", 0}}}});
      }
      if (method != "Page.navigate") return;
      const std::size_t nth = next_++;
      if (nth < on_navigate.size()) on_navigate[nth](command);
    };
  }
  ~OpenedPage() { script.on_sent = nullptr; }

  void begins(const std::string& url) {
    say("S", "Page.frameStartedNavigating",
        {{"frameId", "M"}, {"url", url}, {"loaderId", "L" + url}, {"navigationType", "differentDocument"}});
  }
  void comes(const std::string& url) {
    navigated("S", "M", url);
    world("S", "M", "w" + url);
    say("S", "Page.lifecycleEvent", {{"frameId", "M"}, {"loaderId", "L" + url}, {"name", "DOMContentLoaded"}});
  }
  void crashes() { say("S", "Inspector.targetCrashed", Json::object()); }
  void stops() { say("S", "Page.frameStoppedLoading", {{"frameId", "M"}}); }
  void accepts(const Json& command) { answer(command, {{"frameId", "M"}, {"loaderId", std::string("L") + kAim}}); }
  void aborts(const Json& command) { answer(command, {{"frameId", "M"}, {"errorText", kAbort}}); }
  void comes_at_once(const Json& command) {
    begins(kAim);
    accepts(command);
    comes(kAim);
  }
  // What a busy Chrome has to say before it answers anything else.
  std::function<void()> before_sign_of_life;

  // The error of an open, or its address.
  std::string open(Deadline deadline = soon()) {
    const cdp::Connection::EngineLock lock(connection);
    try {
      return page.navigator().open(kAim, LoadState::DomReady, deadline).url;
    } catch (const Error& error) {
      kind = error.kind();
      return error.message();
    }
  }

  static constexpr const char* kAim = "http://shop.test/aim";
  static constexpr const char* kOwn = "http://shop.test/own";
  std::vector<std::function<void(const Json&)>> on_navigate;
  std::function<void(const Json&)> on_dialog = [this](const Json& command) { answer(command, Json::object()); };
  std::vector<std::string> words;
  ErrorKind kind{};

 private:
  std::size_t next_ = 0;
};

TEST(OpenOverTheWire, NavigatesOnce) {
  OpenedPage p;
  p.on_navigate = {[&](const Json& command) { p.comes_at_once(command); }};
  EXPECT_EQ(p.open(), p.kAim);
  EXPECT_THAT(p.words, ElementsAre("navigate"));
}

TEST(OpenOverTheWire, NavigatesAgainAfterThePagesOwnNavigation) {
  OpenedPage p;
  p.on_navigate = {[&](const Json& command) {
                     p.begins(p.kAim);
                     p.aborts(command);
                     p.begins(p.kOwn);
                     p.comes(p.kOwn);
                   },
                   [&](const Json& command) {
                     EXPECT_EQ(p.page.frames().main().url, p.kOwn);
                     p.comes_at_once(command);
                   }};
  EXPECT_EQ(p.open(), p.kAim);
  EXPECT_THAT(p.words, ElementsAre("navigate", "navigate"));
}

TEST(OpenOverTheWire, AnAbortWithoutReasonIsReported) {
  OpenedPage p;
  p.on_navigate = {[&](const Json& command) {
    p.begins(p.kAim);
    p.aborts(command);
    p.stops();
  }};
  EXPECT_EQ(p.open(), "cannot open http://shop.test/aim: net::ERR_ABORTED");
  EXPECT_EQ(p.kind, ErrorKind::Navigation);
  EXPECT_THAT(p.words, ElementsAre("navigate"));
}

TEST(OpenOverTheWire, NavigatesAgainIfTheOldDocumentReplacesTheNewOne) {
  OpenedPage p;
  p.on_navigate = {[&](const Json& command) {
                     p.begins(p.kAim);
                     p.begins(p.kOwn);
                     p.accepts(command);
                     p.comes(p.kAim);
                     p.comes(p.kOwn);
                   },
                   [&](const Json& command) { p.comes_at_once(command); }};
  EXPECT_EQ(p.open(), p.kAim);
  EXPECT_THAT(p.words, ElementsAre("navigate", "navigate"));
}

TEST(OpenOverTheWire, ADocumentsOwnScriptMayGoOn) {
  OpenedPage p;
  p.on_navigate = {[&](const Json& command) {
    p.begins(p.kAim);
    p.accepts(command);
    p.navigated("S", "M", p.kAim);
    p.begins(p.kOwn);
    p.comes(p.kOwn);
  }};
  EXPECT_EQ(p.open(), p.kOwn);
  EXPECT_THAT(p.words, ElementsAre("navigate"));
}

// Chrome would take a second question for the same address as the first, which waits for ever.
TEST(OpenOverTheWire, CancelsALostCommandBeforeItNavigatesAgain) {
  OpenedPage p;
  p.on_navigate = {[&](const Json&) {
                     p.begins(p.kAim);
                     p.comes(p.kOwn);
                   },
                   [&](const Json& command) { p.comes_at_once(command); }};
  p.begins(p.kOwn);
  p.deliver();
  EXPECT_EQ(p.open(), p.kAim);
  EXPECT_THAT(p.words, ElementsAre("navigate", "stopLoading", "navigate"));
}

// Half a second without an answer means nothing where Chrome has no time to say anything.
TEST(OpenOverTheWire, ALateAnswerOfABusyChromeIsNotLost) {
  OpenedPage p;
  p.on_navigate = {[&](const Json& command) {
    p.begins(p.kAim);
    p.comes(p.kOwn);
    p.before_sign_of_life = [&p, command] {
      p.accepts(command);
      p.comes(p.kAim);
    };
  }};
  p.begins(p.kOwn);
  p.deliver();
  EXPECT_EQ(p.open(), p.kAim);
  EXPECT_THAT(p.words, ElementsAre("navigate"));
}

TEST(OpenOverTheWire, DoesNotNavigateAgainAfterARefusal) {
  OpenedPage p;
  p.page.dialogs().set_handler([](const DialogRecord&) { return DialogAnswer{}; });
  p.on_navigate = {[&](const Json& command) {
    p.begins(p.kAim);
    p.say("S", "Page.javascriptDialogOpening", {{"type", "beforeunload"}, {"frameId", "M"}});
    p.begins(p.kOwn);
    p.aborts(command);
    p.stops();
  }};
  EXPECT_THAT(p.open(), HasSubstr(kAbort));
  EXPECT_THAT(p.words, ElementsAre("navigate"));
}

TEST(OpenOverTheWire, ADialogThatChromeTakesNoAnswerForIsReported) {
  OpenedPage p;
  p.on_dialog = [&](const Json& command) {
    p.script.say(
        {{"id", command.at("id")}, {"error", {{"code", -32000}, {"message", "Not attached to an active page"}}}});
  };
  p.on_navigate = {[&](const Json& command) {
    p.begins(p.kAim);
    p.accepts(command);
    p.say("S", "Page.javascriptDialogOpening", {{"type", "beforeunload"}, {"frameId", "M"}});
  }};
  EXPECT_THAT(p.open(), HasSubstr("which Chrome no longer lets Casement answer; close the page"));
  EXPECT_EQ(p.kind, ErrorKind::Navigation);
}

TEST(OpenOverTheWire, AnAnswerThatDoesNotComeIsATimeoutThatLeavesThePageUsable) {
  OpenedPage p;
  p.on_navigate = {[&](const Json&) { p.begins(p.kAim); }};
  EXPECT_EQ(p.open(Deadline::in(Milliseconds(50))), "http://shop.test/aim did not answer within 50 ms");
  EXPECT_EQ(p.kind, ErrorKind::Timeout);
  EXPECT_THAT(p.words, ElementsAre("navigate", "stopLoading"));
}

TEST(OpenOverTheWire, ADocumentThatDoesNotComeIsATimeout) {
  OpenedPage p;
  p.on_navigate = {[&](const Json& command) {
    p.begins(p.kAim);
    p.accepts(command);
  }};
  EXPECT_THAT(p.open(Deadline::in(Milliseconds(50))), HasSubstr("its document was not parsed within 50 ms"));
  EXPECT_EQ(p.kind, ErrorKind::Timeout);
}

TEST(OpenOverTheWire, EndsWithItsPage) {
  OpenedPage accepted, asked;
  accepted.on_navigate = {[&](const Json& command) {
    accepted.begins(accepted.kAim);
    accepted.accepts(command);
    accepted.detach("", "S");
  }};
  asked.on_navigate = {[&](const Json&) { asked.detach("", "S"); }};
  for (OpenedPage* p : {&accepted, &asked}) {
    EXPECT_THAT(p->open(), HasSubstr("the page was closed"));
    EXPECT_EQ(p->kind, ErrorKind::SessionClosed);
  }
}

TEST(OpenOverTheWire, EndsWithACrashOfItsDocument) {
  OpenedPage p;
  p.on_navigate = {[&](const Json& command) {
    p.begins(p.kAim);
    p.accepts(command);
    p.navigated("S", "M", p.kAim);
    p.world("S", "M", "w aim");
    p.crashes();
  }};
  EXPECT_THAT(p.open(Deadline::never()), HasSubstr("http://shop.test/aim has crashed"));
  EXPECT_EQ(p.kind, ErrorKind::TargetCrashed);
}

TEST(OpenOverTheWire, EndsWithACrashAfterTheAnswerIfNoDocumentFollows) {
  OpenedPage p;
  p.on_navigate = {[&](const Json& command) {
    p.begins(p.kAim);
    p.accepts(command);
    p.crashes();
  }};
  EXPECT_THAT(p.open(Deadline::never()), HasSubstr("has crashed"));
  EXPECT_EQ(p.kind, ErrorKind::TargetCrashed);
}

TEST(OpenOverTheWire, SurvivesACrashOfTheDocumentBefore) {
  OpenedPage p;
  p.on_navigate = {[&](const Json& command) {
    p.begins(p.kAim);
    p.accepts(command);
    p.crashes();
    p.comes(p.kAim);
  }};
  EXPECT_EQ(p.open(), p.kAim);
}

// Each renderer that Chrome makes for it dies.
TEST(OpenOverTheWire, EndsWithASecondCrashBeforeTheAnswer) {
  OpenedPage p;
  p.on_navigate = {[&](const Json&) { p.crashes(); }, [&](const Json&) { p.crashes(); }};
  p.open(Deadline::never());
  EXPECT_EQ(p.kind, ErrorKind::TargetCrashed);
  EXPECT_THAT(p.words, ElementsAre("navigate", "navigate"));
}

TEST(OpenOverTheWire, IgnoresNavigationsAfterTheOpen) {
  OpenedPage p;
  p.on_navigate = {[&](const Json& command) { p.comes_at_once(command); }};
  EXPECT_EQ(p.open(), p.kAim);
  p.begins(p.kOwn);
  p.comes(p.kOwn);
  p.deliver();
  EXPECT_EQ(p.page.frames().main().url, p.kOwn);
  EXPECT_THAT(p.words, ElementsAre("navigate"));
}

}  // namespace
}  // namespace casement
