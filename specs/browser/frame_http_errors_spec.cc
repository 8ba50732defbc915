// Frames whose server answered with an error: told with the status, and read all the same.
#include <casement/testing.h>

#include "casement/base/text.h"
#include "casement/find/frame_list.h"
#include "specs/support/browser_needs.h"
#include "specs/support/patience.h"

namespace {

using namespace casement;
using testing::HasSubstr;

// What the server sent with an error is not what was meant, and is there all the same.
class FrameOfAnError : public SiteTest<"frames"> {
 protected:
  void SetUp() override {
    SiteTest::SetUp();
    set_frame_policy({FramePolicy::OnFailure::Ignore});
  }
  // Puts a frame of this address into a page and waits until it shows a heading.
  Snapshot frame_of(const std::string& url) {
    page().open("http://top.test/same_origin.html");
    page().evaluate("document.querySelector('iframe').src = '" + url + "'");
    expect(page()).shows(R"(heading "Oh" in iframe "It")");
    return page().snapshot();
  }
  static SnapshotFrame frame_called(const std::string& label, const Snapshot& s) {
    for (const SnapshotFrame& frame : s.frames()) {
      if (frame.owner_name == label) return frame;
    }
    ADD_FAILURE() << "no frame " << label << " in\n" << s.text();
    return {};
  }
  static FrameFailure only_failure_of(const Snapshot& s) {
    EXPECT_EQ(s.frame_failures().size(), 1u) << s.text();
    return s.frame_failures().empty() ? FrameFailure() : s.frame_failures()[0];
  }
};

TEST_F(FrameOfAnError, IsReportedAndReadOnAnySite) {
  for (const char* host : {"top.test", "other.test"}) {
    for (const int status : {404, 500}) {
      const std::string url = std::string("http://") + host + "/odd";
      site().route(
          host, "/odd",
          answers_text("<h1>Oh</h1><iframe title=Inner srcdoc='<h2>Deeper</h2>'></iframe>", status, "text/html"));
      page().frames().clear_failures();
      frame_of(url);
      expect(page()).shows(R"(heading "Deeper")");
      const Snapshot s = page().snapshot();
      const FrameFailure failure = only_failure_of(s);
      EXPECT_EQ(failure.kind, FrameFailure::HttpError);
      EXPECT_EQ(failure.status, status);
      EXPECT_EQ(failure.message, "its server answered with status " + std::to_string(status));
      EXPECT_EQ(failure.url, url);
      EXPECT_EQ(failure.owner_ref, s.ref(R"(iframe "It")"));
      EXPECT_EQ(failure.frame_name, "It");
      EXPECT_THAT(s, MatchesSnapshot("- iframe \"It\" [failed=http_error]:\n"
                                     "  - /url: " +
                                     url +
                                     "\n"
                                     "  - /error: its server answered with status " +
                                     std::to_string(status) +
                                     "\n"
                                     "  - heading \"Oh\"\n"
                                     "  - iframe \"Inner\":\n    - heading \"Deeper\""));
      const SnapshotFrame it = frame_called("It", s);
      EXPECT_EQ(it.state, "http_error");
      EXPECT_TRUE(it.read);
      EXPECT_EQ(it.status, status);
      EXPECT_EQ(frame_called("Inner", s).state, "ready");
      EXPECT_THAT(s, testing::Not(HasNoFrameFailures()));
      ASSERT_EQ(page().frames().failures().size(), 1u);
      EXPECT_EQ(page().frames().failures()[0].status, status);
      const FrameInfo listed = find_frame(page().frames().list(), "It");
      EXPECT_TRUE(listed.accessible) << listed.why_not;
      EXPECT_EQ(listed.status, status);
    }
  }
}

// Chrome may show a page of its own then, whose words are nobody's.
TEST_F(FrameOfAnError, IsReportedIfNothingWasSent) {
  page().open("http://top.test/error_empty.html", {LoadState::Loaded});
  const Snapshot s = page().snapshot();
  const FrameFailure failure = only_failure_of(s);
  EXPECT_EQ(failure.kind, FrameFailure::HttpError);
  EXPECT_EQ(failure.status, 404);
  EXPECT_EQ(failure.message, "its server answered with status 404");
  EXPECT_EQ(failure.url, "http://other.test/missing_empty");
  EXPECT_THAT(s, MatchesSnapshot("- iframe \"It\" [failed=http_error]:\n  - /children: equal"));
}

TEST_F(FrameOfAnError, IsReportedBeforeItsDocumentIsRead) {
  site().route("other.test", "/odd", answers_text("<h1>Oh</h1>", 503, "text/html"));
  page().open("http://top.test/same_origin.html");
  page().evaluate("document.querySelector('iframe').src = 'http://other.test/odd'");
  expect(page()).shows(R"(heading "Oh")");
  ASSERT_EQ(page().frames().failures().size(), 1u);
  EXPECT_EQ(page().frames().failures()[0].status, 503);
}

TEST_F(FrameOfAnError, IsNotReportedAfterTheNextDocument) {
  site().route("other.test", "/odd", answers_text("<h1>Oh</h1>", 404, "text/html"));
  frame_of("http://other.test/odd");
  page().evaluate("document.querySelector('iframe').src = '/guest.html'");
  expect(page()).shows(R"(heading "Guest")");
  EXPECT_THAT(page().snapshot(), HasNoFrameFailures());
  page().evaluate("document.querySelector('iframe').srcdoc = '<h1>Oh</h1>'");
  expect(page()).shows(R"(heading "Oh")");
  EXPECT_THAT(page().snapshot(), HasNoFrameFailures());
  EXPECT_EQ(find_frame(page().frames().list(), "It").status, 0);
}

TEST_F(FrameOfAnError, IsNotReportedAfterAScriptWroteTheDocumentAnew) {
  specs::require_chromium(page(), 90, "tell of documents that a script writes anew");
  site().route("top.test", "/odd", answers_text("<h1>Oh</h1>", 404, "text/html"));
  frame_of("/odd");
  page().evaluate(
      "frames[0].document.open(); frames[0].document.write('<h1>Written</h1>'); frames[0].document.close()");
  expect(page()).shows(R"(heading "Written")");
  EXPECT_THAT(page().snapshot(), HasNoFrameFailures());
}

TEST_F(FrameOfAnError, IsReportedFromTheCacheToo) {
  site().route("other.test", "/kept",
               answers_text("<h1>Oh</h1>", 410, "text/html").with_header("Cache-Control", "max-age=600"));
  for (int look = 0; look < 2; ++look) EXPECT_EQ(only_failure_of(frame_of("http://other.test/kept")).status, 410);
}

TEST_F(FrameOfAnError, IsReportedIfARouteAnswered) {
  page().network().route("*/odd", [](const RouteRequest&) {
    RouteResponse response;
    response.status = 418;
    response.content_type = "text/html";
    response.body = "<h1>Oh</h1>";
    return RouteAnswer::fulfil(std::move(response));
  });
  EXPECT_EQ(only_failure_of(frame_of("http://other.test/odd")).status, 418);
}

TEST_F(FrameOfAnError, IsJudgedByThePolicyForItsStatus) {
  site().route("other.test", "/odd", answers_text("<h1>Oh</h1>", 404, "text/html"));
  const FrameFailure failure = only_failure_of(frame_of("http://other.test/odd"));
  using OnFailure = FramePolicy::OnFailure;
  EXPECT_EQ((FramePolicy{OnFailure::Fail}.verdict(failure)), OnFailure::Fail);
  EXPECT_EQ((FramePolicy{.on_failure = OnFailure::Fail, .on_status = {{404, OnFailure::Ignore}}}.verdict(failure)),
            OnFailure::Ignore);
}

TEST_F(FrameOfAnError, IsNamedIfATargetIsMissing) {
  site().route("other.test", "/odd", answers_text("<h1>Oh</h1>", 404, "text/html"));
  frame_of("http://other.test/odd");
  page().set_default_timeout(specs::soon(std::chrono::milliseconds(300)));
  try {
    page().click("button \"Pay\"");
    ADD_FAILURE() << "clicked nothing";
  } catch (const Error& error) {
    EXPECT_THAT(error.full_text(), HasSubstr("http://other.test/odd: http_error: its server answered with status 404"));
  }
}

}  // namespace
