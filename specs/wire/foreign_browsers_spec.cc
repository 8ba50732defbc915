// Browsers that are not the Chrome we know: too old, or inside an application that lacks what we ask for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/browser/attach_transport.h"
#include "casement/browser/browser.h"
#include "specs/support/scripted_transport.h"

namespace casement {
namespace {

using specs::Script;
using specs::ScriptedTransport;
using testing::AllOf;
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

TEST(ForeignBrowser, ThatIsTooOldIsToldAtOnce) {
  const Error error = error_of_browser("Mozilla/5.0 QtWebEngine/5.14.2 Chrome/77.0.3865.129 Safari/537.36");
  EXPECT_EQ(error.kind(), ErrorKind::Environment);
  EXPECT_EQ(error.message(),
            "QtWebEngine 5.14.2 (Chromium 77.0.3865.129) is too old: its pages can be worked with from Chromium 87 on");
}

TEST(ForeignBrowser, ThatLacksContextsIsNamed) {
  const Error error = error_of_browser("Mozilla/5.0 QtWebEngine/6.4.2 Chrome/102.0.5005.177 Safari/537.36",
                                       "Failed to create browser context.");
  EXPECT_EQ(error.kind(), ErrorKind::Environment);
  EXPECT_EQ(error.message(),
            "QtWebEngine 6.4.2 (Chromium 102.0.5005.177) cannot do this: Target.createBrowserContext: Failed to create "
            "browser context.");
}

TEST(ForeignBrowser, ThatCallsItselfOtherwiseIsTaken) {
  EXPECT_EQ(error_of_browser("Orders/1.0").kind(), ErrorKind::Internal);
}

}  // namespace
}  // namespace casement
