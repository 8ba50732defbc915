// Workers of every kind: Chrome starts them held, as all that is attached to, and they have to run.
#include <casement/testing.h>

#include "casement/browser/page/page_session.h"

namespace {

using namespace casement;
using namespace std::chrono_literals;
using testing::HasSubstr;

// A page that shows what its worker says.
std::string page_with(const std::string& script) {
  return "<!doctype html><h1>Page</h1><p id=said>none</p><script>"
         "const said = what => { document.getElementById('said').textContent = 'got ' + what; };"
         "const script = source => URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));" +
         script + "</script>";
}

// Secure contexts, which service workers and worklets need.
class Workers : public SiteTest<"network"> {
 protected:
  void serve(const std::string& host, const std::string& path, const std::string& body,
             const std::string& type = "text/html") {
    site().route(host, path, answers_text(body, 200, type));
  }
  void open(const std::string& script) {
    serve("top.test", "/workers", page_with(script));
    page().open("https://top.test/workers");
  }
};

TEST_F(Workers, ADedicatedWorkerRunsInADataPage) {
  page().open(
      "data:text/html,<p id=o>none</p><script>const w=new Worker(URL.createObjectURL(new Blob(['postMessage(42)'])));"
      "w.onmessage=e=>o.textContent='got '+e.data</script>");
  expect(page()).shows("text \"got 42\"");
}

TEST_F(Workers, ADedicatedWorkerRuns) {
  open("new Worker(script('postMessage(42)')).onmessage = event => said(event.data)");
  expect(page()).shows("text \"got 42\"");
}

TEST_F(Workers, AModuleWorkerRuns) {
  open("new Worker(script('export {}; postMessage(42)'), { type: 'module' }).onmessage = event => said(event.data)");
  expect(page()).shows("text \"got 42\"");
}

TEST_F(Workers, AWorkerInAWorkerRuns) {
  open(
      "new Worker(script('new Worker(URL.createObjectURL(new Blob([\"postMessage(42)\"])))"
      ".onmessage = event => postMessage(event.data)')).onmessage = event => said(event.data)");
  expect(page()).shows("text \"got 42\"");
}

TEST_F(Workers, ASharedWorkerRuns) {
  serve("top.test", "/shared.js", "onconnect = event => event.ports[0].postMessage(42)", "text/javascript");
  open("new SharedWorker('/shared.js').port.onmessage = event => said(event.data)");
  expect(page()).shows("text \"got 42\"");
}

TEST_F(Workers, AServiceWorkerRunsAndAnswers) {
  serve("top.test", "/service.js",
        "oninstall = () => skipWaiting(); onactivate = event => event.waitUntil(clients.claim());"
        "onfetch = event => { if (event.request.url.endsWith('/answer')) event.respondWith(new Response('42')); }",
        "text/javascript");
  open(
      "navigator.serviceWorker.oncontrollerchange = async () => said(await (await fetch('/answer')).text());"
      "navigator.serviceWorker.register('/service.js')");
  expect(page()).shows("text \"got 42\"");
}

TEST_F(Workers, AServiceWorkersAnswersHaveTheirStatus) {
  serve("top.test", "/service.js",
        "oninstall = () => skipWaiting(); onactivate = event => event.waitUntil(clients.claim());"
        "onfetch = event => { const status = Number(new URL(event.request.url).searchParams.get('status'));"
        "  if (status > 0) event.respondWith(new Response('<h1>Served</h1>', { status, headers: { 'Content-Type': "
        "'text/html' } })); }",
        "text/javascript");
  open(
      "navigator.serviceWorker.oncontrollerchange = () => said('control');"
      "navigator.serviceWorker.register('/service.js')");
  expect(page()).shows("text \"got control\"");
  set_frame_policy({FramePolicy::OnFailure::Ignore});
  for (const int status : {200, 404}) {
    page().evaluate("document.body.innerHTML = '<iframe title=It src=/any?status=" + std::to_string(status) +
                    "></iframe>'; 0");
    expect(page()).shows("heading \"Served\"");
    const Snapshot s = page().snapshot();
    EXPECT_EQ(s.frames().back().status, status);
    EXPECT_EQ(s.frame_failures().size(), status == 404 ? 1u : 0u);
  }
  EXPECT_EQ(page().open("https://top.test/any?status=410").status, 410);
  EXPECT_THAT(page().snapshot().text(), testing::StartsWith("# status: 410"));
}

TEST_F(Workers, AWorkletRuns) {
  open(
      "new OfflineAudioContext(1, 128, 44100).audioWorklet"
      ".addModule(script('registerProcessor(\"x\", class extends AudioWorkletProcessor { process() {} })'))"
      ".then(() => said(42))");
  expect(page()).shows("text \"got 42\"");
}

TEST_F(Workers, AWorkerInAFrameOfAnotherSiteRuns) {
  serve("other.test", "/framed",
        page_with("new Worker(script('postMessage(42)')).onmessage = event => said(event.data)"));
  serve("top.test", "/", "<!doctype html><iframe title=Other src=https://other.test/framed></iframe>");
  page().open("https://top.test/");
  expect(page()).shows("text \"got 42\" in iframe \"Other\"");
}

TEST_F(Workers, AWorkerInAPopupRuns) {
  serve("top.test", "/popup", page_with("new Worker(script('postMessage(42)')).onmessage = event => said(event.data)"));
  open("");
  Awaited<Page> coming = page().next_popup();
  page().evaluate("void open('/popup')");
  expect(coming.get()).shows("text \"got 42\"");
}

// What each asks for, one in the other.
constexpr const char* kAsking =
    "const ask = `onmessage = event => fetch(event.data).then(answer => answer.text()).catch(() => 'refused')"
    ".then(text => postMessage(text));`;"
    "const outer = new Worker(script('const inner = new Worker(URL.createObjectURL(new Blob([' + JSON.stringify(ask) + "
    "'])));"
    "onmessage = event => fetch(event.data).then(answer => answer.text()).catch(() => \"refused\").then(text => {"
    " inner.onmessage = other => postMessage(text + \" and \" + other.data); inner.postMessage(event.data); });'));"
    "outer.onmessage = event => said(event.data);";

TEST_F(Workers, PassTheRoutesOfThePage) {
  page().network().route("*/data", RouteAnswer::text("routed"));
  open(kAsking);
  page().evaluate("outer.postMessage('https://top.test/data')");
  expect(page()).shows("text \"got routed and routed\"");
}

TEST_F(Workers, AreOfflineIfThePageIs) {
  serve("top.test", "/data", "served", "text/plain");
  open(kAsking);
  context().set_offline(true, 20s);
  page().evaluate("outer.postMessage('https://top.test/data')");
  expect(page()).shows("text \"got refused and refused\"");
  context().set_offline(false, 20s);
  page().evaluate("outer.postMessage('https://top.test/data')");
  expect(page()).shows("text \"got served and served\"");
}

TEST_F(Workers, AreOfflineFromTheBeginning) {
  serve("top.test", "/data", "served", "text/plain");
  Page hermit = user("hermit", {.offline = true}).page();
  hermit.open("data:text/html," +
              page_with(std::string("new Worker(script('fetch(\"https://top.test/data\", { mode: \"no-cors\" })"
                                    ".then(() => postMessage(\"served\"), () => postMessage(\"refused\"))')).onmessage "
                                    "= event => said(event.data)")));
  expect(hermit).shows("text \"got refused\"");
}

TEST_F(Workers, HaveTheOptionsOfTheirContext) {
  Page visitor =
      user("visitor", {.time_zone = "Asia/Tokyo", .user_agent = "Kettle/1", .extra_headers = {{"X-Shop", "blue"}}})
          .page();
  serve("top.test", "/workers",
        page_with("new Worker(script('fetch(\"https://top.test/asked\").then(() => postMessage([navigator.userAgent,"
                  "Intl.DateTimeFormat().resolvedOptions().timeZone].join(\" \")))'))"
                  ".onmessage = event => said(event.data)"));
  visitor.open("https://top.test/workers");
  expect(visitor).shows("text \"got Kettle/1 Asia/Tokyo\"");
  const ServedRequest asked = site().wait_for_request("top.test", "/asked", 20s);
  EXPECT_EQ(*asked.header("X-Shop"), "blue");
  EXPECT_EQ(*asked.header("User-Agent"), "Kettle/1");
}

class WorkerRequests : public Workers, public testing::WithParamInterface<std::pair<const char*, const char*>> {};

TEST_P(WorkerRequests, AreRecordedWithTheirWorker) {
  serve("top.test", "/worker.js", "fetch('/asked?by=worker').then(r => r.text())", "text/javascript");
  serve("top.test", "/outer.js", "new Worker('/worker.js')", "text/javascript");
  serve("top.test", "/asked", "an answer", "text/plain");
  open(GetParam().second);
  const auto asked = [&] {
    for (const RequestRecord& request : page().network().requests())
      if (request.url.ends_with("/asked?by=worker") && request.ended()) return std::optional(request);
    return std::optional<RequestRecord>();
  };
  expect(page()).within(20s).poll("the request of a worker", [&] { return asked().has_value(); });
  EXPECT_EQ(asked()->status, 200);
  EXPECT_EQ(asked()->content_type, "text/plain");
  EXPECT_EQ(asked()->place.worker, "https://top.test/worker.js");
  EXPECT_EQ(page().network().response_body(*asked()), "an answer");
  EXPECT_FALSE(asked()->response_headers.empty());
}

INSTANTIATE_TEST_SUITE_P(Of, WorkerRequests,
                         testing::Values(std::pair("Dedicated", "new Worker('/worker.js')"),
                                         std::pair("Nested", "new Worker('/outer.js')"),
                                         std::pair("Shared", "new SharedWorker('/worker.js')"),
                                         std::pair("Service", "navigator.serviceWorker.register('/worker.js')")),
                         [](const auto& kind) { return std::string(kind.param.first); });

// Posts the answer to each request that the page wants from it.
constexpr const char* kServant =
    "const ask = async url => { try { return await (await fetch(url)).text() } catch { return 'refused' } };"
    "onconnect = c => { c.ports[0].onmessage = async e => c.ports[0].postMessage(await ask(e.data)) };"
    "onmessage = async e => (e.source ?? self).postMessage(await ask(e.data));";
constexpr const char* kShared =
    "const port = new SharedWorker('/servant.js').port; port.onmessage = e => said(e.data);"
    "const ask = url => { port.postMessage(url) };";
constexpr const char* kService =
    "navigator.serviceWorker.onmessage = e => said(e.data);"
    "const ready = navigator.serviceWorker.register('/servant.js').then(() => navigator.serviceWorker.ready);"
    "const ask = url => { ready.then(it => it.active.postMessage(url)) };";

class RoutedWorkers : public Workers, public testing::WithParamInterface<std::pair<const char*, const char*>> {
 protected:
  void SetUp() override {
    Workers::SetUp();
    serve("top.test", "/servant.js", kServant, "text/javascript");
    serve("top.test", "/data", "served", "text/plain");
    serve("top.test", "/other", "served", "text/plain");
  }
  void expect_answer(const Page& asking, const std::string& answer) {
    asking.evaluate("said('nothing'); ask('/data')");
    expect(asking).within(20s).shows("text \"got " + answer + "\"");
  }
};

TEST_P(RoutedWorkers, AskTheRoutesOfTheirPage) {
  page().network().route("*/data", RouteAnswer::text("routed"));
  open(GetParam().second);
  expect_answer(page(), "routed");
  const auto routed = [&] {
    for (const RequestRecord& one : page().network().requests())
      if (one.url.ends_with("/data")) return one.answered_by_route;
    return false;
  };
  EXPECT_TRUE(routed());
  // A worker that runs already meets changes of the routes.
  page().network().route("*/data", RouteAnswer::abort());
  expect_answer(page(), "refused");
  page().network().unroute();
  expect_answer(page(), "served");
  page().network().route("*/data", [](const RouteRequest& request) {
    return RouteAnswer::text(request.place.worker.ends_with("/servant.js") ? "for a worker" : "for a page");
  });
  expect_answer(page(), "for a worker");
}

TEST_P(RoutedWorkers, AskTheRoutesOfOtherPagesOfTheOrigin) {
  page().network().route("*/nothing", RouteAnswer::abort());  // without a route, a shared worker may miss later routes
  open(GetParam().second);
  expect_answer(page(), "served");
  const Page second = context().new_page();
  second.network().route("*/data", RouteAnswer::text("second"));
  expect_answer(page(), "served");  // it shows no document of the origin yet
  serve("top.test", "/second", "<!doctype html>", "text/html");
  second.open("https://top.test/second");
  expect_answer(page(), "second");
  page().network().route("*/data", RouteAnswer::text("first"));
  expect_answer(page(), "first");
  page().network().unroute();
  second.close();
  expect_answer(page(), "served");
}

TEST_P(RoutedWorkers, GetTheirScriptFromARoute) {
  const std::string script = std::string(kServant).replace(0, std::string(kServant).find("onconnect"), "");
  page().network().route("*/servant.js", RouteAnswer::fulfil({.body = "const ask = async () => 'own';" + script,
                                                              .content_type = "text/javascript"}));
  open(GetParam().second);
  expect_answer(page(), "own");
}

TEST_P(RoutedWorkers, HaveTheHeadersAndTheUserAgentOfTheirContext) {
  Page visitor = user("visitor", {.user_agent = "Kettle/1", .extra_headers = {{"X-Shop", "blue"}}}).page();
  serve("top.test", "/workers", page_with(GetParam().second));
  visitor.open("https://top.test/workers");
  expect_answer(visitor, "served");
  const ServedRequest asked = site().wait_for_request("top.test", "/data", 20s);
  EXPECT_EQ(*asked.header("X-Shop"), "blue");
  EXPECT_EQ(*asked.header("User-Agent"), "Kettle/1");
}

INSTANTIATE_TEST_SUITE_P(Of, RoutedWorkers,
                         testing::Values(std::pair("Shared", kShared), std::pair("Service", kService)),
                         [](const auto& kind) { return std::string(kind.param.first); });

TEST_F(Workers, ThatSpinDoNotHoldUpARoute) {
  serve("top.test", "/shared.js", "for (;;);", "text/javascript");
  open("new SharedWorker('/shared.js'); said('on')");
  expect(page()).shows("text \"got on\"");
  page().network().route("*/data", RouteAnswer::text("routed"));
  EXPECT_EQ(page().evaluate("fetch('/data').then(r => r.text())").dump(), "\"routed\"");
}

TEST_F(Workers, RunByTheHundred) {
  open(
      "let sum = 0; for (let i = 0; i < 200; ++i) new Worker(script('postMessage(1); close()'))"
      ".onmessage = event => said(sum += event.data)");
  expect(page()).within(20s).shows("text \"got 200\"");
}

TEST_F(Workers, DoNotBlockSnapshotsWhileTheySpin) {
  serve("top.test", "/shared.js", "for (;;);", "text/javascript");
  open("for (let i = 0; i < 3; ++i) new Worker(script('for (;;);')); new SharedWorker('/shared.js'); said('on')");
  expect(page()).shows("text \"got on\"");
  EXPECT_THAT(page().snapshot().text(), HasSubstr("heading \"Page\""));
  page().open("https://top.test/workers?again");
  EXPECT_THAT(page().snapshot().text(), HasSubstr("heading \"Page\""));
}

}  // namespace
