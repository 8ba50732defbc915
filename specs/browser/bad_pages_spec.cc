// What a snapshot gives of documents that are no ordinary pages: a snapshot or a typed error within
// the deadline, and the next call works.
#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "casement/browser/page_session.h"
#include "casement/snapshot/match.h"
#include "casement/testing.h"
#include "specs/support/patience.h"

namespace {

using namespace casement;
using std::chrono::milliseconds;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kPicture = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

class BadPages : public SiteTest<"elements"> {
 protected:
  void serve(const std::string& body, const std::string& type) {
    site().route("elements.test", "/odd", answers_text(body, 200, type));
  }
  std::string text_of(const std::string& url) {
    page().open(url);
    return page().snapshot().text();
  }
  std::string text_of(const std::string& body, const std::string& type) {
    serve(body, type);
    return text_of("http://elements.test/odd");
  }
  // The page takes orders again.
  void expect_usable() {
    page().open("http://elements.test/lists.html");
    EXPECT_THAT(page().snapshot().text(), HasSubstr("Blue kettle"));
  }
  // Runs a script in the page without waiting for its end.
  void start_script(const std::string& source) {
    PageSession& target = page().target();
    const cdp::Connection::EngineLock lock(target.connection());
    target.connection().send({target.session(), "Runtime.evaluate", {{"expression", source}}, nullptr});
  }
  void stop_script() {
    PageSession& target = page().target();
    const cdp::Connection::EngineLock lock(target.connection());
    target.connection().call({target.session(), "Runtime.terminateExecution", Json::object(), nullptr},
                             Deadline::in(milliseconds(10000)));
  }
};

TEST_F(BadPages, AboutBlankIsEmpty) {
  EXPECT_EQ(text_of("about:blank"), "");
  expect_usable();
}

TEST_F(BadPages, AnEmptyDocumentIsEmpty) {
  EXPECT_EQ(text_of("", "text/html"), "");
  expect_usable();
}

TEST_F(BadPages, ADocumentWithoutABody) {
  page().open("http://elements.test/lists.html");
  page().evaluate("document.body.remove()");
  EXPECT_EQ(page().snapshot().text(), "");
  expect_usable();
}

TEST_F(BadPages, ADocumentWithoutAnyElement) {
  page().open("http://elements.test/lists.html");
  page().evaluate("document.documentElement.remove()");
  EXPECT_EQ(page().snapshot().text(), "");
  expect_usable();
}

TEST_F(BadPages, AFramesetShowsItsFrames) {
  serve("<!doctype html><frameset cols=*><frame title=Left src=/lists.html></frameset>", "text/html");
  page().open("http://elements.test/odd", {.wait_until = LoadState::Loaded});
  EXPECT_THAT(page().snapshot().text(), AllOf(HasSubstr("iframe \"Left\""), HasSubstr("Blue kettle")));
  expect_usable();
}

TEST_F(BadPages, XhtmlIsReadAsHtmlIs) {
  EXPECT_THAT(text_of("<html xmlns='http://www.w3.org/1999/xhtml'><body><h1>Strict</h1>"
                      "<button>Go</button></body></html>",
                      "application/xhtml+xml"),
              AllOf(HasSubstr("heading \"Strict\" [level=1]"), HasSubstr("button \"Go\"")));
  expect_usable();
}

TEST_F(BadPages, XmlShowsItsText) {
  EXPECT_THAT(text_of("<?xml version='1.0'?><order><item>Kettle</item></order>", "text/xml"), HasSubstr("Kettle"));
  expect_usable();
}

TEST_F(BadPages, XmlThatDoesNotParseShowsWhatThereIs) {
  EXPECT_THAT(text_of("<?xml version='1.0'?><order><item>Kettle</order>", "text/xml"), HasSubstr("error on line"));
  expect_usable();
}

TEST_F(BadPages, AnSvgDocumentHasRolesAndRefs) {
  EXPECT_THAT(text_of("<svg xmlns='http://www.w3.org/2000/svg' width='90' height='90'><title>Map</title>"
                      "<a href='#x'><text y='20'>Here</text></a></svg>",
                      "image/svg+xml"),
              HasSubstr("link \"Here\" [ref=e"));
  expect_usable();
}

// A nameless image says nothing elsewhere; here it is all there is.
TEST_F(BadPages, APictureIsADocumentWithOneImage) {
  EXPECT_EQ(text_of(std::string("data:image/gif;base64,") + kPicture), "- img [ref=e1]\n");
  expect_usable();
}

TEST_F(BadPages, PlainTextIsText) {
  EXPECT_THAT(text_of("first line\nsecond - [ref=e1] line", "text/plain"),
              AllOf(HasSubstr("first line"), HasSubstr("second - [ref=e1] line")));
  EXPECT_TRUE(page().snapshot().statistics().refs == 0);
  expect_usable();
}

TEST_F(BadPages, JsonIsText) {
  EXPECT_THAT(text_of("{\"ok\":true}", "application/json"), HasSubstr("ok"));
  expect_usable();
}

// A headless browser shows a PDF or saves it; neither may cost more than the deadline.
TEST_F(BadPages, APdfGivesASnapshotOrATypedError) {
  serve(
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Count "
      "0/Kids[]>>endobj\n"
      "trailer<</Root 1 0 R>>\n%%EOF",
      "application/pdf");
  try {
    page().open("http://elements.test/odd", {.timeout = specs::soon(milliseconds(5000))});
    (void)page().snapshot();
  } catch (const Error& error) {
    EXPECT_TRUE(error.kind() == ErrorKind::Navigation || error.kind() == ErrorKind::Timeout) << error.full_text();
  }
  expect_usable();
}

TEST_F(BadPages, AnErrorPageIsATypedErrorAndThenASnapshot) {
  site().route("elements.test", "/gone", drops_connection());
  try {
    page().open("http://elements.test/gone");
    ADD_FAILURE() << "opened";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Navigation) << error.full_text();
  }
  (void)page().snapshot();
  expect_usable();
}

