// Pictures of a page that stands still: what moves is settled in every frame and put back, what differs is named.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "casement/base/file_text.h"
#include "casement/base/image.h"
#include "casement/fixtures/report_listener.h"
#include "specs/browser/wait_stage.h"
#include "specs/support/patience.h"

namespace casement::wait_specs {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kSpinner =
    "<style>@keyframes turn { to { transform: translateX(100px) } }"
    "#spinner { width: 20px; height: 20px; background: teal; animation: turn 1s linear infinite }</style>"
    "<div id=spinner></div>";

class StillPictures : public WaitStage {
 protected:
  void SetUp() override {
    WaitStage::SetUp();
    folder_ = testing::TempDir() + "still-pictures-" + std::to_string(::getpid()) + "/";
    std::filesystem::create_directories(folder_);
    path_ = folder_ + "page.png";
  }
  void TearDown() override {
    for (const char* variable : {"CASEMENT_APPROVE", "CASEMENT_BASELINES"}) ::unsetenv(variable);
    std::filesystem::remove_all(folder_);
    std::filesystem::remove_all(test_output_folder());
    WaitStage::TearDown();
  }
  void approve(const PictureOptions& options = {}, const char* how = "1") {
    ::setenv("CASEMENT_APPROVE", how, 1);
    expect(page()).within(kLong).screenshot(path_, options);
    ::unsetenv("CASEMENT_APPROVE");
  }
  void compare(const PictureOptions& options = {}) { expect(page()).within(kLong).screenshot(path_, options); }
  // At its deadline.
  Error difference(const PictureOptions& options = {}) {
    return error_of([&](PageExpectation& expected) { expected.screenshot(path_, options); }, false, specs::soon(1s));
  }
  std::string in_near(const std::string& expression) { return page().frames().evaluate("near", expression).dump(); }

