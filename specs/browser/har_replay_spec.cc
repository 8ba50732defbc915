// Archives of requests that answer later requests.
#include <casement/testing.h>

#include <filesystem>
#include <fstream>

namespace {

using namespace casement;
using testing::HasSubstr;

class HarReplays : public SiteTest<"network"> {
 protected:
  ~HarReplays() override { std::filesystem::remove(file_); }

  void serve(const std::string& host, const std::string& path, const std::string& body, const std::string& type) {
    site().route(host, path, answers_text(body, 200, type));
  }
  // Records a visit of a page with a frame of another site, a redirect and two equal requests with different answers.
  void record() {
    serve("top.test", "/",
          "<title>recorded</title><iframe src=http://other.test/frame></iframe><script>(async () => { "
          "const get = async (url, init) => (await fetch(url, init)).text(); document.title = [await "
          "get('/count'), await get('/count'), await get('/moved'), await get('/count', {method: 'POST', "
          "body: 'more'})].join() })()</script>",
          "text/html");
    serve("other.test", "/frame", "<h1>recorded frame</h1>", "text/html");
    site().route("top.test", "/moved", redirects_to("http://top.test/target"));
    serve("top.test", "/target", "target", "text/plain");
    auto count = std::make_shared<int>(0);
    page().network().route("*/count", [count](const RouteRequest& request) {
      return RouteAnswer::text(request.method + request.body + std::to_string(++*count));
    });
    page().network().record_har({.bodies = true});
    page().open("http://top.test/", {.wait_until = LoadState::Loaded});
    expect(page()).title(kTitle);
    page().network().save_har(file_);
    page().network().unroute();
    site().reset();
  }

