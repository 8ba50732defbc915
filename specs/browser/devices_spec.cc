// A page on a device: the media, the pointer and the client hints that people's devices have, in the page and in a
// frame of another site; and pages without scripts, or without their policy.
#include <casement/testing.h>

#include "casement/browser/page/page_session.h"
#include "casement/browser/values/user_agent.h"

namespace {

using namespace casement;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class OnDevices : public SiteTest<"network"> {
 protected:
  Page open_on(const ContextOptions& options) {
    Page visitor = user("visitor " + std::to_string(++visitors_), options).page();
    visitor.open("https://top.test/device.html", {LoadState::Loaded});
    return visitor;
  }
  // What the page tells of its device, once its frame tells the same.
  std::string told_by(Page visitor) {
    const std::string told = visitor.evaluate("document.querySelector('#told').textContent").get<std::string>();
    EXPECT_EQ(visitor.text(R"(css=#told in iframe "Guest")"), told);
    return told;
  }
  std::string told_on(const ContextOptions& options) { return told_by(open_on(options)); }

 private:
  int visitors_ = 0;
};

constexpr const char* kMouse = "hover: hover, any-hover: hover, pointer: fine, any-pointer: fine; ";
constexpr const char* kFinger = "hover: none, pointer: coarse; ";

TEST_F(OnDevices, ADesktopHasAMouse) {
  EXPECT_THAT(told_on({}), testing::StartsWith(kMouse));
  EXPECT_THAT(told_on(device("laptop").options), testing::StartsWith(kMouse));
  EXPECT_THAT(told_on(device("desktop").options), testing::StartsWith(kMouse));
}

TEST_F(OnDevices, APhoneIsOneInClientHintsAndMediaQueries) {
  Page visitor = open_on(device("Pixel 9").options);
  const std::string major = chrome_major(visitor.evaluate("navigator.userAgent").get<std::string>());
  EXPECT_EQ(told_by(visitor), kFinger + ("mobile true, Android, Chromium " + major) + "; en-US");
  EXPECT_THAT(visitor.evaluate("navigator.userAgentData.getHighEntropyValues(['model', 'platformVersion'])").dump(),
              AllOf(HasSubstr(R"("model":"Pixel 9")"), HasSubstr(R"("platformVersion":"14.0.0")")));
  int asked = 0;
  for (const ServedRequest& request : site().requests()) {
    if (request.path != "/device.html") continue;
    ++asked;
    ASSERT_NE(request.header("Sec-CH-UA-Mobile"), nullptr) << request.summary();
    EXPECT_EQ(*request.header("Sec-CH-UA-Mobile"), "?1");
    EXPECT_EQ(*request.header("Sec-CH-UA-Platform"), "\"Android\"");
    EXPECT_THAT(*request.header("Sec-CH-UA"), HasSubstr("\"Chromium\";v=\"" + major + "\""));
  }
  EXPECT_EQ(asked, 2);
}

TEST_F(OnDevices, ATabletIsNoPhoneAndSafariHasNoHints) {
  EXPECT_THAT(told_on(device("tablet").options), HasSubstr("mobile false, Android"));
  Page visitor = open_on(device("iPhone 16").options);
  EXPECT_THAT(told_by(visitor), AllOf(testing::StartsWith(kFinger), HasSubstr("Chromium undefined")));
  EXPECT_EQ(visitor.evaluate("navigator.platform"), "iPhone");
}

TEST_F(OnDevices, ALanguageChangesNothingElse) {
  Page visitor = open_on({.locale = "de-DE"});
  EXPECT_THAT(told_by(visitor), AllOf(testing::StartsWith(kMouse), HasSubstr("mobile false, Linux, Chromium 1"),
                                      testing::EndsWith("; de-DE")));
}

TEST_F(OnDevices, ContrastAndForcedColoursCanBeSet) {
  EXPECT_THAT(told_on({.media = {.contrast = Contrast::More, .forced_colours = true}}),
              AllOf(HasSubstr("forced-colors: active"), HasSubstr("prefers-contrast: more")));
  Page visitor = open_on({.media = {.contrast = Contrast::Less}});
  EXPECT_THAT(told_by(visitor), AllOf(HasSubstr("prefers-contrast: less"), Not(HasSubstr("forced"))));
}

TEST_F(OnDevices, WithoutScriptsAPageIsReadAndUsed) {
  Page visitor = open_on({.javascript = false});
  expect(visitor).shows(R"(text "Without scripts")");
  EXPECT_EQ(told_by(visitor), "");
  visitor.fill(R"(textbox "Name")", "Ada");
  EXPECT_EQ(visitor.value(R"(textbox "Name")"), "Ada");
  visitor.click(R"(text "More")");
  expect(visitor).shows(R"(text "All of it")");
  visitor.click(R"(text "More")");
  expect(visitor).hides(R"(text "All of it")");
  visitor.check(R"(checkbox "I agree" in iframe "Guest")");
  visitor.press(R"(textbox "Name")", "Backspace");
  EXPECT_EQ(visitor.value(R"(textbox "Name")"), "Ad");
  visitor.open("https://top.test/device.html?again", {LoadState::Loaded});
  expect(visitor).shows(R"(text "Without scripts")");
}

TEST_F(OnDevices, APolicyIsEnforcedUnlessItIsBypassed) {
  EXPECT_EQ(open_on({}).text("css=#inline"), "");
  EXPECT_EQ(open_on({.bypass_csp = true}).text("css=#inline"), "Inline scripts run");
}

}  // namespace
