// Archives of requests that answer later requests.
#include <casement/testing.h>

#include <filesystem>

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
  EXPECT_THAT(page().network().failed_requests().back().failure, HasSubstr("aborted by the route *"));
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
}

}  // namespace
