// Pages that are busy, still loading, or change faster than they are read.
#include <functional>
#include <string>
#include <vector>

#include "specs/browser/bad_pages.h"
#include "specs/support/browser_needs.h"

namespace casement::specs {
namespace {

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

TEST_F(BadPages, APageThatSpinsIsLeftForAnotherOfItsSite) {
  page().open("http://elements.test/lists.html");
  start_script("for (;;);");
  page().open("http://elements.test/lists.html?again");
  EXPECT_THAT(page().url(), HasSubstr("again"));
}

// When the next one was asked for, the page still answered. Its script is ended before that one's response comes: then
// Chrome would not let it be.
TEST_F(BadPages, APageThatBeginsToSpinWhileTheNextOneIsOnItsWayIsLeft) {
  require_own_processes(page());
  site().route("elements.test", "/slow",
               answers_text("<!doctype html><h1>Slow</h1>", 200, "text/html").after(soon(milliseconds(5000))));
  page().set_default_timeout(soon(std::chrono::seconds(30)));
  page().open("http://elements.test/lists.html");
  page().evaluate("setTimeout(() => { for (;;); }, 700), 0");
  page().open("http://elements.test/slow");
  EXPECT_THAT(page().snapshot().text(), HasSubstr("heading \"Slow\""));
}

TEST_F(BadPages, APageThatIsStillLoadingIsReadAsFarAsItIs) {
  site().route("elements.test", "/never.js", never_answers());
  serve("<!doctype html><button>Early</button><script src=/never.js></script><button>Late</button>", "text/html");
  page().open("http://elements.test/odd", {.wait_until = LoadState::Committed});
  expect(page()).shows(R"(button "Early")");
  EXPECT_THAT(page().snapshot().text(), Not(HasSubstr("Late")));
  expect_usable();
}

// What its head waits for never comes: nothing is there yet, and that is no empty page.
TEST_F(BadPages, APageThatWaitsInItsHeadIsReported) {
  site().route("elements.test", "/never*", never_answers());
  for (const std::string waits :
       {"<script src=/never.js></script>", "<link rel=stylesheet href=/never.css><script>document.title</script>"}) {
    page().frames().clear_failures();
    serve("<!doctype html><title>Odd</title>" + waits + "<h1>Late</h1>", "text/html");
    page().open("http://elements.test/odd", {.wait_until = LoadState::Committed});
    const Snapshot s = page().snapshot({.frame_timeout = soon(milliseconds(300))});
    ASSERT_EQ(s.frame_failures().size(), 1u) << s.text();
    EXPECT_EQ(s.frame_failures()[0].kind, FrameFailure::NotParsed);
    EXPECT_EQ(s.frame_failures()[0].owner_ref, kMainFrame);
    EXPECT_THAT(s.frame_failures()[0].message, HasSubstr("http://elements.test/never."));
    EXPECT_EQ(s.frames()[0].state, "not_parsed");
    EXPECT_THAT(s.text(), testing::StartsWith("# failed: not_parsed, "));
    EXPECT_EQ(page().frames().failures().size(), 1u);
    // It is waited for once.
    EXPECT_EQ(page().snapshot().frames()[0].state, "not_parsed");
  }
  expect_usable();
}

// No script waits for the style sheet, so that the document is parsed. Chrome paints none of it, and nobody sees any.
TEST_F(BadPages, APageThatChromeDoesNotPaintIsReported) {
  require_chromium(page(), 150, "say what blocks rendering");
  site().route("elements.test", "/never.css", never_answers());
  serve("<!doctype html><title>Odd</title><link rel=stylesheet href=/never.css><h1>Late</h1><button>Go</button>",
        "text/html");
  page().open("http://elements.test/odd");
  const Snapshot s = page().snapshot({.frame_timeout = soon(milliseconds(300))});
  ASSERT_EQ(s.frame_failures().size(), 1u) << s.text();
  EXPECT_EQ(s.frame_failures()[0].kind, FrameFailure::NotParsed);
  EXPECT_THAT(s.frame_failures()[0].message, HasSubstr("http://elements.test/never.css has not loaded"));
  EXPECT_THAT(s.text(), Not(HasSubstr("Late")));
  for (const auto& attempt : std::vector<std::function<void()>>{
           [&] { page().click("button \"Go\"", {.timeout = soon(milliseconds(500))}); },
           [&] { expect(page()).within(soon(milliseconds(500))).state("button \"Go\"", ElementState::Visible); },
           [&] { expect(page()).within(soon(milliseconds(500))).state("button \"Go\"", ElementState::Hidden); },
           [&] { expect(page()).within(soon(milliseconds(500))).never().snapshot("- heading \"Late\""); }}) {
    try {
      attempt();
      ADD_FAILURE() << "a page that nobody sees was used";
    } catch (const Error& error) {
      EXPECT_THAT(error.full_text(), HasSubstr("http://elements.test/never.css has not loaded"));
    }
  }
  expect_usable();
}

TEST_F(BadPages, APageIsUsedAsSoonAsChromePaintsIt) {
  serve("<!doctype html><link rel=stylesheet href=/late.css><h1>Late</h1><button>Go</button>", "text/html");
  site().route("elements.test", "/late.css",
               answers_text("h1 { color: red }", 200, "text/css").after(milliseconds(300)));
  page().open("http://elements.test/odd");
  page().click("button \"Go\"");
  page().open("http://elements.test/odd");
  expect(page()).state("button \"Go\"", ElementState::Visible);
  page().open("http://elements.test/odd");
  const Snapshot s = page().snapshot();
  EXPECT_THAT(s, HasNoFrameFailures());
  EXPECT_THAT(s.text(), HasSubstr("heading \"Late\""));
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
  EXPECT_EQ(s.text(), "- heading \"Late\" [level=1]\n");
  ASSERT_EQ(page().frames().failures().size(), 1u);
  EXPECT_TRUE(page().frames().failures()[0].recovered);
}

TEST_F(BadPages, AFrameThatWaitsInItsHeadIsReported) {
  site().route("elements.test", "/never.css", never_answers());
  serve("<!doctype html><link rel=stylesheet href=/never.css><script>0</script><h1>Late</h1>", "text/html");
  for (const char* const how :
       {"src=/odd", "srcdoc='<link rel=stylesheet href=/never.css><script>0</script><h1>Late</h1>'"}) {
    page().open("http://elements.test/lists.html");
    page().evaluate("document.body.innerHTML = `<h1>Top</h1><iframe title=It " + std::string(how) + "></iframe>`; 0");
    expect(page()).shows("iframe \"It\"");
    const Snapshot s = page().snapshot({.frame_timeout = soon(milliseconds(300))});
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
      page().open("http://elements.test/odd", {.timeout = soon(milliseconds(3000))});
      EXPECT_THAT(page().snapshot({.timeout = soon(milliseconds(3000))}).text(),
                  AnyOf("", HasSubstr("heading \"Now\"")))
          << replace;
    } catch (const Error& error) {
      EXPECT_THAT(error.kind(), AnyOf(ErrorKind::Timeout, ErrorKind::Navigation, ErrorKind::FrameGone))
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
  const Snapshot s = page().snapshot({.frame_timeout = soon(milliseconds(500))});
  EXPECT_THAT(s.text(), HasSubstr("heading \"Top\""));
  EXPECT_THAT(s.text(), AnyOf(HasSubstr("[failed="), HasSubstr("heading \"Now\""))) << s.text();
  expect_usable();
}

// What comes and goes faster than anybody reads: it is there, or cut and told of, or the deadline says that nobody
// could read it.
TEST_F(BadPages, APageWhoseRootsComeAndGoIsReadOrATimeout) {
  const std::string hosts =
      "const host = document.createElement('div'); host.attachShadow({ mode: 'MODE' }).innerHTML = "
      "'<button>In it</button><slot></slot>'; host.textContent = 'slotted'; box.append(host); "
      "if (box.childElementCount > 20) box.firstElementChild.remove()";
  const auto with_mode = [&](const std::string& mode) {
    std::string script = hosts;
    return script.replace(script.find("MODE"), 4, mode);
  };
  const std::string churns[] = {
      with_mode("open"),
      with_mode("closed"),
      // A whole tree of roots, taken out and put back.
      "if (!window.tree) { let at = window.tree = document.createElement('div'); for (let i = 0; i < 30; ++i) { const "
      "root = "
      "at.attachShadow({ mode: i % 2 ? 'open' : 'closed' }); root.innerHTML = '<p>level</p>'; "
      "at = root.appendChild(document.createElement('div')); } } "
      "tree.isConnected ? tree.remove() : box.append(tree)",
      // Their sheets, too.
      "if (!window.sheet) { sheet = new CSSStyleSheet(); box.attachShadow({ mode: 'open' }).innerHTML = '<b>x</b>'; } "
      "sheet.replaceSync(`b::before { content: '${Math.random()}' }`); "
      "box.shadowRoot.adoptedStyleSheets = box.shadowRoot.adoptedStyleSheets.length ? [] : [sheet]",
      // Frames are roots of documents.
      "box.innerHTML = '<iframe title=It srcdoc=\"<h2>In</h2>\"></iframe>'",
  };
  for (const std::string& churn : churns) {
    serve(
        "<!doctype html><h1>Now</h1><div id=box></div><script>const box = document.querySelector('#box');"
        "const turns = new MessageChannel(); turns.port1.onmessage = () => { " +
            churn + "; turns.port2.postMessage(0); }; turns.port2.postMessage(0)</script>",
        "text/html");
    try {
      page().open("http://elements.test/odd", {.timeout = soon(milliseconds(5000))});
      for (int i = 0; i < 3; ++i) {
        const Snapshot seen =
            page().snapshot({.frame_timeout = soon(milliseconds(300)), .timeout = soon(milliseconds(3000))});
        EXPECT_THAT(seen.text(), HasSubstr("heading \"Now\"")) << churn;
      }
      EXPECT_TRUE(page().shows("heading \"Now\"")) << churn;
    } catch (const Error& error) {
      EXPECT_THAT(error.kind(), AnyOf(ErrorKind::Timeout, ErrorKind::FrameGone)) << churn << error.full_text();
    }
    expect_usable();
  }
}

}  // namespace
}  // namespace casement::specs
