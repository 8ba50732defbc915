// Browsers that are not the Chrome we know: too old, inside an application that lacks what we ask for, or doing it
// otherwise.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/browser/host/attach_transport.h"
#include "casement/browser/host/browser_session.h"
#include "casement/input/keyboard.h"
#include "specs/support/patience.h"
#include "specs/support/scripted_transport.h"
#include "specs/wire/scripted_page.h"

namespace casement {
namespace {

using specs::Script;
using specs::ScriptedPage;
using specs::ScriptedTransport;
using specs::soon;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

// What attaching to a browser of this user agent and asking it for a context ends with.
Error error_of_browser(const std::string& user_agent, const std::string& context_error = "") {
  Script script;
  script.on_sent = [&](const Json& command) {
    const std::string method = command.at("method").get<std::string>();
    Json answer{{"id", command.at("id")}, {"result", Json::object()}};
    if (method == "Browser.getVersion") answer["result"] = {{"product", "orders/"}, {"userAgent", user_agent}};
    if (method == "Target.createBrowserContext" && !context_error.empty()) {
      answer.erase("result");
      answer["error"] = {{"code", -32000}, {"message", context_error}};
    }
    script.say_raw(answer.dump());
  };
  try {
    const auto browser =
        attach_transport(std::make_unique<ScriptedTransport>(script), Deadline::in(std::chrono::seconds(20)));
    browser->new_context({}, Deadline::in(std::chrono::seconds(20)));
  } catch (const Error& error) {
    return error;
  }
  return Error(ErrorKind::Internal, "nothing was thrown");
}

TEST(ForeignBrowser, IsRefusedAtOnceIfTooOld) {
  const Error error = error_of_browser("Mozilla/5.0 QtWebEngine/5.14.2 Chrome/77.0.3865.129 Safari/537.36");
  EXPECT_EQ(error.kind(), ErrorKind::Environment);
  EXPECT_EQ(error.message(),
            "QtWebEngine 5.14.2 (Chromium 77.0.3865.129) is too old: Casement needs Chromium 87 or later");
}

TEST(ForeignBrowser, IsNamedIfItLacksContexts) {
  const Error error = error_of_browser("Mozilla/5.0 QtWebEngine/6.4.2 Chrome/102.0.5005.177 Safari/537.36",
                                       "Failed to create browser context.");
  EXPECT_EQ(error.kind(), ErrorKind::Environment);
  EXPECT_EQ(error.message(),
            "QtWebEngine 6.4.2 (Chromium 102.0.5005.177) cannot do this: Target.createBrowserContext: Failed to create "
            "browser context.");
}

TEST(ForeignBrowser, IsAcceptedUnderAnyName) {
  EXPECT_EQ(error_of_browser("Orders/1.0").kind(), ErrorKind::Internal);
}

// Chromium 102: the request that failed and the error page have loaders of their own.
TEST(ForeignBrowser, AnErrorPageMayHaveALoaderOfItsOwn) {
  ScriptedPage p;
  p.say("S", "Network.requestWillBeSent",
        {{"requestId", "asked"},
         {"loaderId", "asked"},
         {"type", "Document"},
         {"frameId", "C"},
         {"request", {{"url", "http://shut.test/"}}}});
  p.say("S", "Network.loadingFailed",
        {{"requestId", "asked"}, {"type", "Document"}, {"errorText", "net::ERR_NAME_NOT_RESOLVED"}});
  p.say("S", "Page.frameNavigated",
        {{"frame",
          {{"id", "C"},
           {"parentId", "M"},
           {"loaderId", "shown"},
           {"url", "chrome-error://chromewebdata/"},
           {"unreachableUrl", "http://shut.test/"}}}});
  p.deliver();
  EXPECT_EQ(p.child().load_error, "net::ERR_NAME_NOT_RESOLVED");
}

class KeysInForeignBrowsers : public testing::Test {
 protected:
  // What is sent for a key, in order; of evaluations what they ask for.
  std::vector<std::string> press(ScriptedPage& p) {
    std::vector<std::string> sent;
    p.script.on_sent = [&](const Json& command) {
      const std::string method = command.at("method");
      const bool asks = method == "Runtime.evaluate";
      if (asks || method.starts_with("Input."))
        sent.push_back(asks ? command["params"]["expression"].get<std::string>() : method);
      p.answer(command, {{"result", {{"type", "undefined"}}}});
    };
    press_chord(p.page, "S", parse_chord("Enter"), soon());
    p.script.on_sent = nullptr;
    return sent;
  }
};

TEST_F(KeysInForeignBrowsers, WaitForTheFirstFrameOncePerDocument) {
  ScriptedPage p;
  EXPECT_THAT(press(p), ElementsAre("Input.dispatchKeyEvent", "Input.dispatchKeyEvent"));
  p.environment.drops_early_input = true;
  const auto waits = ElementsAre(HasSubstr("firstFrame"), "Input.dispatchKeyEvent", "Input.dispatchKeyEvent");
  EXPECT_THAT(press(p), waits);
  EXPECT_THAT(press(p), ElementsAre("Input.dispatchKeyEvent", "Input.dispatchKeyEvent"));
  p.world_ends("S", "wM");
  p.navigated("S", "M", "http://shop.test/next");
  p.world("S", "M", "wN");
  p.deliver();
  EXPECT_THAT(press(p), waits);
}

TEST_F(KeysInForeignBrowsers, AreNotSentToABrowserThatCrashesOnKeys) {
  EXPECT_FALSE(browser_takes_keys("QtWebEngine 5.15.13 (Chromium 87.0.4280.144)"));
  EXPECT_TRUE(browser_takes_keys("QtWebEngine 6.4.2 (Chromium 102.0.5005.177)"));
  ScriptedPage p;
  p.environment.takes_keys = false;
  try {
    press(p);
    ADD_FAILURE() << "it was pressed";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Environment);
    EXPECT_THAT(error.message(), HasSubstr("cannot do this: after keys"));
  }
}

}  // namespace
}  // namespace casement
