// Pages that are deeper or larger than any that people make.
#include <string>

#include "specs/browser/bad_pages.h"
#include "specs/support/browser_needs.h"

namespace casement::specs {
namespace {

// Deeper than any parser nests; some thousand levels more crash Chrome itself.
TEST_F(BadPages, NestingTooDeepIsCutAndReported) {
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

TEST_F(BadPages, AFramePastTheElementsThatAreReadIsReported) {
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
  require_chromium(page(), 110, "read thousands of boxes that content-visibility skips in time");
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

}  // namespace
}  // namespace casement::specs
