// Every kind of frame that Chrome has: what the text shows, what the list of frames says, which kind
// of failure there is if any, and that what can be read can be used. The fixtures are in pages/frames.
#include <casement/testing.h>
#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"

#include "casement/base/text.h"
#include "casement/find/frame_list.h"
#include "specs/support/browser_needs.h"
#include "specs/support/patience.h"

namespace {

using namespace casement;
using testing::HasSubstr;

// The frame "It" of a page shows a heading, a checkbox and a textbox.
struct ReadKind {
  const char* page;
  bool cross_site;  // in a process of its own
  const char* url;  // glob
};

void PrintTo(const ReadKind& kind, std::ostream* out) {
  *out << kind.page;
}

class FrameThatIsRead : public SiteTest<"frames">, public testing::WithParamInterface<ReadKind> {};

constexpr ReadKind kReadKinds[] = {
    {"same_origin", false, "http://top.test/guest.html"},
    {"same_site", false, "http://a.top.test/guest.html"},
    {"cross_site", true, "http://other.test/guest.html"},
    {"srcdoc", false, "about:srcdoc"},
    {"written", false, "about:blank"},
    {"document_open", false, "http://top.test/document_open.html"},
    {"javascript_url", false, "about:blank"},
    {"blob", false, "blob:http://top.test/*"},
    {"data", false, "data:text/html,*"},
    {"sandbox_scripts", false, "http://top.test/guest.html"},
    {"sandbox_same_origin", false, "http://top.test/guest.html"},
    {"sandbox_both", false, "http://top.test/guest.html"},
    {"sandbox_all", false, "http://top.test/guest.html"},
    {"sandbox_cross_site", true, "http://other.test/guest.html"},
    {"sandbox_srcdoc", false, "about:srcdoc"},
    {"credentialless", true, "http://other.test/guest.html"},
    {"lazy_on_screen", true, "http://other.test/guest.html"},
    {"off_screen", true, "http://other.test/guest.html"},
    {"frameset", false, "http://top.test/guest.html"},
    {"object", false, "http://top.test/guest.html"},
    {"object_cross_site", true, "http://other.test/guest.html"},
    {"embed", false, "http://top.test/guest.html"},
    {"embed_cross_site", true, "http://other.test/guest.html"},
    {"xhtml", false, "http://top.test/guest.xhtml"},
    {"open_shadow", true, "http://other.test/guest.html"},
    {"closed_shadow", true, "http://other.test/guest.html"},
    {"dialog", true, "http://other.test/guest.html"},
    {"popover", true, "http://other.test/guest.html"},
    {"redirect", true, "http://other.test/guest.html"},
};

TEST_P(FrameThatIsRead, IsListedShownAndUsedByRef) {  // V2, V3, V7, V9, V11, V12, A1
  const ReadKind& kind = GetParam();
  if (std::string_view(kind.page) == "document_open")
    specs::require_chromium(page(), 90, "tell of documents that a script writes anew");
  page().open(std::string("http://top.test/") + kind.page + ".html", {LoadState::Loaded});
  // No page waits for a lazy frame, and a document may be read before it is parsed.
  expect(page()).shows(R"(textbox "Field" in iframe "It")");
  const Snapshot s = page().snapshot();
  EXPECT_THAT(s, HasNoFrameFailures()) << s.text();
  EXPECT_THAT(s, MatchesSnapshot(R"(
    - iframe "It":
      - heading "Guest" [level=2]
      - checkbox "Agree"
      - textbox "Field"
  )"));

  const FrameInfo it = find_frame(page().frames().list(), "It");
  EXPECT_TRUE(it.accessible) << it.why_not;
  EXPECT_TRUE(it.visible);
  // Applications may keep all in one process.
  const bool is_of_other_site = std::string_view(kind.url).starts_with("http://other.test");
  const bool keeps_all_in_one = engine_of(page()).environment().adopted;
  EXPECT_EQ(it.cross_site, keeps_all_in_one ? is_of_other_site : kind.cross_site);
  EXPECT_EQ(it.owner_title, "It");
  EXPECT_EQ(it.owner(), s.ref(R"(iframe "It")"));
  EXPECT_EQ(it.interactive_elements, 2);
  // A document that a script wrote, or that came without HTTP, has none.
  const bool written = std::string_view(kind.page) == "document_open" || !it.url.starts_with("http");
  EXPECT_EQ(it.status, written ? 0 : 200);
  EXPECT_TRUE(glob_match(kind.url, it.url)) << it.url;

  // V16
  const std::string agree = s.ref(R"(checkbox "Agree")");
  const ContainerChain around = page().structure().container(agree);
  EXPECT_EQ(around.target.ref, agree);
  EXPECT_EQ(around.frame_owner, it.owner());
  const int top = static_cast<int>(around.ancestors.size());
  EXPECT_GE(page().structure().pattern(agree, top).target_index, 0);
  EXPECT_THAT(page().structure().anchors(agree, top).json(), HasSubstr("\"ref\":\"" + agree + "\""));

  page().click(agree);
  if (engine_of(page()).environment().takes_keys) {
    page().type(s.ref(R"(textbox "Field")"), "blue");
    page().press(s.ref(R"(textbox "Field")"), "Backspace");
  } else {
    page().fill(s.ref(R"(textbox "Field")"), "blu");
  }
  EXPECT_THAT(page().snapshot(), MatchesSnapshot(R"(
    - iframe "It":
      - checkbox "Agree" [checked]
      - textbox "Field": blu
  )"));
}

std::string name_of(const testing::TestParamInfo<ReadKind>& row) {
  return row.param.page;
}

INSTANTIATE_TEST_SUITE_P(Kinds, FrameThatIsRead, testing::ValuesIn(kReadKinds), name_of);

// The frame "It" cannot be read, and the page says so.
struct FailedKind {
  const char* page;
  FrameFailure::Kind kind;
  bool expected;
  const char* message;  // a part of it
  const char* url;
};

void PrintTo(const FailedKind& kind, std::ostream* out) {
  *out << kind.page;
}

class FrameThatFails : public SiteTest<"frames">, public testing::WithParamInterface<FailedKind> {
 protected:
  void SetUp() override {
    SiteTest::SetUp();
    set_frame_policy({FramePolicy::OnFailure::Ignore});
    page().frames().configure({.timeout = std::chrono::seconds(2)});
  }
};

constexpr FailedKind kFailedKinds[] = {
    {"lazy_off_screen", FrameFailure::NotLoaded, true, "lazy", "http://other.test/guest.html"},
    {"refuses_xfo", FrameFailure::Blocked, false, "BLOCKED", "http://other.test/refuses_xfo"},
    {"refuses_csp", FrameFailure::Blocked, false, "BLOCKED", "http://other.test/refuses_csp"},
    {"parent_csp", FrameFailure::Blocked, false, "BLOCKED", "http://other.test/guest.html"},
    {"dropped", FrameFailure::LoadFailed, false, "EMPTY_RESPONSE", "http://other.test/dropped"},
    {"unknown_host", FrameFailure::LoadFailed, false, "NAME_NOT_RESOLVED", "http://nowhere.invalid/"},
    {"download", FrameFailure::LoadFailed, false, "download", "http://other.test/download"},
    {"no_content", FrameFailure::LoadFailed, false, "204", "http://other.test/no_content"},
    {"silent", FrameFailure::TimedOut, false, "no answer within", "http://other.test/silent"},
};

TEST_P(FrameThatFails, HasItsReasonInTheTextAndInTheList) {  // V10
  const FailedKind& kind = GetParam();
  if (std::string_view(kind.page) == "parent_csp")
    specs::require_own_chrome(page(), "tell which policy of a page has kept a frame away");
  page().open(std::string("http://top.test/") + kind.page + ".html");
  engine_of(page()).navigator().loads().await_loaded(
      Deadline::in(std::chrono::milliseconds(kind.kind == FrameFailure::TimedOut ? 0 : 5000)));
  const Snapshot s = page().snapshot();
  ASSERT_EQ(s.frame_failures().size(), 1u) << s.text();
  const FrameFailure& failure = s.frame_failures()[0];
  EXPECT_EQ(failure.kind, kind.kind) << s.text();
  EXPECT_EQ(failure.expected, kind.expected);
  EXPECT_THAT(failure.message, HasSubstr(kind.message));
  EXPECT_EQ(failure.url, kind.url);
  EXPECT_EQ(failure.frame_name, "It");
  EXPECT_EQ(failure.owner_ref, s.ref(R"(iframe "It")"));
  EXPECT_THAT(s.text(), HasSubstr("[failed=" + std::string(to_string(kind.kind)) + "]"));
  const FrameInfo it = find_frame(page().frames().list(), "It");
  EXPECT_FALSE(it.accessible);
  EXPECT_THAT(it.why_not, HasSubstr(kind.message));
  // The address of Chrome's own error page would say nothing.
  for (const SnapshotFrame& frame : s.frames()) EXPECT_THAT(frame.url, testing::Not(HasSubstr("chrome-error")));
  EXPECT_EQ(page().frames().failures().empty(), kind.expected);
  page().frames().clear_failures();
  EXPECT_TRUE(page().frames().failures().empty());
}

std::string name_of_failed(const testing::TestParamInfo<FailedKind>& row) {
  return row.param.page;
}

INSTANTIATE_TEST_SUITE_P(Kinds, FrameThatFails, testing::ValuesIn(kFailedKinds), name_of_failed);

class Frames : public SiteTest<"frames"> {
 protected:
  void open(const std::string& name) { page().open("http://top.test/" + name + ".html", {LoadState::Loaded}); }
};

TEST_F(Frames, DocumentsThatAreNoHtmlAreRead) {
  for (const char* kind : {"xml", "text", "svg"}) {
    open(kind);
    EXPECT_THAT(page().snapshot().text(), HasSubstr("Plain words")) << kind;
  }
}

TEST_F(Frames, AnImageIsNamedByItsAddress) {
  open("image");
  EXPECT_THAT(page().snapshot().text(), HasSubstr("/url: /dot.png"));
}

// Full Chromium shows it in a viewer of its own, which has no text; the headless shell downloads it.
TEST_F(Frames, APdfIsNamedByItsAddress) {
  set_frame_policy({FramePolicy::OnFailure::Ignore});
  open("pdf");
  EXPECT_THAT(page().snapshot().text(), HasSubstr("/paper.pdf"));
}

TEST_F(Frames, AFencedFrameHasAnHonestMark) {
  specs::require_of_browser(page(), "'HTMLFencedFrameElement' in window", "fenced frames, in its pages");
  set_frame_policy({FramePolicy::OnFailure::Ignore});
  open("fenced");
  const Snapshot s = page().snapshot();
  ASSERT_EQ(s.frame_failures().size(), 1u) << s.text();
  EXPECT_EQ(s.frame_failures()[0].kind, FrameFailure::AttachFailed);
  EXPECT_THAT(s.text(), HasSubstr("iframe \"It\" [ref=e2] [failed=attach_failed]"));
}

TEST_F(Frames, HiddenFramesAreListedAndNotRead) {  // V7, A1
  open("hidden_ways");
  const FrameList list = page().frames().list();
  std::vector<std::string> shown, hidden;
  for (const FrameInfo& frame : list.frames) {
    if (frame.ordinal > 0) (frame.visible ? shown : hidden).push_back(frame.owner_title);
  }
  EXPECT_THAT(shown, testing::ElementsAre("Clear", "Shown"));
  EXPECT_THAT(hidden, testing::UnorderedElementsAre("None", "Invisible", "Ignored", "Dot", "Inert", "Closed"));
  EXPECT_EQ(list.total, 9);
  EXPECT_EQ(list.accessible, 3);
  EXPECT_EQ(list.inaccessible, 6);
  EXPECT_EQ(page().frames().list(InaccessibleFrames::LeftOut).frames.size(), 3u);
  EXPECT_THAT(page().snapshot(), HasNoFrameFailures());
}

TEST_F(Frames, AFrameOfNoSizeOrInAClosedDialogIsNotRead) {
  for (const char* kind : {"zero_size", "dialog_closed"}) {
    open(kind);
    const Snapshot s = page().snapshot();
    EXPECT_EQ(s.text().find("Guest"), std::string::npos) << s.text();
    EXPECT_THAT(s, HasNoFrameFailures());
  }
}

TEST_F(Frames, NamesOfEveryShapeComeThrough) {  // V11
  open("mixed_names");
  const Snapshot s = page().snapshot();
  EXPECT_THAT(s, HasNoFrameFailures());
  for (const char* name : {"the label", R"(say "hello": #1 - {x} [y])", "123"}) {
    const FrameInfo frame = find_frame(page().frames().list(), name);
    EXPECT_EQ(frame.owner_name, name);
    EXPECT_TRUE(frame.accessible);
  }
  EXPECT_EQ(find_frame(page().frames().list(), "the name").owner_label, "the label");
  // What tells a frame from its siblings is in the text, and once.
  EXPECT_THAT(s, MatchesSnapshot("- iframe \"the label\":\n  - /name: the name"));
  EXPECT_THAT(s, MatchesSnapshot("- iframe:\n  - /name: only-a-name"));
  page().evaluate("document.querySelectorAll('iframe')[4].id = 'by-id'");
  EXPECT_THAT(page().snapshot(), MatchesSnapshot("- iframe:\n  - /id: by-id"));
  EXPECT_EQ(find_frame(page().frames().list(), "true").owner_title, "123");
  EXPECT_EQ(find_frame(page().frames().list(), "long").owner_title.size(), 900u);
}

TEST_F(Frames, EightLevelsInEveryMixtureAreReadAndUsed) {  // V7
  page().open(
      "http://top.test/nest.html?top.test,a.top.test,other.test,other.test,far.test,top.test,a.top.test,other.test",
      {LoadState::Loaded});
  const Snapshot s = page().snapshot();
  EXPECT_THAT(s, HasNoFrameFailures()) << s.text();
  EXPECT_EQ(s.frames().back().depth, 8);
  const std::string agree = s.ref(R"(checkbox "Agree")");
  page().click(agree);
  page().type(s.ref(R"(textbox "Field")"), "deep");
  const Snapshot after = page().snapshot();
  EXPECT_EQ(after.ref(R"(checkbox "Agree")"), agree);
  EXPECT_THAT(after.text(), testing::AllOf(HasSubstr("[checked]"), HasSubstr("deep")));
  EXPECT_EQ(after.statistics().waves, 1);
}

TEST_F(Frames, TheDepthLimitIsTheCallsOrThePages) {  // V12
  set_frame_policy({FramePolicy::OnFailure::Ignore});
  page().open("http://top.test/nest.html?top.test,other.test,far.test", {LoadState::Loaded});
  FrameSettings settings;
  settings.max_depth = 2;
  page().frames().configure(settings);
  const Snapshot s = page().snapshot();
  ASSERT_EQ(s.frame_failures().size(), 1u) << s.text();
  EXPECT_EQ(s.frame_failures()[0].kind, FrameFailure::DepthCut);
}

TEST_F(Frames, TwoHundredAtOnceAreReadAndKeepTheirRefs) {  // V20
  page().set_default_timeout(specs::soon(std::chrono::seconds(30)));
  page().frames().configure({.timeout = specs::soon(std::chrono::seconds(20))});
  open("two_hundred");
  const Snapshot s = page().snapshot();
  EXPECT_THAT(s, HasNoFrameFailures());
  EXPECT_EQ(s.frames().size(), 201u);
  const Snapshot again = page().snapshot();
  EXPECT_EQ(again.text(), s.text());
  EXPECT_EQ(again.statistics().waves, 1);
}

// The rest of the in-page script has to travel to each process, and is needed for the second question at the soonest.
TEST_F(Frames, RemoteFramesGetOnlyTheCoreForTheirFirstReading) {
  specs::require_own_processes(page());
  const std::string body = "<!doctype html><h2>Read</h2>";
  for (const char* host : {"other.test", "far.test"}) site().route(host, "/six", answers_text(body, 200, "text/html"));
  site().route(
      "top.test", "/six",
      answers_text(body + "<iframe src=http://other.test/six></iframe><iframe src=http://far.test/six></iframe>"
                          "<iframe srcdoc='<h2>Read</h2>'></iframe><iframe srcdoc='<h2>Read</h2>'></iframe>",
                   200, "text/html"));
  page().open("http://top.test/six");
  const Snapshot snapshot = page().snapshot();
  EXPECT_EQ(snapshot.find("heading 'Read'").size(), 5u) << snapshot.text();
  const cdp::Connection::EngineLock lock(engine_of(page()).connection());
  for (const Frame* frame : engine_of(page()).frames().all()) {
    if (!frame->url.starts_with("http") || frame->parent.empty()) continue;
    EXPECT_EQ(frame->world->bridge, BridgePart::Core) << frame->url;
  }
}

TEST_F(Frames, ASilentFrameCostsItsDeadlineOnceAndHoldsNobodyUp) {  // V10
  set_frame_policy({FramePolicy::OnFailure::Ignore});
  page().open("http://top.test/silent.html");
  page().frames().configure({.timeout = std::chrono::seconds(2)});
  EXPECT_THAT(page().snapshot().text(), HasSubstr("[failed=timed_out]"));
  const Snapshot again = page().snapshot();
  EXPECT_THAT(again, MatchesSnapshot("- iframe \"Fine\":\n  - checkbox \"Agree\""));
}

TEST_F(Frames, ASpinningFrameCostsItsDeadlineOnceAndHoldsNobodyUp) {
  specs::require_own_processes(page());
  set_frame_policy({FramePolicy::OnFailure::Ignore});
  page().open("http://top.test/spin.html");
  page().frames().configure({.timeout = std::chrono::milliseconds(700)});
  page().set_default_timeout(std::chrono::seconds(20));
  const auto failure_of_it = [&] {
    for (const FrameFailure& failure : page().snapshot().frame_failures()) {
      if (failure.frame_name == "It" && failure.kind == FrameFailure::TimedOut) return failure.message;
    }
    return std::string();
  };
  while (failure_of_it().find("script") == std::string::npos) {
  }
  EXPECT_EQ(failure_of_it(), "its script still does not answer");
  page().check(R"(checkbox "Agree" in iframe "Fine")");
}

TEST_F(Frames, AQuestionAtLoadInAFrameIsAnswered) {
  open("opens_at_load");
  EXPECT_THAT(page().snapshot(), MatchesSnapshot("- iframe \"It\":\n  - paragraph: Asked"));
  EXPECT_THAT(page().dialogs().texts(), testing::ElementsAre("confirm: Really?"));
}

}  // namespace
