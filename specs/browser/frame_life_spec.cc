// Frames that come, go and change: what keeps its ref, what becomes stale and says so, and what a
// page's own history does to the frames in it.
#include <casement/testing.h>
#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"

#include "casement/find/frame_list.h"
#include "casement/snapshot/merged_tree.h"
#include "specs/support/browser_needs.h"
#include "specs/support/patience.h"

namespace {

using namespace casement;
using testing::AllOf;
using testing::HasSubstr;

class FrameLife : public SiteTest<"frames"> {
 protected:
  void open(const std::string& name) { page().open("http://top.test/" + name + ".html", {LoadState::Loaded}); }
  // A person's view of the child frame's navigation: a script of the page sets it off.
  void send_frame_to(const std::string& url) {
    page().evaluate("void (document.querySelector('iframe').src = " + nlohmann::json(url).dump() + ")");
  }
  Error error_of_click(const std::string& ref) {
    try {
      page().click(ref);
    } catch (const Error& error) {
      return error;
    }
    ADD_FAILURE() << ref << " was clicked";
    return Error(ErrorKind::Internal, "");
  }
};

TEST_F(FrameLife, AnOldRefNamesBothDocumentsAndOtherFramesRefsStillWork) {  // V9
  open("crash");
  const Snapshot s = page().snapshot();
  const std::string old = s.ref(R"(checkbox "Agree" in iframe "It")");
  const std::string other = s.ref(R"(checkbox "Agree" in iframe "Fine")");
  send_frame_to("http://far.test/guest.html?two");
  expect(page()).shows(R"(iframe "It")");
  while (page().snapshot().text().find("guest.html?two") == std::string::npos) {
  }
  const Error error = error_of_click(old);
  EXPECT_EQ(error.kind(), ErrorKind::StaleRef);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("loaded another document since that snapshot"),
                                  HasSubstr("then  http://other.test/guest.html"),
                                  HasSubstr("now   http://far.test/guest.html?two")));
  page().click(other);
  EXPECT_THAT(page().snapshot(), MatchesSnapshot(R"(
    - iframe "It":
      - checkbox "Agree"
    - iframe "Fine":
      - checkbox "Agree" [checked]
  )"));
  EXPECT_EQ(page().snapshot().ref(R"(checkbox "Agree" in iframe "Fine")"), other);
}

TEST_F(FrameLife, LocalToRemoteToLocalKeepsTheFramesOrdinal) {  // V6
  open("same_origin");
  const int index = find_frame(page().frames().list(), "It").ordinal;
  const char* const stations[] = {"http://other.test/guest.html", "http://top.test/guest.html",
                                  "http://far.test/guest.html", "http://a.top.test/guest.html"};
  for (const char* url : stations) {
    send_frame_to(url);
    const std::string there = std::string("- iframe \"It\":\n  - /url: ") + url;
    while (!page().snapshot().match(there).matched) {
    }
    const Snapshot s = page().snapshot();
    EXPECT_THAT(s, HasNoFrameFailures()) << s.text();
    EXPECT_EQ(find_frame(page().frames().list(), "It").ordinal, index) << url;
    page().click(s.ref(R"(checkbox "Agree")"));
    expect(page()).state(R"(checkbox "Agree")", ElementState::Checked);
  }
}

// What the scripts in a page do in an idle moment, to be fast later, takes no ref and is not seen.
TEST_F(FrameLife, AnIdleDocumentsRefsBeginAtOne) {
  open("crash");
  page().evaluate(R"(new Promise((done) =>
      requestIdleCallback(() => requestIdleCallback(() => requestIdleCallback(() => done(0))))))");
  const Snapshot first = page().snapshot();
  EXPECT_EQ(first.ref(R"(heading "Host")"), "e1");
  EXPECT_EQ(page().snapshot().text(), first.text());
  EXPECT_EQ(page().evaluate("'casement' in window"), false);
}

TEST_F(FrameLife, ASameDocumentNavigationKeepsRefs) {  // V6
  open("same_origin");
  const std::string agree = page().snapshot().ref(R"(checkbox "Agree")");
  page().evaluate("void (frames[0].location.hash = 'there')");
  page().evaluate("void frames[0].history.pushState(1, '', '/pushed')");
  while (find_frame(page().frames().list(), "It").url != "http://top.test/pushed") {
  }
  page().click(agree);
  expect(page()).state(R"(checkbox "Agree")", ElementState::Checked);
}

