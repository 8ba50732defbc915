// Documents of other kinds, of servers that fail, and of pages that are gone.
#include <string>
#include <thread>

#include "casement/api/engine.h"
#include "casement/snapshot/match.h"
#include "specs/browser/bad_pages.h"
#include "specs/support/half_file_server.h"

namespace casement::specs {
namespace {

constexpr const char* kPicture = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

TEST_F(BadPages, AboutBlankIsEmpty) {
  EXPECT_EQ(text_of("about:blank"), "");
  expect_usable();
}

TEST_F(BadPages, AnEmptyDocumentIsEmpty) {
  EXPECT_EQ(text_of("", "text/html"), "");
  expect_usable();
}

TEST_F(BadPages, ADocumentWithoutABodyIsEmpty) {
  page().open("http://elements.test/lists.html");
  page().evaluate("document.body.remove()");
  EXPECT_EQ(page().snapshot().text(), "");
  expect_usable();
}

TEST_F(BadPages, ADocumentWithoutAnyElementIsEmpty) {
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
    page().open("http://elements.test/odd", {.timeout = soon(milliseconds(5000))});
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

TEST_F(BadPages, ADocumentThatIsCutOffIsANavigationErrorWithItsReason) {
  HalfFileServer server("Content-Type: text/html\r\n", "<!doctype html><h1>Half</h1>");
  page().open(server.url(), {.wait_until = LoadState::Committed});
  expect(page()).shows("heading \"Half\"");
  server.cut();
  try {
    expect(page()).within(soon(milliseconds(500))).state("button \"Late\"", ElementState::Visible);
    ADD_FAILURE() << "found what never came";
  } catch (const Error& error) {
    EXPECT_THAT(error.full_text(), HasSubstr("was cut off in the middle: net::ERR_CONTENT_LENGTH_MISMATCH"));
  }
  HalfFileServer second("Content-Type: text/html\r\n", "<!doctype html><h1>Half</h1>");
  std::thread cutter([&] {
    second.wait_for_request();
    second.cut();
  });
  try {
    page().open(second.url());
    ADD_FAILURE() << "opened";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Navigation) << error.full_text();
    EXPECT_THAT(error.message(), HasSubstr("its document was cut off: net::ERR_CONTENT_LENGTH_MISMATCH"));
  }
  cutter.join();
  expect_usable();
}

TEST_F(BadPages, ATitleThatThrowsDoesNotFailTheOpen) {
  serve(
      "<!doctype html><title>Odd</title><h1>Here</h1><script>Object.defineProperty(Document.prototype, 'title', "
      "{ get() { throw new Error('no title') } })</script>",
      "text/html");
  EXPECT_EQ(page().open("http://elements.test/odd").title, "Odd");
  EXPECT_EQ(page().title(), "Odd");
  expect(page()).title("Odd");
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

TEST_F(BadPages, NoscriptIsReadOnlyIfScriptsAreOff) {
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
    PageSession& target = engine_of(page());
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

TEST_F(BadPages, AnErrorPageIsReportedIfAnElementIsMissing) {
  page().open("http://elements.test/nowhere.html");
  page().set_default_timeout(soon(milliseconds(300)));
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

}  // namespace
}  // namespace casement::specs
