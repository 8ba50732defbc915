// Elements that toolkits make for screen readers beside what they draw into a canvas: pages/painted/mirrors.js.
#include <casement/testing.h>

#include <chrono>
#include <string>

#include "specs/support/patience.h"

namespace casement::specs {
namespace {

class Mirrors : public SiteTest<"painted">, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    SiteTest<"painted">::SetUp();
    page().set_default_timeout(soon(std::chrono::milliseconds(5000)));
    page().open("http://painted.test/mirrors.html?toolkit=" + std::string(GetParam()));
  }
  std::string presses() { return page().evaluate("app.presses.join()").get<std::string>(); }
};

TEST_P(Mirrors, SnapshotHasTheirNames) {
  expect(page()).snapshot("- button \"Increment\"\n- checkbox \"Sugar\"\n- textbox \"Your name\"");
}

TEST_P(Mirrors, PressGoesToTheCanvas) {
  page().click("button \"Increment\"");
  page().click(page().snapshot().ref("button \"Increment\""));
  page().check("checkbox \"Sugar\"");
  expect(page()).state("checkbox \"Sugar\"", ElementState::Checked);
  page().uncheck("checkbox \"Sugar\"");
  EXPECT_EQ(presses(), "Increment,Increment,Sugar,Sugar");
  EXPECT_EQ(page().evaluate("app.count").get<int>(), 2);
}

TEST_P(Mirrors, DoubleClickAndHoverReachTheCanvas) {
  page().double_click("button \"Increment\"");
  page().hover("button \"Increment\"");
  EXPECT_EQ(presses(), "Increment,Increment");
}

TEST_P(Mirrors, CoveredElementFails) {
  page().evaluate("app.cover()");
  try {
    page().click("button \"Behind\"", {.timeout = soon(std::chrono::milliseconds(300))});
    ADD_FAILURE() << "clicked";
  } catch (const Error& error) {
    EXPECT_NE(error.full_text().find("is covered by <"), std::string::npos) << error.full_text();
  }
  EXPECT_EQ(presses(), "");
}

std::string name_of(const testing::TestParamInfo<const char*>& toolkit) {
  std::string name = toolkit.param;
  std::erase(name, '-');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Toolkits, Mirrors, testing::Values("qt", "flutter", "old-flutter", "compose"), name_of);

using MirrorsOfFields = Mirrors;

TEST_P(MirrorsOfFields, FillReachesTheApplication) {
  page().fill("textbox \"Your name\"", "Ada");
  EXPECT_EQ(page().evaluate("app.name").get<std::string>(), "Ada");
}

INSTANTIATE_TEST_SUITE_P(Toolkits, MirrorsOfFields, testing::Values("qt", "flutter", "old-flutter"), name_of);

using MirrorsOfTexts = Mirrors;

TEST_P(MirrorsOfTexts, TextsCanBePressed) {
  page().click("text \"A plain text\"");
  EXPECT_EQ(presses(), "A plain text");
}

INSTANTIATE_TEST_SUITE_P(Toolkits, MirrorsOfTexts, testing::Values("flutter", "old-flutter"), name_of);

using SleepingMirrors = Mirrors;

TEST_P(SleepingMirrors, WakeByAnEvent) {
  page().open("http://painted.test/mirrors.html?asleep&toolkit=" + std::string(GetParam()));
  expect(page()).hides("button \"Increment\"");
  const bool is_qt = GetParam() == std::string("qt");
  page().dispatch(is_qt ? "button \"Enable Screen Reader\"" : "button \"Enable accessibility\"", "click");
  page().click("button \"Increment\"");
  EXPECT_EQ(presses(), "Increment");
}

INSTANTIATE_TEST_SUITE_P(Toolkits, SleepingMirrors, testing::Values("qt", "flutter", "old-flutter"), name_of);

class OtherCanvas : public SiteTest<"painted"> {};

TEST_F(OtherCanvas, CoversAnElementThatIsNoMirror) {
  page().open("http://painted.test/mirrors.html?toolkit=qt");
  page().evaluate(
      "document.body.insertAdjacentHTML('beforeend', '<button style=\"position: absolute; left: 20px; top: 400px\">"
      "Own</button><canvas style=\"position: absolute; left: 0; top: 390px\"></canvas>')");
  try {
    page().click("button \"Own\"", {.timeout = soon(std::chrono::milliseconds(300))});
    ADD_FAILURE() << "clicked";
  } catch (const Error& error) {
    EXPECT_NE(error.full_text().find("is covered by <canvas"), std::string::npos) << error.full_text();
  }
}

}  // namespace
}  // namespace casement::specs