TEST_F(FrameLife, DocumentOpenInAFrameKeepsItsWorldAndTheOldElementIsGone) {
  open("same_origin");
  const std::string agree = page().snapshot().ref(R"(checkbox "Agree")");
  page().evaluate(
      "frames[0].document.open(), frames[0].document.write('<button>New</button>'), "
      "frames[0].document.close()");
  expect(page()).shows(R"(button "New")");
  page().set_default_timeout(specs::soon(std::chrono::milliseconds(300)));
  const Error error = error_of_click(agree);
  EXPECT_THAT(error.what(), testing::AnyOf(HasSubstr("has left its document"), HasSubstr("stale")));
}

TEST_F(FrameLife, AMovedFrameIsAnotherFrame) {
  open("moved");
  const Snapshot s = page().snapshot();
  const std::string agree = s.ref(R"(checkbox "Agree")");
  page().click(s.ref(R"(button "Move")"));
  while (find_frame(page().frames().list(), "It").ordinal == 1) {
  }
  EXPECT_THAT(error_of_click(agree).what(), HasSubstr("frame f1 was removed"));
  expect(page()).shows(R"(checkbox "Agree")");
  page().click(page().snapshot().ref(R"(checkbox "Agree")"));
  expect(page()).state(R"(checkbox "Agree")", ElementState::Checked);
}

TEST_F(FrameLife, AFrameThatIsRemovedAndAddedAgainIsRead) {
  open("readded");
  page().snapshot();
  page().click(R"(button "Again")");
  while (page().snapshot().text().find("[ref=f2_e") == std::string::npos) {
  }
  page().click(page().snapshot().ref(R"(checkbox "Agree")"));
  expect(page()).state(R"(checkbox "Agree")", ElementState::Checked);
}

TEST_F(FrameLife, ASwappedSourceIsReadInItsNewProcess) {
  open("src_swap");
  EXPECT_THAT(page().snapshot().text(), HasSubstr("Plain words"));
  page().click(R"(button "Swap")");
  page().check(R"(checkbox "Agree")");
  EXPECT_THAT(page().snapshot().text(), HasSubstr("http://far.test/guest.html"));
}

TEST_F(FrameLife, ACrashedFrameIsMarkedItsSiblingWorksAndANavigationRevivesIt) {
  specs::require_own_processes(page());
  set_frame_policy({FramePolicy::OnFailure::Ignore});
  open("crash");
  const Snapshot s = page().snapshot();
  const std::string old = s.ref(R"(checkbox "Agree" in iframe "It")");
  {
    const cdp::Connection::EngineLock lock(engine_of(page()).connection());
    const Frame* it = engine_of(page()).frames().find_ordinal(1);
    engine_of(page()).connection().send({it->session, "Page.crash"});
  }
  const auto crashed = [&] { return !page().snapshot().frame_failures().empty(); };
  while (!crashed()) {
  }
  const Snapshot after = page().snapshot();
  EXPECT_EQ(after.frame_failures().at(0).kind, FrameFailure::Crashed);
  EXPECT_THAT(after.text(), HasSubstr("[failed=crashed]"));
  EXPECT_EQ(error_of_click(old).kind(), ErrorKind::StaleRef);
  page().check(R"(checkbox "Agree" in iframe "Fine")");
  send_frame_to("http://other.test/guest.html?again");
  page().check(R"(checkbox "Agree" in iframe "It")");
  EXPECT_THAT(page().snapshot(), HasNoFrameFailures());
}

TEST_F(FrameLife, ReloadMakesEveryFrameNew) {
  open("cross_site");
  const std::string agree = page().snapshot().ref(R"(checkbox "Agree")");
  page().reload({LoadState::Loaded});
  EXPECT_THAT(page().snapshot(), HasNoFrameFailures());
  EXPECT_THAT(error_of_click(agree).what(), HasSubstr("stale"));
  page().check(R"(checkbox "Agree")");
}

TEST_F(FrameLife, HistoryBringsPagesWithTheirFramesBack) {
  open("cross_site");
  page().check(R"(checkbox "Agree")");
  open("same_site");
  ASSERT_TRUE(page().back());
  EXPECT_EQ(page().url(), "http://top.test/cross_site.html");
  page().fill(R"(textbox "Field" in iframe "It")", "back again");
  EXPECT_THAT(page().snapshot(), HasNoFrameFailures());
  ASSERT_TRUE(page().forward());
  EXPECT_EQ(page().url(), "http://top.test/same_site.html");
  page().check(R"(checkbox "Agree")");
  EXPECT_THAT(page().snapshot(), HasNoFrameFailures());
  EXPECT_FALSE(page().forward());
}