TEST_F(BadPages, APageThatSpinsIsATimeoutAndNotTheEnd) {
  page().open("http://elements.test/lists.html");
  start_script("for (;;);");
  try {
    (void)page().snapshot({.timeout = milliseconds(300)});
    ADD_FAILURE() << "a page that spins was read";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Timeout) << error.full_text();
  }
  stop_script();
  EXPECT_THAT(page().snapshot().text(), HasSubstr("Blue kettle"));
}

TEST_F(BadPages, APageThatIsStillLoadingIsReadAsFarAsItIs) {
  site().route("elements.test", "/never.js", never_answers());
  serve("<!doctype html><button>Early</button><script src=/never.js></script><button>Late</button>", "text/html");
  page().open("http://elements.test/odd", {.wait_until = LoadState::Committed});
  expect(page()).shows(R"(button "Early")");
  EXPECT_THAT(page().snapshot().text(), testing::Not(HasSubstr("Late")));
  expect_usable();
}

// What its head waits for never comes: nothing is there yet, and that is no empty page.
TEST_F(BadPages, APageThatWaitsInItsHeadSaysSo) {
  site().route("elements.test", "/never*", never_answers());
  for (const std::string waits :
       {"<script src=/never.js></script>", "<link rel=stylesheet href=/never.css><script>document.title</script>"}) {
    page().clear_frame_failures();
    serve("<!doctype html><title>Odd</title>" + waits + "<h1>Late</h1>", "text/html");
    page().open("http://elements.test/odd", {.wait_until = LoadState::Committed});
    const Snapshot s = page().snapshot({.frame_timeout = milliseconds(300)});
    ASSERT_EQ(s.frame_failures().size(), 1u) << s.text();
    EXPECT_EQ(s.frame_failures()[0].kind, FrameFailure::NotParsed);
    EXPECT_EQ(s.frame_failures()[0].owner_ref, kMainFrame);
    EXPECT_THAT(s.frame_failures()[0].message, HasSubstr("http://elements.test/never."));
    EXPECT_EQ(s.frames()[0].state, "not_parsed");
    EXPECT_THAT(s.text(), testing::StartsWith("# failed: not_parsed, "));
    EXPECT_EQ(page().frame_failures().size(), 1u);
    // It is waited for once.
    EXPECT_EQ(page().snapshot().frames()[0].state, "not_parsed");
  }
  expect_usable();
}

