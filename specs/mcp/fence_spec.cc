// Each way in which a page can send something, tried by a page against a server of this machine.
#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "specs/mcp/tool_calls.h"

namespace casement::specs {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

// Counts what comes over TCP and UDP at one port.
class PrivateServer {
 public:
  PrivateServer() : stop_(::eventfd(0, EFD_CLOEXEC)) {
    // A port that is free for TCP may be taken for UDP; the kernel gives another one then.
    for (int i = 0; i < 100 && port_ == 0; ++i) take_port();
    if (port_ == 0) throw std::runtime_error("no port");
    thread_ = std::thread([this] { serve(); });
  }
  ~PrivateServer() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(stop_.get(), &one, sizeof one);
    thread_.join();
  }
  int port() const { return port_; }
  int arrived() const { return arrived_; }

 private:
  void take_port() {
    tcp_ = UniqueFd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    udp_ = UniqueFd(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    sockaddr_in own{};
    own.sin_family = AF_INET;
    own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof own;
    if (::bind(tcp_.get(), reinterpret_cast<sockaddr*>(&own), size) != 0 || ::listen(tcp_.get(), 64) != 0 ||
        ::getsockname(tcp_.get(), reinterpret_cast<sockaddr*>(&own), &size) != 0 ||
        ::bind(udp_.get(), reinterpret_cast<sockaddr*>(&own), size) != 0) {
      return;
    }
    port_ = ntohs(own.sin_port);
  }

  void serve() {
    while (true) {
      std::array<pollfd, 3> watched{{{tcp_.get(), POLLIN, 0}, {udp_.get(), POLLIN, 0}, {stop_.get(), POLLIN, 0}}};
      ::poll(watched.data(), watched.size(), -1);
      if (watched[2].revents != 0) return;
      std::array<char, 2048> bytes{};
      if (watched[1].revents != 0) {
        ++arrived_;
        ::recv(udp_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
      }
      if (watched[0].revents == 0) continue;
      ++arrived_;
      const UniqueFd client(::accept4(tcp_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    }
  }

  UniqueFd tcp_;
  UniqueFd udp_;
  UniqueFd stop_;
  int port_ = 0;
  std::atomic<int> arrived_ = 0;
  std::thread thread_;
};

// `to` is the address of the server. Each way ends when Chrome has reported the end of its request to the page. The
// last words say that the way was tried.
constexpr const char* kPage = R"(<!doctype html><title>Ways</title><p id=said>trying</p><script>
const [way, port] = location.search.slice(1).split('-');
const to = `http://127.0.0.1:${port}/`;
const after = ms => new Promise(done => setTimeout(done, ms));
const event = (from, ...names) => new Promise(done => names.forEach(name => from.addEventListener(name, done)));
const element = (name, values) => {
  const made = Object.assign(document.createElement(name), values);
  const ends = event(made, 'load', 'error');
  document.body.append(made);
  return ends;
};
const markup = html => {
  document.body.insertAdjacentHTML('beforeend', html);
  return document.body.lastElementChild;
};
const timed = () => new Promise(done => new PerformanceObserver(list => {
  if (list.getEntries().some(one => one.name.startsWith(to))) done();
}).observe({type: 'resource', buffered: true}));
const script = text => URL.createObjectURL(new Blob([text], {type: 'text/javascript'}));
const asked = `fetch('${to}', {mode: 'no-cors'}).catch(() => 0)`;
const rtc = async url => {
  const peer = new RTCPeerConnection({iceServers: [{urls: url, username: 'u', credential: 'c'}]});
  peer.createDataChannel('x');
  const ends = new Promise(done => peer.addEventListener('icecandidate', one => one.candidate || done()));
  await peer.setLocalDescription(await peer.createOffer());
  await ends;
};
const ways = {
  fetch: () => fetch(to, {mode: 'no-cors'}),
  preflight: () => fetch(to, {method: 'PUT', headers: {'X-A': 'b'}}),
  xhr: () => { const asked = new XMLHttpRequest(); asked.open('GET', to); asked.send(); return event(asked, 'loadend'); },
  image: () => element('img', {src: to}),
  script: () => element('script', {src: to}),
  module: () => import(to),
  style: () => element('link', {rel: 'stylesheet', href: to}),
  background: () => { markup(`<div style="background: url(${to}); height: 9px">x</div>`); return timed(); },
  font: () => new FontFace('f', `url(${to})`).load(),
  frame: () => element('iframe', {src: to}),
  object: () => element('object', {data: to}),
  embed: () => element('embed', {src: to}),
  video: () => event(markup(`<video src="${to}" preload=auto></video>`), 'error'),
  audio: () => new Audio(to).play(),
  beacon: () => { navigator.sendBeacon(to, 'x'); return timed(); },
  keepalive: () => fetch(to, {mode: 'no-cors', keepalive: true, method: 'POST'}),
  events: () => event(new EventSource(to), 'error'),
  socket: () => event(new WebSocket(to.replace('http', 'ws')), 'close'),
  worker: () => event(new Worker(script(`${asked}.then(() => postMessage(1))`)), 'message'),
  moduleworker: () => event(new Worker(script(`import '${to}'`), {type: 'module'}), 'error'),
  sharedworker: () => {
    const {port} = new SharedWorker(script(`onconnect = one => ${asked}.then(() => one.ports[0].postMessage(1))`));
    port.start();
    return event(port, 'message');
  },
  preconnect: () => { markup(`<link rel=preconnect href="${to}">`); return after(300); },
  preload: () => event(markup(`<link rel=preload as=fetch href="${to}">`), 'load', 'error'),
  prefetch: () => event(markup(`<link rel=prefetch href="${to}">`), 'load', 'error'),
  sandbox: () => {
    markup(`<iframe sandbox="allow-scripts" srcdoc="<script>${asked}.then(() => parent.postMessage(1, '*'))</scr` +
           `ipt><img src='${to}'>"></iframe>`);
    return event(window, 'message');
  },
  form: () => {
    const frame = markup('<iframe name=f></iframe>');
    markup(`<form method=post action="${to}" target=f></form>`).submit();
    return event(frame, 'load');
  },
  refresh: async () => {
    const frame = markup(`<iframe srcdoc="<meta http-equiv=refresh content='0;url=${to}'>"></iframe>`);
    await event(frame, 'load');
    await event(frame, 'load');
  },
  popup: async () => {
    const popup = open(to);
    for (;;) {  // until it shows a document of another origin
      try { popup.document.title; } catch { return; }
      await after(20);
    }
  },
  cssimport: () => { markup(`<style>@import "${to}";</style>`); return timed(); },
  svgimage: () => event(markup(`<svg><image href="${to}"/></svg>`).firstChild, 'load', 'error'),
  poster: () => { markup(`<video poster="${to}"></video>`); return timed(); },
  track: () => {
    const video = markup(`<video crossorigin src=x><track default src="${to}"></video>`);
    video.textTracks[0].mode = 'showing';
    return event(video.firstChild, 'load', 'error');
  },
  imagebutton: () => { markup(`<form><input type=image src="${to}"></form>`); return timed(); },
  imageset: () => { markup(`<img srcset="${to} 1x">`); return timed(); },
  mask: () => { markup(`<div style="mask: url(${to}#m); height: 9px">x</div>`); return timed(); },
  download: () => {
    const frame = markup('<iframe name=d></iframe>');
    markup(`<a href="${to}" download target=d>x</a>`).click();
    return event(frame, 'load');
  },
  importedworker: () => event(new Worker(script(`try { importScripts('${to}') } catch {} postMessage(1)`)), 'message'),
  nestedworker: () => event(new Worker(script(
    `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(asked + '.then(() => postMessage(1))')}])))` +
    `.onmessage = () => postMessage(1)`)), 'message'),
  datasandbox: () => { markup(`<iframe sandbox src="data:text/html,<img src='${to}'>"></iframe>`); return after(500); },
  blobframe: () => {
    const text = new Blob([`<img src='${to}'>`], {type: 'text/html'});
    return event(markup(`<iframe src="${URL.createObjectURL(text)}"></iframe>`), 'load');
  },
  serviceworker: async () => {
    const {installing} = await navigator.serviceWorker.register(`worker.js?${port}`);
    while (!/activated|redundant/.test(installing.state)) await event(installing, 'statechange');
  },
  speculation: () => {
    const rules = Object.assign(document.createElement('script'), {type: 'speculationrules'});
    const list = [{source: 'list', urls: [to.replace('http', 'https')], eagerness: 'immediate'}];
    rules.textContent = JSON.stringify({prefetch: list, prerender: list});
    document.head.append(rules);
    return after(700);
  },
  webtransport: () => new WebTransport(to.replace('http', 'https')).ready,
  later: () => { fetchLater(to, {activateAfter: 0}); return after(300); },
  worklet: () => new AudioContext().audioWorklet.addModule(to),
  ping: () => { markup(`<a href="#x" ping="${to}">x</a>`).click(); return timed(); },
  stun: () => rtc(`stun:127.0.0.1:${port}`),
  turn: () => rtc(`turn:127.0.0.1:${port}?transport=tcp`),
};
(async () => {
  // If Chrome reports no end, the request has had this time.
  try { await Promise.race([ways[way](), after(2000)]); } catch {}
  document.querySelector('#said').textContent = `tried ${way}`;
})();
</script>)";

constexpr std::array kWays = {
    "fetch",       "preflight",     "xhr",         "image",        "script",         "module",       "style",
    "background",  "font",          "frame",       "object",       "embed",          "video",        "audio",
    "beacon",      "keepalive",     "events",      "socket",       "worker",         "moduleworker", "sharedworker",
    "preconnect",  "preload",       "prefetch",    "sandbox",      "form",           "refresh",      "popup",
    "ping",        "stun",          "turn",        "cssimport",    "svgimage",       "poster",       "track",
    "imagebutton", "imageset",      "mask",        "download",     "importedworker", "nestedworker", "datasandbox",
    "blobframe",   "serviceworker", "speculation", "webtransport", "later",          "worklet"};

// Those that only a page behind TLS has.
constexpr std::array<std::string_view, 5> kSecureWays = {"serviceworker", "speculation", "webtransport", "later",
                                                         "worklet"};

class AgentFence : public ::testing::Test {
 protected:
  AgentFence() {
    std::filesystem::create_directories(folder_ / "ways/site");
    std::ofstream(folder_ / "ways/site.yaml") << "hosts:\n  ways.test: site\n  safe.test: site\ntls: [safe.test]\n";
    std::ofstream(folder_ / "ways/site/index.html") << kPage;
    std::ofstream(folder_ / "ways/site/worker.js")
        << "const to = `http://127.0.0.1:${location.search.slice(1)}/`;\n"
           "oninstall = one => one.waitUntil(fetch(to, {mode: 'no-cors'}).catch(() => 0));\n";
  }
  ~AgentFence() override { std::filesystem::remove_all(folder_); }

  static std::string page_of(std::string_view way, const PrivateServer& server) {
    const bool is_secure = std::ranges::find(kSecureWays, way) != kSecureWays.end();
    return (is_secure ? "https://safe.test/?" : "http://ways.test/?") + std::string(way) + "-" +
           std::to_string(server.port());
  }

  // The ways by which something came. Every server listens until Chrome has tried all ways.
  std::vector<std::string> ways_that_arrive(std::vector<std::string> options) const {
    options.insert(options.end(), {"--site", (folder_ / "ways").string(), "--output", folder_.string()});
    std::array<PrivateServer, kWays.size()> servers;
    McpClient client(options);
    client.open();
    client.done("browser_initialize");
    for (std::size_t i = 0; i < kWays.size(); ++i) {
      const std::string page = page_of(kWays[i], servers[i]);
      // The call fails if the page opened a popup that could not be loaded, so the text of the page is the evidence.
      client.call("browser_navigate", {{"page", "p1"}, {"url", page}});
      client.done("wait_for", {{"page", "p1"}, {"text", "tried " + std::string(kWays[i])}});
    }
    std::vector<std::string> arrived;
    for (std::size_t i = 0; i < kWays.size(); ++i) {
      if (servers[i].arrived() > 0) arrived.emplace_back(kWays[i]);
    }
    return arrived;
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / ("fence-" + std::to_string(::getpid()));
};

TEST_F(AgentFence, LetsNothingReachAPrivateServerInAnyWay) {
  EXPECT_THAT(ways_that_arrive({}), testing::IsEmpty());
}

// Some ways never arrive. Chrome sends no UDP behind a proxy (stun, webtransport), and it opened no connection ahead of
// a request (preconnect) or of a navigation to another site (speculation). For these, the spec above does not show who
// stopped them.
TEST_F(AgentFence, LetsEachWayThroughIfPrivateAddressesAreAllowed) {
  std::vector<std::string> expected(kWays.begin(), kWays.end());
  std::erase_if(expected, [](const std::string& way) {
    return way == "stun" || way == "preconnect" || way == "webtransport" || way == "speculation";
  });
  EXPECT_THAT(ways_that_arrive({"--allow-private"}), testing::IsSupersetOf(expected));
}

TEST_F(AgentFence, LetsAFixtureSiteBeOpenedByHttpAndByHttps) {
  std::ofstream(folder_ / "ways/site.yaml") << "hosts:\n  ways.test: site\n  safe.test: safe\ntls: [safe.test]\n";
  std::filesystem::create_directories(folder_ / "ways/safe");
  std::ofstream(folder_ / "ways/safe/index.html") << "<title>Safe</title><p>behind TLS</p>";
  McpClient client({"--site", (folder_ / "ways").string(), "--output", folder_.string()});
  client.open();
  EXPECT_THAT(client.done("browser_navigate", {{"url", "https://safe.test/"}}), HasSubstr("behind TLS"));
  EXPECT_THAT(client.done("browser_navigate", {{"url", "http://safe.test/"}}), HasSubstr("behind TLS"));
}

TEST_F(AgentFence, ReportsWhyAPageCannotBeOpened) {
  int dead = 0;
  {
    const PrivateServer server;
    dead = server.port();
  }
  McpClient client({"--allow-private", "--output", folder_.string()});
  client.open();
  const auto refused = client.call("browser_navigate", {{"url", fmt::format("http://127.0.0.1:{}/", dead)}});
  EXPECT_THAT(refused.dump(), HasSubstr(fmt::format("127.0.0.1:{}: no connection: Connection refused", dead)));
  const auto unknown = client.call("browser_navigate", {{"url", "http://nobody.invalid/"}});
  EXPECT_THAT(unknown.dump(), HasSubstr("nobody.invalid:80: unknown host name"));
}

TEST_F(AgentFence, AppliesToFlowsThatAnAgentRuns) {
  PrivateServer server;
  std::ofstream out(folder_ / "a.flow.yaml");
  out << "flow: Ways\nsite: ways\nsteps:\n";
  for (const char* way : {"fetch", "frame", "sharedworker", "sandbox", "socket", "preconnect", "stun", "turn"}) {
    out << "  - open: " << page_of(way, server) << "\n  - expect: {target: css=#said, text: tried " << way << "}\n";
  }
  out.close();
  McpClient client({"--output", folder_.string()}, CASEMENT_RUNNER, folder_.string());
  client.open();
  const std::string said = client.done("flow_run", {{"path", "a.flow.yaml"}});
  EXPECT_THAT(said, HasSubstr("1 of 1 cases passed"));
  EXPECT_EQ(server.arrived(), 0);
}

TEST_F(AgentFence, ReportsTheRefusedRequestToAFlowThatFails) {
  const PrivateServer server;
  std::ofstream(folder_ / "a.flow.yaml") << fmt::format("flow: Private\nsteps:\n  - open: http://127.0.0.1:{}/\n",
                                                        server.port());
  McpClient client({"--output", folder_.string()});
  client.open();
  const std::string said = client.call("flow_run", {{"path", "a.flow.yaml"}}).dump();
  EXPECT_THAT(said, HasSubstr(fmt::format("127.0.0.1:{}: blocked by the access rules: private", server.port())));
  EXPECT_EQ(server.arrived(), 0);
}

}  // namespace
}  // namespace casement::specs