  static constexpr const char* kTitle = "GET1,GET2,target,POSTmore3";
  const std::string file_ = testing::TempDir() + "casement_replay_" + std::to_string(::getpid()) + ".har";
};

TEST_F(HarReplays, AnswerEverythingOfAVisit) {
  record();
  const Page again = page().context().new_page();
  again.network().replay_har(file_);
  again.open("http://top.test/");
  expect(again).title(kTitle);
  expect(again).shows("heading 'recorded frame'");
  EXPECT_EQ(again.network().failed_requests().size(), 0u);
  for (const RequestRecord& request : again.network().requests()) EXPECT_TRUE(request.answered_by_route) << request.url;
}

TEST_F(HarReplays, FailRequestsThatTheArchiveLacks) {
  record();
  page().network().replay_har(file_);
  page().open("http://top.test/");
  EXPECT_THAT(page().evaluate("fetch('/unknown').catch(e => e.message)").dump(), HasSubstr("Failed to fetch"));
  EXPECT_THAT(page().network().failed_requests().back().failure,
              HasSubstr("has no answer to GET http://top.test/unknown"));
}

TEST_F(HarReplays, CanLetOthersPass) {
  record();
  serve("top.test", "/unknown", "from the site", "text/plain");
  page().network().replay_har(file_, {.url = "*.test/*", .passes_others = true});
  page().open("http://top.test/plain.html");
  EXPECT_EQ(page().evaluate("Promise.all(['/count', '/unknown'].map(one => fetch(one).then(r => r.text())))").dump(),
            R"(["GET1","from the site"])");
}

TEST_F(HarReplays, RefuseFilesThatAreNoArchives) {
  EXPECT_THROW(page().network().replay_har("/no/such.har"), Error);
  EXPECT_THROW(context().replay_har("/no/such.har"), Error);
  std::ofstream(file_) << "<html>";
  const auto kind = [](const auto& call) {
    try {
      call();
    } catch (const Error& error) {
      return error.kind();
    }
    return ErrorKind::Internal;
  };
  EXPECT_EQ(kind([&] { context().replay_har(file_); }), ErrorKind::Usage);
  EXPECT_EQ(kind([&] { user("guest", {.har = HarFile{.file = file_}}).page(); }), ErrorKind::Usage);
  std::ofstream(file_, std::ios::trunc) << R"({"log":{"entries":[]}})";
  EXPECT_EQ(kind([&] { context().replay_har(file_); }), ErrorKind::Usage);
  EXPECT_EQ(kind([&] { context().replay_har(file_, {.url = "/x"}); }), ErrorKind::Usage);
}

TEST_F(HarReplays, OfAContextAnswerItsPagesPopupsAndFrames) {
  record();
  const Page first = page();
  context().replay_har(file_);
  first.open("http://top.test/");
  expect(first).title(kTitle);
  expect(first).shows("heading 'recorded frame'");
  Awaited<Page> coming = first.next_popup();
  first.evaluate("void open('http://top.test/target')");
  const Page popup = coming.get();
  expect(popup).shows("text 'target'");
  const Page later = context().new_page();
  later.open("http://other.test/frame");
  expect(later).shows("heading 'recorded frame'");
  // The routes of a page come first.
  later.network().route("*/frame", RouteAnswer::fulfil({.body = "<h1>routed</h1>", .content_type = "text/html"}));
  later.reload();
  expect(later).shows("heading 'routed'");
}

TEST_F(HarReplays, FollowRedirectsOfNavigations) {
  record();
  context().replay_har(file_);
  page().open("http://other.test/frame");
  EXPECT_EQ(page().open("http://top.test/moved").url, "http://top.test/target");
  EXPECT_EQ(page().reload().url, "http://top.test/target");
  EXPECT_EQ(page().back()->url, "http://other.test/frame");
  EXPECT_EQ(page().forward()->url, "http://top.test/target");
}

TEST_F(HarReplays, OfAContextBeginWithIt) {
  record();
  const Page guest = user("guest", {.har = HarFile{.file = file_}}).page();
  guest.open("http://top.test/");
  expect(guest).title(kTitle);
  EXPECT_EQ(guest.evaluate("fetch('/unknown').catch(() => 'refused')").dump(), "\"refused\"");
  const Page other = user("other", {.har = HarFile{.file = file_, .url = "*/frame", .passes_others = true}}).page();
  serve("top.test", "/", "<title>from the site</title><iframe src=http://other.test/frame></iframe>", "text/html");
  other.open("http://top.test/");
  EXPECT_EQ(other.title(), "from the site");
  expect(other).shows("heading 'recorded frame'");
}

TEST_F(HarReplays, AnswerFormsWhoseBoundaryDiffers) {
  serve("top.test", "/form", "got it", "text/plain");
  page().network().record_har({.bodies = true});
  page().open("http://top.test/plain.html");
  const char* const send =
      "(() => { const form = new FormData(); form.append('tea', 'Assam');"
      " return fetch('/form', { method: 'POST', body: form }).then(r => r.text(), () => 'refused') })()";
  EXPECT_EQ(page().evaluate(send).dump(), "\"got it\"");
  page().network().save_har(file_);
  site().reset();
  context().replay_har(file_, {.url = "*/form"});
  EXPECT_EQ(page().evaluate(send).dump(), "\"got it\"");
}

// A page with a worker of each kind, which asks for its data and tells the page.
constexpr const char* kWorkersPage =
    "<!doctype html><p id=said></p><script>const said = what => { document.getElementById('said').textContent += what "
    "+ "
    "' '; };"
    "new Worker('/ask.js?dedicated').onmessage = e => said(e.data);"
    "new SharedWorker('/ask.js?shared').port.onmessage = e => said(e.data);"
    "navigator.serviceWorker.onmessage = e => said(e.data);"
    "navigator.serviceWorker.register('/ask.js?service').then(async () => (await "
    "navigator.serviceWorker.ready).active.postMessage(1));</script>";
constexpr const char* kAskingWorker =
    "const kind = location.search.slice(1);"
    "const data = fetch('/data?' + kind, { method: 'POST', body: 'from ' + kind }).then(r => r.text(), () => "
    "'refused');"
    "if (kind === 'dedicated') data.then(text => postMessage(text));"
    "onconnect = e => data.then(text => e.ports[0].postMessage(text));"
    "onmessage = e => data.then(text => e.source.postMessage(text));";

TEST_F(HarReplays, AnswerWorkersOfEveryKind) {
  serve("top.test", "/workers", kWorkersPage, "text/html");
  serve("top.test", "/ask.js", kAskingWorker, "text/javascript");
  for (const char* const kind : {"dedicated", "shared", "service"})
    page().network().route(std::string("*/data?") + kind, RouteAnswer::text(std::string(kind) + "-data"));
  page().network().record_har({.bodies = true});
  page().open("https://top.test/workers");
  const auto shows_all = [](const Page& shown) {
    for (const char* const kind : {"dedicated", "shared", "service"})
      expect(shown).within(std::chrono::seconds(20)).shows("text /" + std::string(kind) + "-data/");
  };
  shows_all(page());
  expect(page()).poll("the ends of all requests", [&] {
    std::size_t ended = 0;
    for (const RequestRecord& one : page().network().requests())
      ended += one.url.find("/data?") != one.url.npos && one.ended();
    return ended == 3;
  });
  const JsonValue har = page().network().har();
  for (const char* const kind : {"dedicated", "shared", "service"}) {
    bool found = false;
    for (std::size_t i = 0; i < har.at("log").at("entries").size(); ++i) {
      const JsonValue& entry = har.at("log").at("entries").at(i);
      if (entry.at("request").at("url") != std::string("https://top.test/data?") + kind) continue;
      found = true;
      EXPECT_EQ(entry.at("request").at("postData").at("text"), std::string("from ") + kind);
      EXPECT_EQ(entry.at("response").at("content").at("text"), std::string(kind) + "-data");
      EXPECT_EQ(entry.at("_worker"), std::string("https://top.test/ask.js?") + kind);
    }
    EXPECT_TRUE(found) << kind;
  }
  page().network().save_har(file_);
  site().reset();
  const Page again = user("again", {.har = HarFile{.file = file_}}).page();
  again.open("https://top.test/workers");
  shows_all(again);
}

}  // namespace