TEST_F(BadPages, APageThatWaitedInItsHeadIsReadOnceItGoesOn) {
  serve("<!doctype html><script src=/late.js></script><h1>Late</h1>", "text/html");
  site().route("elements.test", "/late.js", answers_text("0", 200, "text/javascript").after(milliseconds(500)));
  page().open("http://elements.test/odd", {.wait_until = LoadState::Committed});
  const Snapshot first = page().snapshot({.frame_timeout = milliseconds(1)});
  EXPECT_EQ(first.frames()[0].state, "not_parsed");
  expect(page()).shows("heading \"Late\"");
  const Snapshot s = page().snapshot();
  EXPECT_THAT(s, HasNoFrameFailures());
  EXPECT_EQ(s.text(), "- heading \"Late\" [level=1] [ref=e1]\n");
  ASSERT_EQ(page().frame_failures().size(), 1u);
  EXPECT_TRUE(page().frame_failures()[0].recovered);
}

TEST_F(BadPages, AFrameThatWaitsInItsHeadSaysSo) {
  site().route("elements.test", "/never.css", never_answers());
  serve("<!doctype html><link rel=stylesheet href=/never.css><script>0</script><h1>Late</h1>", "text/html");
  for (const char* const how :
       {"src=/odd", "srcdoc='<link rel=stylesheet href=/never.css><script>0</script><h1>Late</h1>'"}) {
    page().open("http://elements.test/lists.html");
    page().evaluate("document.body.innerHTML = `<h1>Top</h1><iframe title=It " + std::string(how) + "></iframe>`; 0");
    expect(page()).shows("iframe \"It\"");
    const Snapshot s = page().snapshot({.frame_timeout = milliseconds(300)});
    ASSERT_EQ(s.frame_failures().size(), 1u) << s.text();
    EXPECT_EQ(s.frame_failures()[0].kind, FrameFailure::NotParsed) << s.text();
    EXPECT_THAT(s.frame_failures()[0].message, HasSubstr("http://elements.test/never.css"));
    EXPECT_THAT(s.text(), AllOf(HasSubstr("heading \"Top\""), HasSubstr("[failed=not_parsed]")));
  }
  expect_usable();
}

TEST_F(BadPages, APageThatIsEmptyIsNotOneThatWaits) {
  for (const char* const empty : {"", "<!doctype html><title>Empty</title>", "<!doctype html><body></body>"}) {
    serve(empty, "text/html");
    page().open("http://elements.test/odd");
    const Snapshot s = page().snapshot();
    EXPECT_THAT(s, HasNoFrameFailures());
    EXPECT_EQ(s.frames()[0].state, "ready");
    EXPECT_EQ(s.text(), "");
  }
}

// What it shows is there, or the deadline says that nobody could read it.
TEST_F(BadPages, APageThatReplacesItselfInEveryAnimationFrameIsReadOrATimeout) {
  for (const std::string replace : {"location.replace('/odd?' + Math.random())", "location.reload()",
                                    "document.open(), document.write(document_source), document.close()",
                                    "document.body.replaceWith(document.body.cloneNode(true))",
                                    "document.documentElement.replaceWith(document.documentElement.cloneNode(true))"}) {
    serve(
        "<!doctype html><h1>Now</h1><script>var document_source = '<h1>Now</h1>';"
        "const next = () => requestAnimationFrame(() => { " +
            replace + "; next(); }); next();</script>",
        "text/html");
    try {
      page().open("http://elements.test/odd", {.timeout = specs::soon(milliseconds(3000))});
      EXPECT_THAT(page().snapshot({.timeout = specs::soon(milliseconds(3000))}).text(),
                  testing::AnyOf("", HasSubstr("heading \"Now\"")))
          << replace;
    } catch (const Error& error) {
      EXPECT_THAT(error.kind(), testing::AnyOf(ErrorKind::Timeout, ErrorKind::Navigation, ErrorKind::FrameGone))
          << error.full_text();
    }
  }
  expect_usable();
}

