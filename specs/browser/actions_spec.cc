// Actions beside clicking and filling, in the main frame and in a frame.
#include <casement/testing.h>

#include <fstream>

#include "specs/support/patience.h"

namespace {

using namespace casement;
using testing::ElementsAre;
using testing::HasSubstr;

class Actions : public BrowserTest {
 protected:
  void show(const std::string& html) {
    page().open("about:blank");
    page().evaluate("document.write(" + nlohmann::json("<!doctype html><title>T</title>" + html).dump() +
                    "); document.close()");
  }
};

TEST_F(Actions, FocusAndBlurMoveTheFocus) {
  show("<input aria-label=Name onblur='document.title=1'>");
  page().focus(R"(textbox "Name")");
  expect(page()).state(R"(textbox "Name")", ElementState::Focused);
  page().blur(R"(textbox "Name")");
  expect(page()).within(std::chrono::seconds(2)).never().state(R"(textbox "Name")", ElementState::Focused);
  EXPECT_EQ(page().title(), "1");
}

TEST_F(Actions, ScrollToShowsTheElementThroughItsFrame) {
  show(
      "<div style='height:3000px'></div><iframe title=F style='height:100px' "
      "srcdoc='<div style=height:2000px></div><button>Deep</button>'></iframe>");
  page().scroll_to(R"(button "Deep")");
  EXPECT_GT(page().evaluate("scrollY").get<double>(), 2000);
  EXPECT_GT(page().evaluate("frames[0].scrollY").get<double>(), 1500);
}

TEST_F(Actions, UploadGivesAFileInputItsFiles) {
  const std::string path = testing::TempDir() + "upload-" + std::to_string(::getpid()) + ".txt";
  std::ofstream(path) << "hello";
  show("<input type=file aria-label=Photo onchange='files[0].text().then(t => document.title = t)'>");
  page().upload("label=\"Photo\"", {path});
  expect(page()).title("hello");
  std::remove(path.c_str());
}

TEST_F(Actions, UploadNamesAMissingFile) {
  show("<input type=file aria-label=Photo>");
  try {
    page().upload("label=\"Photo\"", {"/nowhere/photo.jpg"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    EXPECT_THAT(error.message(), HasSubstr("/nowhere/photo.jpg"));
  }
}

TEST_F(Actions, UploadNeedsAFileInput) {
  show("<button>Photo</button>");
  try {
    page().upload(R"(button "Photo")", {}, {specs::soon(std::chrono::milliseconds(200))});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.message(), HasSubstr("is not a file input"));
  }
}

TEST_F(Actions, ClickAtHitsAnyElementAtThePoint) {
  show("<body style='height:100vh;margin:0' onclick='document.title = event.clientX + \" \" + event.clientY'>");
  page().mouse().click(30, 40);
  EXPECT_EQ(page().title(), "30 40");
}

TEST_F(Actions, DialogsAreDeclinedAndRemembered) {
  show("<button onclick='document.title = confirm(\"Sure?\") + \" \" + prompt(\"Who?\")'>Ask</button>");
  page().click(R"(button "Ask")");
  EXPECT_EQ(page().title(), "false null");
  EXPECT_THAT(page().dialogs().texts(), ElementsAre("confirm: Sure?", "prompt: Who?"));
}

TEST_F(Actions, HoverShowsWhatAppearsUnderThePointer) {
  show("<style>p{display:none} button:hover+p{display:block}</style><button>Help</button><p>Tip</p>");
  page().hover(R"(button "Help")");
  expect(page()).shows(R"(text "Tip")");
}

TEST_F(Actions, CauseNoErrorInThePage) {
  show("<button>Go</button>");
  page().click("button \"Go\"");
  page().tap("button \"Go\"");
  page().hover("button \"Go\"");
  page().title();
  EXPECT_TRUE(page().console().errors().empty()) << page().console().errors().front().message;
}

TEST_F(Actions, ADoubleClickIsTwoClicksAndTheirEvent) {
  show("<button ondblclick='document.title=\"double\"'>Open</button>");
  page().double_click(R"(button "Open")");
  EXPECT_EQ(page().title(), "double");
}

TEST_F(Actions, ARightClickOpensTheContextMenu) {
  show("<button oncontextmenu='document.title=\"menu\"'>Open</button>");
  page().click(R"(button "Open")", {1, MouseButton::Right});
  EXPECT_EQ(page().title(), "menu");
}

TEST_F(Actions, AnElementUnderAStickyHeaderIsScrolledFree) {
  show(
      "<div style='position:sticky;top:0;height:200px;background:white'></div>"
      "<div style='height:400px'></div><button onclick='document.title=5'>Pay</button>"
      "<div style='height:3000px'></div>");
  page().evaluate("scrollTo(0, 450)");
  page().click(R"(button "Pay")");
  EXPECT_EQ(page().title(), "5");
}

TEST_F(Actions, AMovingElementIsWaitedFor) {
  show(
      "<style>@keyframes m{from{margin-left:0}to{margin-left:600px}} button{animation:m .3s linear}</style>"
      "<button onclick='document.title=6'>Catch</button>");
  page().click(R"(button "Catch")");
  EXPECT_EQ(page().title(), "6");
}

TEST_F(Actions, AClickInAScaledFrameLandsOnItsElement) {
  show(
      "<iframe title=F style='transform:scale(.5);border:7px solid;padding:11px;width:400px;height:300px' "
      "srcdoc='<body style=margin:0><button style=\"margin:200px 0 0 300px\" "
      "onclick=\"parent.document.title=8\">Pay</button>'></iframe>");
  page().click(R"(button "Pay")");
  EXPECT_EQ(page().title(), "8");
}

}  // namespace
