// Waits for what happens to a page, begun before the action that sets it off; and how a page looks.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"
#include "casement/fixtures/report_listener.h"
#include "specs/browser/wait_stage.h"

namespace casement::wait_specs {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

// ——— what happens to the page ———

class EventWaits : public WaitStage {
 protected:
  template <typename Call>
  Error thrown_by(Call call) {
    try {
      call();
    } catch (const Error& error) {
      return error;
    }
    ADD_FAILURE() << "nothing was thrown";
    return Error(ErrorKind::Internal, "");
  }
};

TEST_F(EventWaits, CatchARequestThatTheActionCauses) {
  page().evaluate("fetch('/order', { method: 'POST', body: 'old' }).then(r => r.text())");
  show("main", "<button onclick=\"fetch('/order', { method: 'POST', body: 'new' })\">Order</button>");
  auto request = page().next_request("*/order");
  auto response = page().next_response("*/order");
  page().click(R"(button "Order")");
  EXPECT_EQ(response.get(kLong).status, 200);
  EXPECT_EQ(request.get(kLong).body, "new");  // not the one before
  EXPECT_EQ(request.get(kLong).method, "POST");
  expect(page()).request("*/order").response("*/order").never().request("*/refund");
}

TEST_F(EventWaits, TellRequestsApartByWhatThePageSends) {
  const auto send = [&](std::string_view options) {
    page().evaluate("fetch('/order', " + std::string(options) + ").then(r => r.text())");
  };
  auto posted = page().next_request("*/order", {.method = "POST"});
  auto mug = page().next_request("*/order", {.body = {{"/items/0/name", "Mug"}, {"/count", "2"}}});
  auto form = page().next_request("*/order", {.body = {{"card", "4242*"}, {"name", "Ada L"}}});
  auto parts = page().next_request("*/order", {.body = {{"name", "Bo"}, {"photo", "cat.png"}}});
  auto text = page().next_request("*/order", {.text = TextPattern("/^two /")});
  auto answered = page().next_response("*/order", {.method = "POST", .status = 200});
  send("{}");
  send("{ method: 'POST', body: JSON.stringify({ items: [{ name: 'Mug' }], count: 2 }) }");
  send("{ method: 'POST', body: new URLSearchParams({ card: '4242 4242', name: 'Ada L' }) }");
  send(
      "{ method: 'POST', body: (() => { const form = new FormData; form.set('name', 'Bo'); "
      "form.set('photo', new File(['x'], 'cat.png')); return form })() }");
  send("{ method: 'POST', body: 'two words' }");
  EXPECT_EQ(posted.get(kLong).body, R"({"items":[{"name":"Mug"}],"count":2})");
  EXPECT_EQ(mug.get(kLong).number, posted.get(kLong).number);
  EXPECT_EQ(form.get(kLong).body, "card=4242+4242&name=Ada+L");
  EXPECT_THAT(parts.get(kLong).body, HasSubstr("filename=\"cat.png\""));
  EXPECT_EQ(text.get(kLong).body, "two words");
  EXPECT_EQ(answered.get(kLong).number, posted.get(kLong).number);
  expect(page())
      .request("*/order", {.method = "post", .body = {{"/count", "2"}}})
      .response("*/order", {.status = 200})
      .never()
      .request("*/order", {.method = "PUT"})
      .never()
      .request("*/order", {.body = {{"/count", "3"}}});
}

TEST_F(EventWaits, NameWhatIsOtherInARequest) {
  page().evaluate("fetch('/order', { method: 'POST', body: '{\"count\":2}' }).then(r => r.text())");
  const auto other = [&](const RequestPattern& pattern) {
    return error_of([&](PageExpectation& e) { e.request("*/order", pattern); }).message();
  };
  EXPECT_THAT(other({.method = "PUT"}),
              "expected a request to */order with the method PUT within 60 ms, but POST http://top.test/order (200) is "
              "different: its method is POST");
  EXPECT_THAT(other({.method = "POST", .body = {{"/count", "3"}}}), HasSubstr("different: /count is \"2\""));
  EXPECT_THAT(other({.body = {{"/items/0", "Mug"}}}), HasSubstr("different: it has nothing at /items/0"));
  EXPECT_THAT(other({.body = {{"card", "42"}}}), HasSubstr("different: it has no field card"));
  EXPECT_THAT(other({.text = TextPattern("Mug")}), HasSubstr(R"(different: its body is "{\"count\":2}")"));
  EXPECT_THAT(other({.status = 201}), HasSubstr("different: its status is 200"));
  EXPECT_EQ(thrown_by([&] { page().next_request("*", {.body = {{"/a~", "1"}}}); }).kind(), ErrorKind::Usage);
}

TEST_F(EventWaits, ShowWhatThePageSaysOfAProblem) {
  auto request = page().next_request("*/order");
  show("main",
       "<p role=alert>Name <b>is missing</b></p><p role=status></p>"
       "<input aria-label=Name aria-invalid=true><input aria-label=Street>");
  EXPECT_THAT(
      thrown_by([&] { request.get(kShort); }).trail(),
      AllOf(Contains(R"(the page shows alert "Name is missing")"), Contains(R"(textbox "Name" is marked as invalid)"),
            Not(Contains(HasSubstr("Street"))), Not(Contains(HasSubstr("status")))));
}

TEST_F(EventWaits, CatchARequestOfAFrame) {
  auto request = page().next_request("http://other.test/stage.html?9");
  page().evaluate("frames.near.location = 'http://other.test/stage.html?9'; 0");
  EXPECT_FALSE(request.get(kLong).place.main_frame);
}

TEST_F(EventWaits, NameTheLastRequestIfNoneMatches) {
  auto request = page().next_request("*/order");
  EXPECT_EQ(thrown_by([&] { request.get(kShort); }).message(),
            "expected a request to */order within 60 ms, but none was sent");
  page().evaluate("fetch('/other').catch(() => 0)");
  const unsigned line = __LINE__ + 1;
  const Error error = thrown_by([&] { request.get(kShort); });
  EXPECT_EQ(error.kind(), ErrorKind::Assertion);
  EXPECT_THAT(error.message(), HasSubstr("but there was only GET http://top.test/other"));
  EXPECT_EQ(error.trail().back(), "expected at " + std::string(__FILE__) + ":" + std::to_string(line));
  page().evaluate("fetch('/order').catch(() => 0)");
  EXPECT_EQ(request.get(kLong).method, "GET");  // a wait that failed can be taken up again
}

TEST_F(EventWaits, CatchConsoleLinesAndErrorsInEveryFrame) {
  auto line = page().next_console_line(TextPattern::regex("^ready \\d+$"));
  auto error = page().next_error("Error: mine");
  run_soon("near", "console.log('ready', 7); setTimeout(() => { throw new Error('mine') })");
  EXPECT_EQ(line.get(kLong).text, "ready 7");
  EXPECT_EQ(error.get(kLong).message, "Error: mine");
  expect(page()).console("ready 7").page_error("Error: mine").never().console("ready 8");
  EXPECT_THAT(error_of([](PageExpectation& e) { e.console("ready 8"); }).message(),
              HasSubstr("expected console line \"ready 8\" within 60 ms, but "));
  EXPECT_THAT(error_of([](PageExpectation& e) { e.page_error("other"); }).message(),
              HasSubstr("but there was only \"Error: mine\""));
  EXPECT_THAT(error_of([](PageExpectation& e) { e.console("ready 7"); }, true).message(),
              HasSubstr("expected no console line \"ready 7\""));
}

TEST_F(EventWaits, CatchANavigationThatTheActionCauses) {
  show("main",
       "<a href='http://other.test/stage.html'>Go</a><button onclick=\"history.pushState(0, '', "
       "'/here')\">Stay</button>");
  auto here = page().next_navigation();
  page().click(R"(button "Stay")");
  EXPECT_EQ(here.get(kLong), "http://top.test/here");
  auto there = page().next_navigation("http://other.test/*");
  page().click(R"(link "Go")");
  EXPECT_EQ(there.get(kLong), "http://other.test/stage.html");
  EXPECT_THAT(thrown_by([&] { page().next_navigation().get(kShort); }).message(),
              HasSubstr("but the page is at http://other.test/stage.html"));
}

TEST_F(EventWaits, CatchADialogThatTheActionCauses) {
  show("main", "<button onclick=\"confirm('Sure?')\">Ask</button>");
  auto dialog = page().next_dialog();
  auto other = page().next_dialog("Really?");
  page().click(R"(button "Ask")");
  EXPECT_EQ(dialog.get(kLong).message, "Sure?");
  EXPECT_EQ(dialog.get(kLong).type, "confirm");
  EXPECT_THAT(thrown_by([&] { other.get(kShort); }).message(), HasSubstr("but there was only confirm \"Sure?\""));
}

TEST_F(EventWaits, CatchAPopupThatTheActionCauses) {
  show("main", "<a target=_blank href='http://other.test/stage.html'>Open</a>");
  EXPECT_THAT(thrown_by([&] { page().next_popup().get(kShort); }).message(), HasSubstr("but no popup was opened"));
  auto popup = page().next_popup();
  page().click(R"(link "Open")");
  Page opened = popup.get(kLong);
  expect(opened).within(kLong).title("Stage");
}

TEST_F(EventWaits, CatchADownloadThatTheActionCauses) {
  show("main", "<a href=/file>Save</a>");
  auto file = page().next_download();
  EXPECT_THAT(thrown_by([&] { file.get(kShort); }).message(), HasSubstr("but none began"));
  page().click(R"(link "Save")");
  EXPECT_EQ(file.get(kLong).suggested_name, "hello.txt");
  EXPECT_EQ(file.get(kLong).url, "http://top.test/file");
}

TEST_F(EventWaits, CatchLoadStates) {
  page().evaluate("setTimeout(() => { location = 'http://other.test/stage.html' }, 10), 0");
  page().wait_for_url("http://other.test/*", {kLong});
  page().wait_for_load(LoadState::Committed, {kLong});
  page().wait_for_load(LoadState::DomReady, {kLong});
  page().wait_for_load(LoadState::Loaded, {kLong});
  EXPECT_EQ(page().evaluate("document.readyState"), "complete");
  page().network().wait_for_idle({kLong});
  EXPECT_EQ(thrown_by([&] { page().wait_for_url("*/nowhere", {kShort}); }).kind(), ErrorKind::Assertion);
}

TEST_F(EventWaits, ATimeoutNamesTheRequestsThatKeepAPageLoading) {
  page().evaluate(
      "const f = document.createElement('iframe'); f.src = 'http://other.test/silent'; document.body.append(f)");
  page().evaluate("setTimeout(() => { location = '/silent' }, 0), 0");
  auto request = page().next_request("http://top.test/silent");
  request.get(kLong);
  const Error idle = thrown_by([&] { page().network().wait_for_idle({kShort}); });
  EXPECT_EQ(idle.kind(), ErrorKind::Timeout);
  EXPECT_EQ(idle.message(), "the network was not quiet within 60 ms");
  EXPECT_THAT(idle.trail(), testing::Contains("pending: GET http://top.test/silent"));
  const Error load = thrown_by([&] { page().wait_for_load(LoadState::Loaded, {kShort}); });
  EXPECT_EQ(load.kind(), ErrorKind::Timeout);
  EXPECT_THAT(load.what(),
              AllOf(HasSubstr("was not loaded within 60 ms"), HasSubstr("going to http://top.test/silent")));
}

TEST_F(EventWaits, WaitForANumberOfFrames) {  // A7
  page().frames().wait_for(2, {kLong});
  page().evaluate(
      "setTimeout(() => { const f = document.createElement('iframe'); f.srcdoc = 'x'; stage.append(f) }, 20), 0");
  page().frames().wait_for(3, {kLong});
  const Error error = thrown_by([&] { page().frames().wait_for(9, {Milliseconds(300)}); });
  EXPECT_EQ(error.kind(), ErrorKind::Assertion);
  EXPECT_THAT(error.what(),
              AllOf(HasSubstr("expected 9 frames within 300 ms, but there are 3"), HasSubstr("\"Near\"")));
}

TEST_F(EventWaits, EndWithTheirPage) {
  auto request = page().next_request("*/order");
  {
    PageSession& target = engine_of(page());
    const cdp::Connection::EngineLock lock(target.connection());
    target.connection().send({"", "Target.closeTarget", {{"targetId", target.id()}}, nullptr});
  }
  EXPECT_EQ(thrown_by([&] { request.get(kLong); }).kind(), ErrorKind::SessionClosed);
  EXPECT_EQ(thrown_by([&] { page().wait_for_load(LoadState::Loaded, {kLong}); }).kind(), ErrorKind::SessionClosed);
}

// ——— how it looks ———

class Pictures : public BrowserTest {
 protected:
  void SetUp() override {
    BrowserTest::SetUp();
    folder_ = testing::TempDir() + "pictures-" + std::to_string(::getpid()) + "/";
    std::filesystem::create_directories(folder_);
    page().open("data:text/html,<body style='margin:0'><p id=x style='background:green;width:40px;height:40px'>");
  }
  void TearDown() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::remove_all(test_output_folder());
    BrowserTest::TearDown();
  }
  // Approves how the page looks now.
  std::string approved() {
    const std::string path = folder_ + "page.png";
    ::setenv("CASEMENT_APPROVE", "1", 1);
    expect(page()).within(kLong).screenshot(path);
    ::unsetenv("CASEMENT_APPROVE");
    return path;
  }
  std::string error_of_picture(const std::string& path) {
    try {
      expect(page()).within(1s).screenshot("css=#x", path, {});
    } catch (const Error& error) {
      return error.what();
    }
    return "it is the same";
  }
  std::string folder_;
};

TEST_F(Pictures, APageThatLooksAsApprovedPasses) {
  const std::string path = approved();
  expect(page()).within(kLong).screenshot(path);
  page().evaluate("x.style.background = 'blue'");
  expect(page()).within(kLong).never().screenshot(path);
  page().evaluate("setTimeout(() => { x.style.background = 'green' }, 30), 0");
  expect(page()).within(kLong).screenshot(path);
}

// Pixels that a script paints announce nothing: the picture is taken again all the same.
TEST_F(Pictures, ShowsWhatACanvasPaints) {
  page().evaluate(
      "document.body.innerHTML = '<canvas id=c width=40 height=40></canvas>',"
      "window.paint = colour => { const pen = c.getContext('2d'); pen.fillStyle = colour; pen.fillRect(0, 0, 40, 40) },"
      "paint('green'), 0");
  const std::string path = approved();
  page().evaluate("paint('blue')");
  expect(page()).within(kLong).never().screenshot(path);
  page().evaluate("setTimeout(() => paint('green'), 900), 0");  // long after the second look
  expect(page()).within(kLong).screenshot(path);
}

TEST_F(Pictures, CountsAndDrawsDifferences) {
  const std::string path = approved();
  page().evaluate("x.style.background = 'blue'");
  try {
    expect(page()).within(kShort).screenshot(path);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Assertion);
    EXPECT_THAT(error.message(), AllOf(HasSubstr("to look like " + path + " within 60 ms"),
                                       HasSubstr("1600 of 921600 pixels differ, within 0,0 to 39,39")));
    const std::string kept = test_output_folder().string();
    EXPECT_THAT(error.what(), AllOf(HasSubstr("how it looks now: " + kept + "/page.actual.png"),
                                    HasSubstr("what differs: " + kept + "/page.difference.png")));
    EXPECT_TRUE(std::filesystem::exists(kept + "/page.actual.png"));
  }
  // Beside the approved one, among the sources, nothing is put by itself.
  EXPECT_FALSE(std::filesystem::exists(folder_ + "page.actual.png"));
  EXPECT_THROW(expect(page()).within(kShort).screenshot(path, {.keep_in = folder_ + "kept"}), Error);
  EXPECT_TRUE(std::filesystem::exists(folder_ + "kept/page.difference.png"));
  expect(page()).within(kLong).screenshot(path, {0, 0.01}).screenshot(path, {255, 0});
}

TEST_F(Pictures, AMissingPictureIsReportedWithTheWayToApproveIt) {
  const std::string path = folder_ + "none.png";
  try {
    expect(page()).within(kLong).screenshot(path);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("there is no approved screenshot " + path), HasSubstr("CASEMENT_APPROVE=1")));
  }
  EXPECT_TRUE(std::filesystem::exists(test_output_folder() / "none.actual.png"));
  EXPECT_FALSE(std::filesystem::exists(folder_ + "none.actual.png"));
}

TEST_F(Pictures, ComparesOneElementAlone) {
  const std::string path = folder_ + "box.png";
  ::setenv("CASEMENT_APPROVE", "1", 1);
  expect(page()).within(kLong).screenshot("css=#x", path, {});
  ::unsetenv("CASEMENT_APPROVE");
  page().evaluate("document.body.append('more')");
  expect(page()).within(kLong).screenshot("css=#x", path, {});
  page().evaluate("x.style.width = '41px'");
  EXPECT_THAT(error_of_picture(path), HasSubstr("it is 41 × 40 pixels instead of 40 × 40"));
}

TEST_F(Pictures, AnElementThatIsNotThereDoesNotLookLikeAnything) {
  const std::string path = approved();
  page().evaluate("x.remove()");
  EXPECT_THAT(error_of_picture(path), HasSubstr("nothing matches it"));
}

TEST_F(Pictures, AFileThatIsNoPictureIsAnErrorAtOnce) {
  std::ofstream(folder_ + "text.png") << "hello";
  EXPECT_THAT(error_of_picture(folder_ + "text.png"), HasSubstr("text.png is not a picture"));
}

}  // namespace
}  // namespace casement::wait_specs