TEST_F(BadPages, AFrameThatReplacesItselfInEveryAnimationFrameDoesNotHideThePage) {
  serve("<!doctype html><h1>Now</h1><script>requestAnimationFrame(() => location.reload())</script>", "text/html");
  page().open("http://elements.test/lists.html");
  page().evaluate("document.body.innerHTML = '<h1>Top</h1><iframe title=It src=/odd></iframe>'; 0");
  expect(page()).shows("iframe \"It\"");
  const Snapshot s = page().snapshot({.frame_timeout = milliseconds(500)});
  EXPECT_THAT(s.text(), HasSubstr("heading \"Top\""));
  EXPECT_THAT(s.text(), testing::AnyOf(HasSubstr("[failed="), HasSubstr("heading \"Now\""))) << s.text();
  expect_usable();
}

TEST_F(BadPages, TheStatusOfThePageIsInTheHeadOfItsSnapshot) {
  page().open("http://elements.test/nowhere.html");
  const Snapshot s = page().snapshot();
  EXPECT_EQ(s.status(), 404);
  EXPECT_THAT(s.text(), testing::StartsWith("# status: 404\n"));
  EXPECT_THAT(s.json(), HasSubstr("\"status\":404"));
  EXPECT_THAT(s, HasNoFrameFailures());
  EXPECT_TRUE(s.match(s.text()).matched);
  expect_usable();
  EXPECT_EQ(page().snapshot().status(), 200);
  for (const char* const without : {"about:blank", "data:text/html,<h1>Data</h1>"}) {
    page().open(without);
    EXPECT_EQ(page().snapshot().status(), 0) << without;
  }
}

// ——— without scripts ———

TEST_F(BadPages, NoscriptIsReadWhereScriptsAreOffAndNowhereElse) {
  serve(
      "<!doctype html><h1>Top</h1><noscript>Top needs none <button>No</button></noscript>"
      "<iframe title=Off sandbox srcdoc='<p>Begin</p><noscript><p>Turn it "
      "<b>on</b></p><button>Reload</button></noscript><p>End</p>'></iframe>"
      "<iframe title=On sandbox=allow-scripts "
      "srcdoc='<p>Begin</p><noscript><button>Never</button></noscript><p>End</p>'></iframe>",
      "text/html");
  page().open("http://elements.test/odd");
  expect(page()).shows("text \"End\" in iframe \"On\"").shows("button \"Reload\" in iframe \"Off\"");
  const Snapshot s = page().snapshot();
  EXPECT_THAT(
      s, MatchesSnapshot("- iframe \"Off\":\n  - paragraph: Turn it on\n  - button \"Reload\"\n  - paragraph: End"));
  EXPECT_THAT(s.text(), Not(AnyOf(HasSubstr("Never"), HasSubstr("needs none"), HasSubstr("\"No\""))));
  EXPECT_TRUE(page().shows("text \"Turn it on\""));
  EXPECT_FALSE(page().shows("text \"needs none\""));
  page().click("button \"Reload\"");
}

TEST_F(BadPages, APageThatCrashedIsATypedError) {
  page().open("http://elements.test/lists.html");
  {
    PageSession& target = page().target();
    const cdp::Connection::EngineLock lock(target.connection());
    target.connection().send({target.session(), "Page.crash", Json::object(), nullptr});
  }
  try {
    (void)page().snapshot();
    ADD_FAILURE() << "a crashed page was read";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::TargetCrashed) << error.full_text();
  }
  expect_usable();
}

// Deeper than any parser nests; some thousand levels more crash Chrome itself.
TEST_F(BadPages, NestingTooDeepIsCutAndSaysSo) {
  page().open("about:blank");
  page().evaluate(
      "let at = document.body; for (let i = 0; i < 700; ++i)"
      " at = at.appendChild(document.createElement('div')); at.textContent = 'deep'; 0");
  const Snapshot snapshot = page().snapshot();
  EXPECT_THAT(snapshot.text(), HasSubstr("- /cut: "));
  EXPECT_THAT(snapshot.warnings(), testing::Contains(HasSubstr("nested too deep")));
  expect_usable();
}

