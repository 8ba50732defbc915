// Documents that answer too late for the one who asked: what they said then is news all the same.
#include <casement/testing.h>

#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"

namespace {

using namespace casement;
using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::IsEmpty;

class LateAnswers : public SiteTest<"waits"> {
 protected:
  // A frame of a process of its own, which shows "Done" and then is busy for so long.
  void show_done_and_be_busy(std::chrono::milliseconds time) {
    site().route("other.test", "/busy",
                 answers_text("<!doctype html><p>Start</p><script>onmessage = message => {"
                              "document.body.textContent = 'Done';"
                              "for (const end = Date.now() + message.data; Date.now() < end;);"
                              "}</script>",
                              200, "text/html"));
    site().route(
        "top.test", "/",
        answers_text("<!doctype html><iframe title=Busy src=http://other.test/busy></iframe>", 200, "text/html"));
    page().open("http://top.test/");
    expect(page()).within(20s).shows("text \"Start\"");
    page().frames().configure({.timeout = 200ms});
    page().evaluate("frames[0].postMessage(" + std::to_string(time.count()) + ", '*')");
  }
};

TEST_F(LateAnswers, WakeTheOneWhoWaitsForTheFrame) {
  show_done_and_be_busy(1500ms);
  expect(page()).within(20s).shows("text \"Done\"");
  EXPECT_THAT(engine_of(page()).notes().missed_changes, IsEmpty());
}

TEST_F(LateAnswers, MakeASlowFrameNoFailureOfTheTest) {
  set_frame_policy({FramePolicy::OnFailure::Fail});
  show_done_and_be_busy(1000ms);
  page().snapshot();
  expect(page()).within(20s).shows("text \"Done\"");
  ASSERT_EQ(page().frames().failures().size(), 1u);
  EXPECT_TRUE(page().frames().failures()[0].recovered);
  EXPECT_THAT(page().frames().failures()[0].message, HasSubstr("it was read later"));
}

// It was there in time; its title came too late for the call.
TEST_F(LateAnswers, ALateTitleDoesNotFailTheOpen) {
  site().route("top.test", "/",
               answers_text("<!doctype html><title>Late</title><h1>Tea</h1><script>"
                            "document.addEventListener('DOMContentLoaded', () => setTimeout(() => {"
                            "for (const end = Date.now() + 4000; Date.now() < end;); }))</script>",
                            200, "text/html"));
  const NavigationResult opened = page().open("http://top.test/", {.timeout = 2s});
  EXPECT_EQ(opened.status, 200);
  EXPECT_EQ(opened.title, "");
  expect(page()).within(30s).title("Late");
}

}  // namespace
