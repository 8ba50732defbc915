// Frames that are still loading while a target is searched for: what comes of it does not depend on how
// fast they are.
#include <casement/testing.h>

#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"
#include "casement/find/frame_list.h"

namespace {

using namespace casement;
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class LoadingFrames : public SiteTest<"frames"> {
 protected:
  // The page's own button comes first, and does not wait for the frames.
  void open(const std::string& frames, FrameSettings settings = {.timeout = 20s}) {
    serve("top.test", "/host", "<button onclick='document.title=1'>Add</button>" + frames);
    page().set_default_timeout(8s);
    page().frames().configure(settings);
    page().open("http://top.test/host");
  }
  void serve(const char* host, const char* path, const std::string& body, std::chrono::milliseconds delay = 0ms) {
    site().route(host, path, answers_text("<!doctype html><title>T</title>" + body, 200, "text/html").after(delay));
  }
  void serve_late(const char* host, const std::string& body) { serve(host, "/late", body, 400ms); }
  ErrorKind kind_of(const std::function<void()>& act) {
    try {
      act();
    } catch (const Error& error) {
      return error.kind();
    }
    return ErrorKind::Internal;
  }
};

TEST_F(LoadingFrames, AreWaitedForByActionsReadingsAndExpectations) {
  for (const char* host : {"top.test", "other.test"}) {
    const std::string frame = std::string("<iframe title=Late src=http://") + host + "/late></iframe>";
    serve_late(host, "<button>Add</button>");
    open(frame);
    EXPECT_EQ(kind_of([&] { page().click("button \"Add\""); }), ErrorKind::Ambiguous) << host;
    open(frame);
    EXPECT_EQ(kind_of([&] { page().evaluate_on("button \"Add\"", "one => one.title"); }), ErrorKind::Ambiguous);
    open(frame);
    EXPECT_EQ(kind_of([&] { expect(page()).shows("button \"Add\""); }), ErrorKind::Ambiguous);
    open(frame);
    expect(page()).count("button \"Add\"", 2);
    site().route(host, "/late", never_answers());  // however busy the machine is, it is not there in time
    open(frame);
    EXPECT_EQ(kind_of([&] { expect(page()).within(100ms).count("button \"Add\"", 2); }), ErrorKind::Assertion);
  }
}

TEST_F(LoadingFrames, MakeNoDifferenceIfTheyHoldNoMatch) {
  serve_late("other.test", "<button>Other</button>");
  open("<iframe title=Late src=http://other.test/late></iframe>");
  EXPECT_THAT(page().click("button \"Add\"").warnings, IsEmpty());
  EXPECT_EQ(page().title(), "1");
  expect(page()).shows("button \"Other\"");
}

TEST_F(LoadingFrames, DoNotDelayANumberedMatchBeforeThem) {
  site().route("other.test", "/late", never_answers());
  open("<iframe title=Late src=http://other.test/late></iframe>");
  page().click("button \"Add\" #1");  // the frame comes after it
  EXPECT_EQ(page().title(), "1");
}

TEST_F(LoadingFrames, InsideOfFramesAreWaitedForToo) {
  serve("other.test", "/outer", "<iframe title=Inner src=http://far.test/late></iframe>", 200ms);
  serve_late("far.test", "<button>Add</button>");
  open("<iframe title=Outer src=http://other.test/outer></iframe>");
  EXPECT_EQ(kind_of([&] { page().click("button \"Add\""); }), ErrorKind::Ambiguous);
}

TEST_F(LoadingFrames, WaitsForFramesAddedByScripts) {
  serve_late("other.test", "<button>Add</button>");
  open("");
  page().evaluate(
      "(() => { const f = document.createElement('iframe'); f.title = 'Late';"
      " f.src = 'http://other.test/late'; document.body.append(f); })()");
  EXPECT_EQ(kind_of([&] { page().click("button \"Add\""); }), ErrorKind::Ambiguous);
}

TEST_F(LoadingFrames, DoesNotWaitForFramesThatTheTargetExcludes) {
  site().route("far.test", "/late", never_answers());
  serve("other.test", "/there", "<button onclick='parent.postMessage(1, \"*\")'>Add</button>");
  open(
      "<iframe title=There src=http://other.test/there></iframe><iframe title=Silent "
      "src=http://far.test/late></iframe>",
      {.timeout = 60s});
  EXPECT_THAT(page().click("button \"Add\" in iframe \"There\"").warnings, IsEmpty());
  page().frames().switch_to("There");
  EXPECT_THAT(page().click("button \"Add\"").warnings, IsEmpty());
  EXPECT_THAT(page().frames().failures(), IsEmpty());
}

TEST_F(LoadingFrames, DoesNotWaitForInvisibleFrames) {
  site().route("far.test", "/late", never_answers());
  open(
      "<iframe src=http://far.test/late hidden></iframe><div style='height:9000px'></div>"
      "<iframe loading=lazy src=http://far.test/late></iframe>",
      {.timeout = 60s});
  EXPECT_THAT(page().click("button \"Add\"").warnings, IsEmpty());
}

TEST_F(LoadingFrames, ReportsAFrameThatNeverLoadsOnce) {
  site().route("far.test", "/late", never_answers());
  open("<iframe title=Ad src=http://far.test/late></iframe>", {.timeout = 300ms});
  const char* const told =
      "went on without iframe \"Ad\" (http://far.test/late), which was still loading after 300 ms: "
      "it was not searched";
  EXPECT_THAT(page().click("button \"Add\"").warnings, ElementsAre(told));
  EXPECT_THAT(engine_of(page()).notes().warnings, ElementsAre(HasSubstr("did not wait for iframe \"Ad\"")));
  // Its time is counted from when it was attached: nothing is left of it for the second one.
  EXPECT_THAT(page().click("button \"Add\"", {.timeout = 5s}).warnings, ElementsAre(told));
  EXPECT_EQ(engine_of(page()).notes().warnings.size(), 1u);
  expect(page()).shows("button \"Add\"").hides("button \"None\"");
}

TEST_F(LoadingFrames, DoesNotWaitForOptionalFrames) {
  site().route("far.test", "/late", never_answers());
  open("<iframe title=Ad src=http://far.test/late></iframe>");
  set_frame_policy({FramePolicy::OnFailure::Fail, {"*://far.test/*"}, FrameSettings{.timeout = 60s}});
  EXPECT_THAT(page().click("button \"Add\"").warnings, IsEmpty());
  set_frame_policy({FramePolicy::OnFailure::Fail, {"Ad"}, FrameSettings{.timeout = 60s}});
  EXPECT_THAT(page().click("button \"Add\"").warnings, IsEmpty());
}

TEST_F(LoadingFrames, AreNotWaitedForByARef) {
  site().route("far.test", "/late", never_answers());
  open("<iframe title=Ad src=http://far.test/late></iframe>", {.timeout = 300ms});
  const std::string ref = page().snapshot().ref("button \"Add\"");
  page().frames().configure({.timeout = 60s});
  EXPECT_THAT(page().click(ref).warnings, IsEmpty());
}

}  // namespace