// The deepest that Chrome lays out; not far below, it dies of the page itself.
TEST_F(BadPages, NestingAsDeepAsChromeCanIsNoDangerToTheReading) {
  page().open("about:blank");
  page().evaluate(
      "let at = document.body; for (let i = 0; i < 1500; ++i)"
      " at = at.appendChild(document.createElement('div')); at.textContent = 'deep'; 0");
  EXPECT_THAT(page().snapshot().text(), HasSubstr("- /cut: "));
  expect_usable();
}

// Chrome's own layout recurses: without anybody reading it, its renderer is gone soon after a script
// has nested some 3,000 boxes. That is a typed error, and the next page is a new renderer's.
TEST_F(BadPages, NestingThatKillsChromeIsATypedError) {
  page().set_default_timeout(milliseconds(60000));
  page().open("about:blank");
  try {
    page().evaluate(
        "let at = document.body; for (let i = 0; i < 20000; ++i)"
        " at = at.appendChild(document.createElement('div')); document.body.offsetHeight");
    (void)page().snapshot();
    ADD_FAILURE() << "Chrome has learnt to lay out 20,000 levels: read them";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::TargetCrashed) << error.full_text();
  }
  expect_usable();
}

// Boxes are what Chrome dies of; elements without one may be nested at will.
TEST_F(BadPages, NestingWithoutBoxesIsReadPast) {
  page().set_default_timeout(milliseconds(60000));
  page().open("about:blank");
  page().evaluate(
      "const outer = document.createElement('div'); outer.hidden = true; let at = outer;"
      " for (let i = 0; i < 4000; ++i) at = at.appendChild(document.createElement('div'));"
      " document.body.append(outer, 'after'); 0");
  EXPECT_EQ(page().snapshot().text(), "- text: after\n");
  expect_usable();
}

TEST_F(BadPages, AFramePastTheElementsThatAreReadIsTold) {
  page().open("about:blank");
  page().evaluate(
      "document.body.innerHTML = '<p>x</p>'.repeat(100) + '<iframe title=\"Late\" srcdoc=\"deep\"></iframe>'; 0");
  expect(page()).shows(R"(text "deep" in iframe "Late")");
  const Snapshot cut = page().snapshot({.max_elements = 50});
  ASSERT_EQ(cut.frame_failures().size(), 1u);
  EXPECT_EQ(cut.frame_failures().front().kind, FrameFailure::BudgetCut);
  EXPECT_THAT(cut.text(), HasSubstr("and 1 frame not met before"));
  EXPECT_THAT(page().snapshot(), HasNoFrameFailures());
  expect_usable();
}

// One test, since making such a page takes Chrome longest.
TEST_F(BadPages, TwoHundredThousandElementsAreReadOrCutOrATimeout) {
  page().set_default_timeout(milliseconds(250000));
  page().open("about:blank");
  page().evaluate("document.body.innerHTML = '<p>x</p>'.repeat(200000); document.body.childElementCount");
  try {
    (void)page().snapshot({.timeout = milliseconds(50)});
    ADD_FAILURE() << "read two hundred thousand elements in 50 ms";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Timeout) << error.full_text();
  }
  const Snapshot cut = page().snapshot({.max_elements = 1000});
  EXPECT_EQ(cut.statistics().elements_walked, 1000u);
  EXPECT_THAT(cut.text(), HasSubstr("past max_elements 1000"));
  const Snapshot whole = page().snapshot({.max_bytes = 10000});
  EXPECT_GT(whole.statistics().nodes, 200000u);
  EXPECT_LT(whole.text().size(), 11000u);
  EXPECT_THAT(whole.text(), HasSubstr("past max_bytes 10000"));
  expect_usable();
}

// Neither the time nor a stack grows with the pieces that were read before: a regular expression keeps one of words.
TEST_F(BadPages, SeveralHundredThousandTextsInOneElementAreRead) {
  page().set_default_timeout(milliseconds(60000));
  serve(
      "<!doctype html><title>T</title><p id=all></p><button onclick=\"document.title='ok'\">Go</button><script>"
      "const some = document.createDocumentFragment();"
      "for (let i = 0; i < 300000; ++i) some.append('w '); all.append(some);"
      "document.querySelector('button').title = 'a '.repeat(5000000)</script>",
      "text/html");
  page().open("http://elements.test/odd");
  EXPECT_THAT(page().snapshot({.max_bytes = 10000}).text(), HasSubstr("button \"Go\""));
  page().click("text \"Go\"");
  EXPECT_EQ(page().title(), "ok");
}