// Its document has begun and shows nothing yet: an empty frame in the text would be a lie.
TEST_F(FrameLife, AFramesDocumentThatIsStillParsedIsWaitedFor) {
  site().route("other.test", "/guest.html", answers_text("<script src=/slow.js></script><p>Parsed", 200, "text/html"));
  site().route("other.test", "/slow.js",
               answers_text("", 200, "text/javascript").after(std::chrono::milliseconds(400)));
  page().open("http://top.test/cross_site.html", {LoadState::Committed});
  site().wait_for_request("other.test", "/slow.js", std::chrono::seconds(20));
  EXPECT_THAT(page().snapshot(), MatchesSnapshot("- iframe \"It\":\n  - paragraph: Parsed"));
}

TEST_F(FrameLife, ADocumentThatShowsNothingYetIsReportedWithWhatItWaitsFor) {
  site().route("other.test", "/guest.html", answers_text("<script src=/silent></script><p>Parsed", 200, "text/html"));
  page().frames().configure({.timeout = std::chrono::milliseconds(500)});
  page().open("http://top.test/cross_site.html");
  site().wait_for_request("other.test", "/silent", std::chrono::seconds(20));
  const Snapshot seen = page().snapshot();
  EXPECT_THAT(seen.text(), testing::Not(HasSubstr("Parsed")));
  EXPECT_THAT(seen.text(), HasSubstr("[failed=not_parsed]"));
  EXPECT_THAT(seen.text(), HasSubstr("http://other.test/silent has not loaded"));
}

// Chrome keeps a page only where its answers allow it, and the headless shell keeps none: there the
// document is a new one.
TEST_F(FrameLife, APageOutOfTheBackForwardCacheIsReadAndActedOnAsItWasLeft) {
  site().route("*", "/*", adds_header("Cache-Control", "max-age=0"));
  open("cross_site");
  const Snapshot left = page().snapshot();
  const std::string heading = left.ref(R"(heading "Host")");
  page().check(R"(checkbox "Agree")");
  page().evaluate("void (window.left = true)");
  page().open("http://other.test/guest.html", {LoadState::Loaded});
  const std::string between = page().snapshot().ref(R"(checkbox "Agree")");
  ASSERT_TRUE(page().back({LoadState::Loaded}));
  const bool restored = page().evaluate("window.left === true").get<bool>();
  const Snapshot back = page().snapshot();
  EXPECT_THAT(back,
              MatchesSnapshot(restored ? "- checkbox \"Agree\" [checked]" : "- checkbox \"Agree\" [checked=false]"));
  EXPECT_EQ(back.ref(R"(heading "Host")") == heading, restored);
  if (restored)
    page().hover(heading);
  else
    EXPECT_THAT(error_of_click(heading).what(), HasSubstr("stale"));
  EXPECT_THAT(error_of_click(between).what(),
              HasSubstr(engine_of(page()).environment().adopted ? "Take a new snapshot" : "stale"));
  EXPECT_THAT(error_of_click(left.ref(R"(checkbox "Agree")")).what(), HasSubstr("stale"));
  // What is new in it has refs that no other document has had.
  page().evaluate("void document.body.append(document.createElement('button'))");
  const std::string added = page().snapshot().ref("button");
  EXPECT_GT(std::stoi(added.substr(1)), std::stoi(between.substr(1)));
  page().click(added);
  page().click(back.ref(R"(checkbox "Agree")"));
}

TEST_F(FrameLife, AChildFramesNavigationIsAStepInHistory) {
  open("cross_site");
  page().evaluate("void (frames[0].location.href = 'http://far.test/plain.html')");
  expect(page()).shows(R"(text "Plain words")");
  ASSERT_TRUE(page().back());
  expect(page()).shows(R"(checkbox "Agree")");
  ASSERT_TRUE(page().forward());
  expect(page()).shows(R"(text "Plain words")");
  EXPECT_EQ(page().url(), "http://top.test/cross_site.html");
}

