// Expectations that something is absent, while a visible frame cannot be searched: they fail, and name the frame.
#include <casement/testing.h>

#include <string>

#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"
#include "specs/support/patience.h"

namespace {

using namespace casement;
using namespace std::chrono_literals;
using testing::HasSubstr;

class UnreadFrames : public SiteTest<"frames"> {
 protected:
  void serve(const char* host, const char* path, const std::string& body) {
    site().route(host, path, answers_text("<!doctype html><title>T</title>" + body, 200, "text/html"));
  }
  // A page whose cross-site frame shows a heading, and whose script does not return from now on: it waits for a server
  // rather than spin, which would cost other programs a processor.
  void open_with_spinning_frame(const std::string& more = "") {
    serve("other.test", "/spins",
          "<h2>Total</h2><script>onmessage = () => {"
          "const wait = new XMLHttpRequest(); wait.open('GET', '/never', false); wait.send(); }</script>");
    site().route("other.test", "/never", never_answers());
    serve("top.test", "/host", "<h2>Main</h2><iframe title=Card src=http://other.test/spins></iframe>" + more);
    page().open("http://top.test/host");
    expect(page()).within(specs::soon(5s)).shows("heading 'Total'").shows("heading 'Main'");
    before_ = page().snapshot();
    page().frames().configure({.timeout = 300ms});
    page().evaluate("frames[0].postMessage(1, '*')");
  }
  std::string failure_of(const std::function<void(PageExpectation&)>& expect_it) {
    PageExpectation now(page());
    now.within(specs::soon(300ms));
    try {
      expect_it(now);
    } catch (const Error& error) {
      return error.message();
    }
    return "";
  }
  Snapshot before_;
};

TEST_F(UnreadFrames, FailWhatMustBeAbsent) {
  open_with_spinning_frame();
  const Target total("heading 'Total'"), any("css=h2.none"), pattern("text /Tot/");
  const std::function<void(PageExpectation&)> absences[] = {
      [&](auto& it) { it.hides(total); },
      [&](auto& it) { it.hides(pattern); },
      [&](auto& it) { it.hides(any); },
      [&](auto& it) { it.never().shows(total); },
      [&](auto& it) { it.count(total, 0); },
      [&](auto& it) { it.never().count(total, 1); },
      [&](auto& it) { it.count(Target("heading 'Main'"), 1); },
      [&](auto& it) { it.state(total, ElementState::Hidden); },
      [&](auto& it) { it.state(total, ElementState::Detached); },
      [&](auto& it) { it.never().state(total, ElementState::Visible); },
      [&](auto& it) { it.never().state(total, ElementState::Attached); },
      [&](auto& it) { it.hides(Target("heading 'Total' in iframe 'Card'")); },
      [&](auto& it) { it.hides(Target("heading 'Total' in iframe 'Inner'")); },
      [&](auto& it) { it.never().snapshot("- heading \"Total\""); },
      [&](auto& it) { it.never().unchanged_since(before_); },
  };
  for (std::size_t i = 0; i < std::size(absences); ++i) {
    EXPECT_THAT(failure_of(absences[i]), HasSubstr("iframe \"Card\" (http://other.test/spins)")) << i;
  }
}

TEST_F(UnreadFrames, LeaveWhatIsShownAlone) {
  open_with_spinning_frame();
  EXPECT_EQ(failure_of([](auto& it) { it.shows("heading 'Main'"); }), "");
  EXPECT_EQ(failure_of([](auto& it) { it.snapshot("- heading \"Main\""); }), "");
  EXPECT_EQ(failure_of([](auto& it) { it.never().count("heading", 0); }), "");
}

TEST_F(UnreadFrames, DoNotCountOutsideOfTheFrameThatIsNamed) {
  open_with_spinning_frame("<iframe title=Other srcdoc='<h2>Other</h2>'></iframe>");
  EXPECT_EQ(failure_of([](auto& it) { it.hides("heading 'Total' in iframe 'Other'"); }), "");
}

TEST_F(UnreadFrames, DoNotCountWhenTheyAreOptional) {
  open_with_spinning_frame();
  set_frame_policy({FramePolicy::OnFailure::Warn, {"Card"}, FrameSettings{.timeout = 300ms}});
  EXPECT_EQ(failure_of([](auto& it) { it.hides("heading 'None'"); }), "");
}

TEST_F(UnreadFrames, FailEvenIfThePolicyIgnoresThem) {
  open_with_spinning_frame();
  set_frame_policy({FramePolicy::OnFailure::Ignore, {}, FrameSettings{.timeout = 300ms}});
  EXPECT_THAT(failure_of([](auto& it) { it.hides("heading 'Total'"); }), HasSubstr("iframe \"Card\""));
}

TEST_F(UnreadFrames, AreSearchedWhenTheyAnswerLate) {
  serve("other.test", "/busy",
        "<h2>Total</h2><script>onmessage = () => { document.querySelector('h2').remove();"
        "for (const end = Date.now() + 1200; Date.now() < end;); }</script>");
  serve("top.test", "/host", "<iframe title=Card src=http://other.test/busy></iframe>");
  page().open("http://top.test/host");
  expect(page()).within(specs::soon(5s)).shows("heading 'Total'");
  page().frames().configure({.timeout = 200ms});
  page().evaluate("frames[0].postMessage(1, '*')");
  expect(page()).within(20s).hides("heading 'Total'");
}

TEST_F(UnreadFrames, AreNamedAfterACrash) {
  serve("other.test", "/card", "<h2>Total</h2>");
  serve("top.test", "/host", "<iframe title=Card src=http://other.test/card></iframe>");
  page().open("http://top.test/host");
  expect(page()).within(specs::soon(5s)).shows("heading 'Total'");
  {
    const cdp::Connection::EngineLock lock(engine_of(page()).connection());
    for (const Frame* frame : engine_of(page()).frames().all()) {
      if (!frame->parent.empty()) engine_of(page()).connection().send({frame->session, "Page.crash"});
    }
  }
  EXPECT_THAT(failure_of([](auto& it) { it.hides("heading 'Total'"); }), HasSubstr("its renderer has crashed"));
}

}  // namespace