// Looked at one by one, each of them would cost Chrome a pass over all its siblings.
TEST_F(BadPages, ThousandsOfSkippedBoxesAreReadAndClicked) {
  page().set_default_timeout(milliseconds(20000));
  std::string body = "<!doctype html><style>.box{content-visibility:auto;contain-intrinsic-size:auto 40px}</style>";
  for (int i = 0; i < 4000; ++i) {
    body += "<div class=box><details><summary>Box " + std::to_string(i) +
            "</summary><p>inside <a href=x>link</a></p></details></div>";
  }
  serve(body + "<script>addEventListener('selectionchange', () => { document.title = 'seen'; });</script>",
        "text/html");
  page().open("http://elements.test/odd");
  EXPECT_THAT(page().snapshot().text(), HasSubstr("button \"Box 2000\""));
  EXPECT_EQ(page().evaluate("document.title + getSelection().rangeCount"), Json("0"));
  page().click(R"(button "Box 3999")");
  EXPECT_THAT(page().snapshot().text(), HasSubstr("link \"link\""));
  EXPECT_EQ(page().evaluate("document.querySelectorAll('details[open]').length"), Json(1));
}

TEST_F(BadPages, APageThatAServerSendsWithAnErrorIsToldWhereSomethingIsMissing) {
  page().open("http://elements.test/nowhere.html");
  page().set_default_timeout(specs::soon(milliseconds(300)));
  const std::string said = "http://elements.test/nowhere.html was answered with 404";
  try {
    page().click("button \"Pay\"");
    ADD_FAILURE() << "clicked nothing";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr(said));
  }
  try {
    expect(page()).shows("button \"Pay\"");
    ADD_FAILURE() << "saw nothing";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr(said));
  }
}

// ——— what belongs to every snapshot, here since the pages are at hand ———

TEST_F(BadPages, ASnapshotSaysWhatItCost) {
  page().open("http://elements.test/forms.html");
  const SnapshotStatistics cost = page().snapshot().statistics();
  EXPECT_GT(cost.elements_walked, 50u);
  EXPECT_GT(cost.milliseconds_in_page, 0);
  EXPECT_GE(cost.milliseconds, cost.milliseconds_in_page);
  EXPECT_GT(cost.bytes, 0u);
  EXPECT_EQ(cost.estimated_tokens, cost.bytes / 4);
  EXPECT_EQ(cost.frames, 1u);
}

TEST_F(BadPages, LimitsCutTheTextAndSayHowMuch) {
  page().open("http://elements.test/forms.html");
  EXPECT_THAT(page().snapshot({.max_nodes = 5}).text(), HasSubstr("past max_nodes 5"));
  EXPECT_THAT(page().snapshot({.max_bytes = 200}).text(), HasSubstr("past max_bytes 200"));
  EXPECT_THAT(page().snapshot({.max_depth = 1}).text(), HasSubstr("past max_depth 1"));
  EXPECT_THAT(page().snapshot().text(), testing::Not(HasSubstr("/cut:")));
}

// The whole tree: an object for each element, with the fields that an element has, defaults and all.
TEST_F(BadPages, TheFlatTreeIsMuchSmallerThanTheWhole) {  // B4
  for (const char* name : {"forms.html", "tables.html", "grids.html", "landmarks.html"}) {
    page().open(std::string("http://elements.test/") + name);
    const std::string flat = page().snapshot().json();
    const auto whole = page().evaluate(
        "JSON.stringify((function tree(e) { return { id: 0, tag: e.localName, role: e.getAttribute('role'),"
        " name: e.ariaLabel ?? '', text: [...e.childNodes].filter(n => n.nodeType === 3).map(n => "
        "n.data.trim()).join(' '),"
        " visible: e.checkVisibility(), states: [], href: e.getAttribute('href'), type: e.getAttribute('type'),"
        " children: [...e.children].map(tree) }; })(document.body)).length");
    RecordProperty(std::string("bytes_of_100_") + name, static_cast<int>(100 * flat.size() / whole.get<std::size_t>()));
    EXPECT_LT(flat.size() * 10, whole.get<std::size_t>() * 6) << name;
    EXPECT_THAT(flat, testing::Not(HasSubstr("\"role\":\"none\"")));
  }
}

