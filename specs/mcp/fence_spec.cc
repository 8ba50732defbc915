// Each way in which a page can send something, tried by a page against a server of this machine.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

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
    sockaddr_in own{};
    own.sin_family = AF_INET;
    own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof own;
    // UDP takes the port first: fewer programs use it.
    if (::bind(udp_.get(), reinterpret_cast<sockaddr*>(&own), size) != 0 ||
        ::getsockname(udp_.get(), reinterpret_cast<sockaddr*>(&own), &size) != 0 ||
        ::bind(tcp_.get(), reinterpret_cast<sockaddr*>(&own), size) != 0 || ::listen(tcp_.get(), 64) != 0) {
      throw std::runtime_error("no port");
    }
    port_ = ntohs(own.sin_port);
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

  UniqueFd tcp_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  UniqueFd udp_{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
  UniqueFd stop_;
  int port_ = 0;
  std::atomic<int> arrived_ = 0;
  std::thread thread_;
};

// `to` is the address of the server; what a way returns is waited for. The words at the end say that it was tried.
constexpr const char* kPage = R"(<!doctype html><title>Ways</title><p id=said>trying</p><script>
const [way, port] = location.search.slice(1).split('-');
const to = `http://127.0.0.1:${port}/`;
const after = ms => new Promise(done => setTimeout(done, ms));
const element = (name, values) => new Promise(done => {
  const made = Object.assign(document.createElement(name), values);
  made.onload = made.onerror = done;
  document.body.append(made);
});
const markup = html => { document.body.insertAdjacentHTML('beforeend', html); };
const script = text => URL.createObjectURL(new Blob([text], {type: 'text/javascript'}));
const inWorker = `fetch('${to}', {mode: 'no-cors'}).catch(() => 0)`;
const rtc = async url => {
  const peer = new RTCPeerConnection({iceServers: [{urls: url, username: 'u', credential: 'c'}]});
  peer.createDataChannel('x');
  await peer.setLocalDescription(await peer.createOffer());
};
const ways = {
  fetch: () => fetch(to, {mode: 'no-cors'}),
  preflight: () => fetch(to, {method: 'PUT', headers: {'X-A': 'b'}}),
  xhr: () => new Promise(done => {
    const asked = new XMLHttpRequest(); asked.onloadend = done; asked.open('GET', to); asked.send(); }),
  image: () => element('img', {src: to}),
  script: () => element('script', {src: to}),
  module: () => import(to),
  style: () => element('link', {rel: 'stylesheet', href: to}),
  background: () => markup(`<div style="background: url(${to}); height: 9px">x</div>`),
  font: () => new FontFace('f', `url(${to})`).load(),
  frame: () => element('iframe', {src: to}),
  object: () => element('object', {data: to}),
  embed: () => element('embed', {src: to}),
  video: () => markup(`<video src="${to}" preload=auto></video>`),
  audio: () => new Audio(to).play(),
  beacon: () => navigator.sendBeacon(to, 'x'),
  keepalive: () => fetch(to, {mode: 'no-cors', keepalive: true, method: 'POST'}),
  events: () => { new EventSource(to); },
  socket: () => { new WebSocket(to.replace('http', 'ws')); },
  worker: () => { new Worker(script(inWorker)); },
  moduleworker: () => { new Worker(script(`import '${to}'`), {type: 'module'}); },
  sharedworker: () => { new SharedWorker(script(inWorker)); },
  preconnect: () => markup(`<link rel=preconnect href="${to}">`),
  preload: () => markup(`<link rel=preload as=fetch href="${to}">`),
  prefetch: () => markup(`<link rel=prefetch href="${to}">`),
  sandbox: () => markup(`<iframe sandbox="allow-scripts" srcdoc="<img src='${to}'><script>${inWorker}</scr` + 'ipt>"></iframe>'),
  form: () => { markup(`<iframe name=f></iframe><form method=post action="${to}" target=f></form>`); document.forms[0].submit(); },
  refresh: () => markup(`<iframe srcdoc="<meta http-equiv=refresh content='0;url=${to}'>"></iframe>`),
  popup: () => { open(to); },
  ping: () => { markup(`<a id=p href="#x" ping="${to}">x</a>`); document.querySelector('#p').click(); },
  stun: () => rtc(`stun:127.0.0.1:${port}`),
  turn: () => rtc(`turn:127.0.0.1:${port}?transport=tcp`),
};
(async () => {
  try { await Promise.race([ways[way](), after(2000)]); } catch {}
  await after(600);
  document.querySelector('#said').textContent = 'tried it';
})();
</script>)";

constexpr std::array kWays = {
    "fetch",   "preflight", "xhr",     "image",        "script",       "module",     "style",   "background",
    "font",    "frame",     "object",  "embed",        "video",        "audio",      "beacon",  "keepalive",
    "events",  "socket",    "worker",  "moduleworker", "sharedworker", "preconnect", "preload", "prefetch",
    "sandbox", "form",      "refresh", "popup",        "ping",         "stun",       "turn"};

class AgentFence : public ::testing::Test {
 protected:
  AgentFence() {
    std::filesystem::create_directories(folder_ / "site");
    std::ofstream(folder_ / "site.yaml") << "hosts:\n  ways.test: site\n";
    std::ofstream(folder_ / "site/index.html") << kPage;
  }
  ~AgentFence() override { std::filesystem::remove_all(folder_); }

  static std::string page_of(std::string_view way, const PrivateServer& server) {
    return "http://ways.test/?" + std::string(way) + "-" + std::to_string(server.port());
  }

  // The ways by which something came.
  std::vector<std::string> ways_that_arrive(std::vector<std::string> options) const {
    options.insert(options.end(), {"--site", folder_.string(), "--output", folder_.string()});
    McpClient client(options);
    client.open();
    std::vector<std::string> arrived;
    for (const char* way : kWays) {
      PrivateServer server;
      client.call("browser_navigate", {{"url", page_of(way, server)}});
      client.call("wait_for", {{"text", "tried it"}});
      if (server.arrived() > 0) arrived.emplace_back(way);
    }
    return arrived;
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / ("fence-" + std::to_string(::getpid()));
};

TEST_F(AgentFence, LetsNothingReachAPrivateServerInAnyWay) {
  EXPECT_THAT(ways_that_arrive({}), testing::IsEmpty());
}

TEST_F(AgentFence, LetsEachWayThroughIfPrivateAddressesAreAllowed) {
  EXPECT_THAT(ways_that_arrive({"--allow-private"}),
              testing::IsSupersetOf({"fetch", "image", "frame", "worker", "sharedworker", "sandbox", "socket",
                                     "preconnect", "popup", "turn"}));
}

TEST_F(AgentFence, HoldsForFlowsThatAnAgentRuns) {
  PrivateServer server;
  std::ofstream out(folder_ / "a.flow.yaml");
  out << "flow: Ways\nsite: " << folder_.string() << "\nsteps:\n";
  for (const char* way : {"fetch", "frame", "sharedworker", "sandbox", "socket", "preconnect", "stun", "turn"}) {
    out << "  - open: " << page_of(way, server) << "\n  - expect: {target: css=#said, text: tried it}\n";
  }
  out.close();
  McpClient client({"--output", folder_.string()});
  client.open();
  const std::string said = client.done("flow_run", {{"path", "a.flow.yaml"}});
  EXPECT_THAT(said, HasSubstr("1 of 1 cases passed"));
  EXPECT_EQ(server.arrived(), 0);
}

}  // namespace
}  // namespace casement::specs