  std::string folder_, path_;
};

TEST_F(StillPictures, EndlessAnimationsAreHeldInEveryFrameAndGoOnAfterwards) {
  show("main", kSpinner);
  show("near", kSpinner);
  approve();
  for (int i = 0; i < 3; ++i) compare();
  const std::string goes_on =
      "new Promise(resolve => { const [one] = document.getAnimations(); const at = one.currentTime;"
      " const look = () => one.currentTime !== at ? resolve([one.playState, one.playbackRate].join(' '))"
      " : requestAnimationFrame(look); look(); })";
  EXPECT_EQ(page().evaluate(goes_on), "running 1");
  EXPECT_EQ(in_near(goes_on), "\"running 1\"");
}

TEST_F(StillPictures, AnimationsGoOnAfterAPictureThatDiffers) {
  show("main", kSpinner);
  approve();
  run("main", "document.body.style.background = 'orange'");
  EXPECT_THAT(difference().message(), HasSubstr("pixels differ"));
  EXPECT_EQ(page().evaluate("document.getAnimations()[0].playbackRate"), 1);
}

TEST_F(StillPictures, FiniteAnimationsAreFinished) {
  show("main", "<div id=box style='width:20px;height:20px;background:teal;margin-left:200px'></div>");
  approve();
  show("main",
       "<style>@keyframes come { from { margin-left: 0 } to { margin-left: 200px } }</style><div id=box "
       "style='width:20px;height:20px;background:teal;animation: come 1000s linear forwards'></div>");
  compare();
}

TEST_F(StillPictures, AnimationsMayRun) {
  show("main", kSpinner);
  ::setenv("CASEMENT_APPROVE", "1", 1);
  const Error error = difference({.animations = "run"});
  EXPECT_THAT(error.message(), HasSubstr("keeps changing: from one picture to the next"));
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(StillPictures, TheCaretIsHiddenAndTheStyleIsAsItWas) {
  show("main", "<input id=in style='font-size: 40px; width: 200px; outline: none;'>");
  page().evaluate("document.getElementById('in').focus()");
  approve();
  EXPECT_EQ(page().evaluate("document.getElementById('in').getAttribute('style')"),
            "font-size: 40px; width: 200px; outline: none;");
  page().evaluate("document.getElementById('in').style.caretColor = 'transparent'");
  compare();
  EXPECT_EQ(page().evaluate("document.getElementById('in').style.caretColor"), "transparent");
}

TEST_F(StillPictures, CurvesLookTheSameAfterAChangeThatWasTakenBack) {
  show("main",
       "<div id=box style='width:400px;height:100px;border:1px solid #ddd;border-radius:6px;background:#cfe2ff'></div>"
       "<div style='position:fixed;inset:0;background:rgba(0,0,0,.5)'></div>");
  approve();
  run("main",
      "(async () => { const frame = () => new Promise(requestAnimationFrame), { style } = "
      "document.getElementById('box'); for (let i = 0; i < 3; ++i) { style.height = '60px'; await frame(); await "
      "frame(); style.height = '100px'; await frame(); await frame(); } })()");
  compare();
}

TEST_F(StillPictures, AnImageThatDoesNotComeIsNamed) {
  show("main", "<img src='/silent' width=30 height=30>");
  ::setenv("CASEMENT_APPROVE", "1", 1);
  EXPECT_THAT(difference().message(), HasSubstr("it waits for the image http://top.test/silent"));
}

TEST_F(StillPictures, AFontThatDoesNotComeIsNamed) {
  show("near",
       "<style>@font-face { font-family: Slow; src: url(http://top.test/silent) }</style>"
       "<p style='font-family: Slow'>text</p>");
  ::setenv("CASEMENT_APPROVE", "1", 1);
  EXPECT_THAT(difference().message(), HasSubstr("it waits for the font Slow"));
}

TEST_F(StillPictures, MasksCoverElementsInFramesOfOtherSites) {
  show("near", "<p class=clock style='width:90px'>10:15</p><b>total</b>");
  const PictureOptions masked{.mask = {Target("css=.clock")}};
  approve(masked);
  show("near", "<p class=clock style='width:90px'>22:48</p><b>total</b>");
  compare(masked);
  EXPECT_THAT(difference().message(), HasSubstr("pixels differ"));
  show("near", "<p class=clock style='width:90px'>22:48</p><b>other</b>");
  EXPECT_THAT(difference(masked).message(), HasSubstr("pixels differ"));
  show("near", "");
  EXPECT_THAT(difference(masked).message(), HasSubstr("nothing matches css=.clock, which 'mask' names"));
}

TEST_F(StillPictures, HiddenElementsAreShownAgain) {
  show("near", "<p class=ad style='transition: opacity 1000s;'>buy this</p><b>total</b>");
  show("main", "<p class=ad>and that</p>");
  const PictureOptions without{.hide = {Target("css=.ad")}};
  approve(without);
  show("main", "<p class=ad>and more</p>");
  compare(without);
  const std::string look =
      "(ad => [ad.getAttribute('style'), getComputedStyle(ad).opacity].join('|'))(document.querySelector('.ad'))";
  EXPECT_EQ(page().evaluate(look), "|1");
  EXPECT_EQ(in_near(look), "\"transition: opacity 1000s;|1\"");
}

TEST_F(StillPictures, ADifferenceNamesTheElementInItsFrame) {
  show("near", "<button style='width:120px;height:40px'>Pay</button>");
  approve();
  run("near", "document.querySelector('button').style.background = 'red'");
  const Error error = difference();
  EXPECT_THAT(error.message(), testing::ContainsRegex("pixels in button \"Pay\" \\[ref=f[0-9]+_e[0-9]+\\]"));
  const std::string kept = test_output_folder().string();
  for (const char* word : {"expected", "actual", "difference", "heat"}) {
    EXPECT_TRUE(std::filesystem::exists(kept + "/page." + word + ".png")) << word;
  }
}

TEST_F(StillPictures, AFullPageAndAnAreaHaveTheirSize) {
  show("main", "<div style='height:2000px;background:linear-gradient(teal, gold)'></div>");
  approve({.full_page = true});
  EXPECT_GT(decode_png(*read_whole_file(path_)).height, 2000);
  compare({.full_page = true});
  approve({.area = PictureArea{10, 20, 300, 100}});
  const Image part = decode_png(*read_whole_file(path_));
  EXPECT_EQ(part.width, 300);
  EXPECT_EQ(part.height, 100);
  EXPECT_THAT(difference({.area = PictureArea{1200, 0, 300, 100}}).message(), HasSubstr("is not inside the picture"));
}

TEST_F(StillPictures, APageThatNeverComesToRestIsReported) {
  show("main", "<div id=box style='width:20px;height:20px;background:teal'></div>");
  approve();
  page().evaluate(
      "(function paint(n) { document.getElementById('box').style.background = `rgb(0, 0, ${n % 256})`;"
      " requestAnimationFrame(() => paint(n + 1)); })(0), 0");
  EXPECT_THAT(difference().message(), HasSubstr("keeps changing"));
}

TEST_F(StillPictures, ANavigationMeanwhileIsNoFailure) {
  show("main", kSpinner);
  approve();
  page().evaluate("setTimeout(() => { location.href = '/?again' }, 30), 0");
  EXPECT_THAT(difference().message(), AllOf(HasSubstr("pixels differ"), Not(HasSubstr("protocol"))));
}

TEST_F(StillPictures, APictureOfTheEngineOrTheMachineCountsMore) {
  show("main", "<div style='height:50px;background:teal'></div>");
  approve();
  std::filesystem::rename(path_, folder_ + "page.chromium.png");
  compare();
  ::setenv("CASEMENT_BASELINES", "arm-board", 1);
  compare();  // it has none of its own yet
  show("main", "<div style='height:50px;background:tomato'></div>");
  approve();
  EXPECT_TRUE(std::filesystem::exists(folder_ + "page.arm-board.png"));
  compare();
  ::unsetenv("CASEMENT_BASELINES");
  EXPECT_THAT(difference().message(), HasSubstr(folder_ + "page.chromium.png"));
  ::setenv("CASEMENT_BASELINES", "../up", 1);
  EXPECT_EQ(difference().kind(), ErrorKind::Usage);
}

TEST_F(StillPictures, ApprovesOnlyChangedPicturesOnRequest) {
  show("main", "<div style='height:50px;background:rgb(0, 128, 128)'></div>");
  approve();
  const std::string before = *read_whole_file(path_);
  show("main", "<div style='height:50px;background:rgb(0, 129, 128)'></div>");
  approve({.channel = 2}, "changed");
  EXPECT_EQ(*read_whole_file(path_), before);
  approve({}, "changed");
  EXPECT_NE(*read_whole_file(path_), before);
  ::setenv("CASEMENT_APPROVE", "yes", 1);
  EXPECT_EQ(difference().kind(), ErrorKind::Usage);
}

}  // namespace
}  // namespace casement::wait_specs