TEST_F(BadPages, SecretPatternsMaskValues) {
  page().open("data:text/html,<input aria-label=Note value='order AB-1234 open'>");
  EXPECT_THAT(page().snapshot().text(), HasSubstr("AB-1234"));
  EXPECT_THAT(page().snapshot({.secret_patterns = {"[A-Z]{2}-[0-9]+"}}).text(), testing::Not(HasSubstr("1234")));
}

TEST_F(BadPages, ClosedShadowRootsAreRead) {
  page().open("http://elements.test/closed.html");
  const std::string first = page().snapshot().text();
  EXPECT_THAT(first, AllOf(HasSubstr("button \"In the safe\" [ref=e"), HasSubstr("light text"),
                           HasSubstr("link \"Deep\""), HasSubstr("button \"Pay € 42\"")));
  // Plain elements that a script has made hosts, one inside of another; and one of the parser's.
  EXPECT_THAT(first, AllOf(HasSubstr("button \"Chat with us\" [ref=e"), HasSubstr("button \"Chip\""),
                           HasSubstr("button \"Declared\"")));
  EXPECT_EQ(page().snapshot().text(), first);
  page().click(R"(button "Chat with us")");
}

TEST_F(BadPages, WhatAnElementSaysThroughItsInternalsIsHeard) {
  page().open("http://elements.test/internals.html");
  const std::string first = page().snapshot().text();
  EXPECT_THAT(first, AllOf(HasSubstr("switch \"Night mode\" [checked]"), HasSubstr("note"),
                           HasSubstr("spinbutton \"Own label\""), HasSubstr("alert")));
  EXPECT_EQ(page().snapshot().text(), first);
}

// The first one of a name tells nothing of the others where it is hidden, silenced or of another kind.
TEST_F(BadPages, CustomElementsOfOneNameNeedNotBeAlike) {
  page().open("http://elements.test/kinds.html");
  page().evaluate("document.querySelector('dialog').close()");
  const Snapshot seen = page().snapshot();
  EXPECT_EQ(seen.find("switch \"Two\"").size(), 6u) << seen.text();
  EXPECT_TRUE(seen.find("switch \"One\"").empty()) << seen.text();
  EXPECT_EQ(seen.find("link \"Two\"").size(), 1u) << seen.text();
}

// Chrome takes long for it: it has the time in which a page waits for its pictures.
TEST_F(BadPages, CustomElementsAreAskedAboutBeforeThePageIsLoaded) {
  page().route("*/late.svg", RouteAnswer::proceed().after(specs::soon(milliseconds(300))));
  page().open("http://elements.test/late_picture.html", {LoadState::Loaded});
  const cdp::Connection::EngineLock lock(page().target().connection());
  const std::vector<std::string> log = page().target().connection().log().last(200);
  const auto place_after = [&](auto begin, std::string_view word) {
    return std::find_if(begin, log.end(),
                        [&](const std::string& line) { return line.find(word) != std::string::npos; });
  };
  const auto is_opening = [](const std::string& line) { return line.find("Page.navigate") != std::string::npos; };
  const auto opened =
      std::find_if(log.rbegin(), log.rend(), is_opening).base();  // of all of this browser's pages the last
  const auto question = place_after(opened, "getPartialAXTree");
  ASSERT_NE(place_after(opened, "Page.loadEventFired"), log.end());
  EXPECT_LT(question, place_after(opened, "Page.loadEventFired"));
  EXPECT_EQ(page().snapshot().find("switch \"Sound\"").size(), 1u);
}

TEST_F(BadPages, CustomElementsBehindADialogAreHeardOnceItHasGone) {
  page().open("http://elements.test/kinds.html");
  const Snapshot behind = page().snapshot();
  EXPECT_EQ(behind.find("switch \"Accept\"").size(), 1u) << behind.text();
  page().click("button \"Close\"");
  const Snapshot seen = page().snapshot();
  EXPECT_EQ(seen.find("switch \"Two\"").size(), 6u) << seen.text();
}

}  // namespace
