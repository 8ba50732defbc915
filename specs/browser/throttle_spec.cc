// A slower network for some addresses, and a slower processor.
#include <casement/testing.h>

#include <algorithm>

namespace {

using namespace casement;
using namespace std::chrono_literals;
using testing::HasSubstr;

class Throttling : public SiteTest<"network"> {
 protected:
  void SetUp() override {
    SiteTest::SetUp();
    for (const char* const host : {"top.test", "other.test"}) {
      serve(host, "/fast", "fast");
      serve(host, "/slow", "slow");
    }
    serve("top.test", "/big", std::string(20'000, 'x'));
    page().open("https://top.test/plain.html");
  }
  void serve(const std::string& host, const std::string& path, const std::string& body) {
    site().route(
        host, path,
        answers_text(body).with_header("Access-Control-Allow-Origin", "*").with_header("Timing-Allow-Origin", "*"));
  }
  // The text that arrives first.
  std::string first_of(const std::string& one, const std::string& other) {
    return page()
        .evaluate("Promise.race(['" + one + "', '" + other + "'].map(url => fetch(url).then(r => r.text())))")
        .get<std::string>();
  }
  // Milliseconds until the head or the whole of a response.
  double duration(const std::string& url, const std::string& until) {
    return page()
        .evaluate("(async () => { const from = performance.now(); const answer = await fetch('" + url + "'); " +
                  (until == "head" ? "" : "await answer.text(); ") + "return performance.now() - from; })()")
        .get<double>();
  }
};

TEST_F(Throttling, SlowsDownSomeAddresses) {
  page().network().throttle({.url = "https://other.test/*", .latency = 60s});
  EXPECT_EQ(first_of("https://other.test/slow", "https://top.test/fast"), "fast");
  page().network().throttle({.url = "*/slow", .latency = 60s});
  EXPECT_EQ(first_of("/slow", "/fast"), "fast");
  EXPECT_TRUE(page().network().unthrottle("*/slow"));
  EXPECT_FALSE(page().network().unthrottle("*/slow"));
  EXPECT_EQ(page().evaluate("fetch('/slow').then(r => r.text())").dump(), "\"slow\"");
}

TEST_F(Throttling, HasItsLatencyAndRate) {
  page().network().throttle({.latency = 300ms});
  EXPECT_GE(duration("/fast", "head"), 290);
  page().network().throttle({.download = 20'000});
  EXPECT_GE(duration("/big", "whole"), 800);
  page().network().unthrottle();
  page().network().throttle({.url = "https://top.test/b*", .download = 20'000});
  EXPECT_GE(duration("/big", "whole"), 800);
}

TEST_F(Throttling, HoldsInFramesPopupsAndLaterPages) {
  page().network().throttle({.url = "*/slow", .latency = 300ms});
  page().evaluate(
      "document.body.append(Object.assign(document.createElement('iframe'), { title: 'Api', src: "
      "'https://other.test/guest.html' })), 0");
  const char* const measure =
      "(async () => { const from = performance.now(); await fetch('/slow'); return performance.now() - from >= 290; "
      "})()";
  page().frames().wait_for(1);
  EXPECT_EQ(page().frames().evaluate("Api", measure).dump(), "true");
  Awaited<Page> coming = page().next_popup();
  page().evaluate("void open('https://top.test/plain.html')");
  const Page popup = coming.get();
  popup.wait_for_load();
  EXPECT_EQ(popup.evaluate(measure).dump(), "true");
  const Page later = context().new_page();
  later.open("https://other.test/guest.html");
  EXPECT_EQ(later.evaluate(measure).dump(), "true");
}

TEST_F(Throttling, HoldsInDedicatedAndServiceWorkers) {
  site().route(
      "top.test", "/worker.js",
      answers_text(
          "const ask = async () => { const from = performance.now(); await (await fetch('/slow')).text(); return "
          "performance.now() - from >= 290 ? 'slow' : 'fast'; };"
          "onmessage = async e => (e.source ?? self).postMessage(await ask());",
          200, "text/javascript"));
  page().network().throttle({.url = "*/slow", .latency = 300ms});
  EXPECT_EQ(page()
                .evaluate("new Promise(done => { const worker = new Worker('/worker.js'); worker.onmessage = e => "
                          "done(e.data); worker.postMessage(1); })")
                .dump(),
            "\"slow\"");
  EXPECT_EQ(page()
                .evaluate("new Promise(async done => { await navigator.serviceWorker.register('/worker.js'); "
                          "navigator.serviceWorker.onmessage = e => done(e.data); (await "
                          "navigator.serviceWorker.ready).active.postMessage(1); })")
                .dump(),
            "\"slow\"");
}

TEST_F(Throttling, StandsBesideOffline) {
  const char* const ask = "fetch('/slow').then(r => r.text(), () => 'refused')";
  page().network().throttle({.url = "*/slow", .latency = 300ms});
  context().set_offline(true);
  EXPECT_EQ(page().evaluate(ask).dump(), "\"refused\"");
  page().network().throttle({.latency = 10ms});
  EXPECT_EQ(page().evaluate(ask).dump(), "\"refused\"");
  page().network().unthrottle("*");
  context().set_offline(false);
  EXPECT_GE(duration("/slow", "head"), 290);
}

TEST_F(Throttling, BeginsWithTheContext) {
  const Page guest = user("guest", {.throttles = {{.url = "*/slow", .latency = 60s}}, .cpu_slowdown = 2}).page();
  guest.open("https://top.test/plain.html");
  EXPECT_EQ(guest.evaluate("Promise.race(['/slow', '/fast'].map(url => fetch(url).then(r => r.text())))").dump(),
            "\"fast\"");
}

TEST_F(Throttling, RefusesBadValues) {
  const auto message = [](const auto& call) {
    try {
      call();
    } catch (const Error& error) {
      return (error.kind() == ErrorKind::Usage ? "" : "not Usage: ") + error.message();
    }
    return std::string("none");
  };
  EXPECT_THAT(message([&] { page().network().throttle({.url = "api.test", .latency = 1ms}); }),
              HasSubstr("not 'api.test'"));
  EXPECT_THAT(message([&] { page().network().throttle({.download = -1}); }), HasSubstr("-1 bytes per second"));
  EXPECT_THAT(message([&] { context().set_cpu_slowdown(0.5); }), HasSubstr("0.5 times slower"));
  EXPECT_THAT(message([&] { user("guest", {.cpu_slowdown = 1000}).page(); }), HasSubstr("1000 times slower"));
}

// How much slower Chrome gets depends on the machine, so the spec looks at the commands to Chrome.
TEST_F(Throttling, SlowsDownTheProcessorOfPagesAndFramesOfOtherSites) {
  page().open("https://other.test/guest.html");
  page().evaluate(
      "document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://top.test/plain.html' }))");
  page().frames().wait_for(1);
  const Page second = context().new_page();
  second.open("https://top.test/plain.html");
  context().set_cpu_slowdown(2);
  const std::vector<std::string> newest = browser().transcript(12);
  EXPECT_EQ(std::ranges::count_if(newest,
                                  [](const std::string& line) {
                                    return line.starts_with("→ ") && line.find("setCPUThrottlingRate") != line.npos;
                                  }),
            3)  // the page, its frame of another site, the second page
      << testing::PrintToString(newest);
}

}  // namespace