TEST_F(FrameLife, APopupOfAFrameIsAPageOfItsOwnAndOutlivesItsOpener) {
  open("popup");
  page().click(R"(button "Open")");
  const auto popup = [&]() -> PageSession* {
    const std::vector<Page> pages = context().pages();
    return pages.size() > 1 ? &engine_of(pages[1]) : nullptr;
  };
  while (popup() == nullptr) page().snapshot();
  EXPECT_EQ(popup()->opener(), engine_of(page()).id());
  Page opened = page_of(*popup());
  opened.check(R"(checkbox "Agree" in iframe "It")");
  EXPECT_THAT(opened.snapshot(), MatchesSnapshot("- heading \"Popup\"\n- iframe \"It\""));

  Page survivor = opened;
  engine_of(page()).close(Deadline::in(std::chrono::seconds(5)));
  survivor.uncheck(R"(checkbox "Agree" in iframe "It")");
  EXPECT_THAT(survivor.snapshot(), HasNoFrameFailures());
}

class FrameTools : public FrameLife {};

TEST_F(FrameTools, ContentIsTextOrMarkupAndCutAtTheLimit) {  // A3
  open("cross_site");
  EXPECT_THAT(page().frames().content("It").content, AllOf(HasSubstr("Guest"), HasSubstr("Agree")));
  const FrameContent markup = page().frames().content("It", FrameContentKind::Html);
  EXPECT_THAT(markup.content, HasSubstr("<h2>Guest</h2>"));
  EXPECT_FALSE(markup.cut);
  const FrameContent start = page().frames().content("It", FrameContentKind::Html, 10);
  EXPECT_EQ(start.content, markup.content.substr(0, 10));
  EXPECT_TRUE(start.cut);
  EXPECT_EQ(start.length, markup.length);
}

TEST_F(FrameTools, ASecretValueIsNotInTheMarkup) {
  open("same_origin");
  page().evaluate("void (frames[0].document.body.innerHTML = '<input type=password value=hunter2>')");
  EXPECT_THAT(page().frames().content("It", FrameContentKind::Html).content,
              AllOf(HasSubstr("password"), testing::Not(HasSubstr("hunter2"))));
}

TEST_F(FrameTools, SwitchingConfinesTargetsToTheFrame) {  // A2, A3
  open("crash");
  const FrameInfo fine = page().frames().switch_to("Fine");
  EXPECT_EQ(fine.interactive_elements, 2);
  page().check(R"(checkbox "Agree")");
  page().frames().switch_to("main");
  EXPECT_THAT(page().snapshot(), MatchesSnapshot(R"(
    - iframe "It":
      - checkbox "Agree"
    - iframe "Fine":
      - checkbox "Agree" [checked]
  )"));
  EXPECT_THROW(page().check(R"(checkbox "Agree")"), Error);
}

TEST_F(FrameTools, AnUnknownFrameIsAnErrorThatListsThem) {
  open("crash");
  try {
    page().frames().switch_to("Fone");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::NotFound);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("there is no frame 'Fone'"), HasSubstr("title=\"Fine\"")));
  }
}

TEST_F(FrameTools, TheMergedTreeNamesEachNodesFrame) {  // A6
  page().open("http://top.test/nest.html?a.top.test,other.test", {LoadState::Loaded});
  const std::vector<MergedNode> usable = page().find_interactive_elements();
  ASSERT_EQ(usable.size(), 2u);
  EXPECT_EQ(usable[0].role, "checkbox");
  EXPECT_EQ(usable[0].frame_name, "Level 2");
  EXPECT_EQ(usable[0].frame_path, "main > Level 1 > Level 2");
  EXPECT_EQ(usable[1].name, "Field");
  page().click(usable[0].ref);
  expect(page()).state(R"(checkbox "Agree")", ElementState::Checked);
  EXPECT_EQ(page().frames().merged_tree(1).size(), 1u);
}

TEST_F(FrameTools, ASnapshotWaitsForLateFramesByNumberOrName) {  // A7
  open("same_origin");
  page().evaluate(
      "setTimeout(() => document.body.insertAdjacentHTML('beforeend', "
      "'<iframe title=Late src=http://other.test/guest.html></iframe>'), 200), 0");
  FrameSettings settings;
  settings.wait_for_name = "Late";
  page().frames().configure(settings);
  EXPECT_THAT(page().snapshot(), MatchesSnapshot("- iframe \"Late\":\n  - checkbox \"Agree\""));
  settings.wait_for_name.clear();
  settings.wait_for_count = 3;
  page().frames().configure(settings);
  page().evaluate(
      "setTimeout(() => document.body.insertAdjacentHTML('beforeend', "
      "'<iframe title=Later src=http://far.test/guest.html></iframe>'), 200), 0");
  EXPECT_EQ(page().frames().list().accessible, 4);
}

}  // namespace
