// The relays of a process that uses a shared browser: the daemon of the browser gives the process the key that the
// browser trusts. A browser that another program has started does not trust any key of Casement.
#include <casement/testing.h>

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <thread>
#include <tuple>

#include "casement/base/unique_fd.h"
#include "casement/process/browser_daemon.h"
#include "casement/process/browser_lease.h"
#include "casement/relay/relay_certificate.h"
#include "specs/browser/socket_openers.h"
#include "specs/support/mutual_tls_server.h"
#include "specs/support/patience.h"

namespace {

using namespace casement;
using specs::MadeCertificates;
using specs::MutualTlsServer;
using testing::HasSubstr;

constexpr std::chrono::seconds kTimeOfSharedBrowser{30};

// A daemon on a thread, and its browser, which knows the hosts of the site.
class ThreadOfDaemon {
 public:
  explicit ThreadOfDaemon(const LaunchOptions& launch) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    stopped_ = UniqueFd(ends[0]);
    running_ = UniqueFd(ends[1]);
    daemon_.emplace(BrowserDaemonOptions{
        .state_file = file_, .launch = launch, .relay_certificate = relay::make_relay_certificate()});
    thread_ = std::thread([this] { daemon_->run(stopped_.get()); });
  }
  ~ThreadOfDaemon() {
    running_.reset();
    thread_.join();
  }
  ThreadOfDaemon(const ThreadOfDaemon&) = delete;
  ThreadOfDaemon& operator=(const ThreadOfDaemon&) = delete;

  const std::string& state_file() const { return file_; }
  std::string endpoint() const { return lease_browser(file_, Deadline::in(kTimeOfSharedBrowser)).endpoint; }

 private:
  const std::string file_ =
      (std::filesystem::temp_directory_path() / ("casement-relays-" + std::to_string(::getpid()))).string();
  UniqueFd stopped_, running_;
  std::optional<BrowserDaemon> daemon_;
  std::thread thread_;
};

class SharedRelays : private specs::TrustedAuthority, public SocketOpeners {
 protected:
  using specs::TrustedAuthority::made_;

  void SetUp() override {
    SocketOpeners::SetUp();
    LaunchOptions launch;
    launch.host_resolver_rules = site().host_resolver_rules();
    launch.trusted_keys = {site().certificate_pin()};
    daemon_.emplace(launch);
    relay_.serve_hosts(site().host_resolver_rules());
  }
  Browser shared_browser() {
    ::setenv(kSharedBrowserVariable, daemon_->state_file().c_str(), 1);
    const Browser browser = Browser::obtain();
    ::unsetenv(kSharedBrowserVariable);
    EXPECT_TRUE(browser.shared());
    return browser;
  }
  std::string live() const { return "wss" + server_.origin().substr(5) + "/socket"; }
  // A page that connects to the server's socket in `opener`, and sends what it gets.
  void connect_in(Page page, Opener opener) {
    run_in(page, opener,
           "const socket = new WebSocket('" + live() +
               "');"
               "socket.onmessage = event => socket.send('got ' + event.data);");
  }

  SocketRelay relay_;
  MutualTlsServer server_{made_, {.requires_certificate = false}};
  std::optional<ThreadOfDaemon> daemon_;
};

class SharedRelaysEverywhere : public SharedRelays, public testing::WithParamInterface<Opener> {};

INSTANTIATE_TEST_SUITE_P(In, SharedRelaysEverywhere,
                         testing::Values(Opener::Page, Opener::FrameOfAnotherSite, Opener::DedicatedWorker,
                                         Opener::SharedWorker, Opener::ServiceWorker),
                         opener_name);

TEST_P(SharedRelaysEverywhere, RouteSecureSockets) {
  const Browser browser = shared_browser();
  RoutedSocket routed = relay_.route(live(), [](const RoutedMessage& message) {
    return message.data == "nobody" ? SocketAnswer::text("changed") : SocketAnswer::pass();
  });
  connect_in(browser.new_context({.socket_proxy = relay_.proxy()}).new_page(), GetParam());
  EXPECT_EQ(routed.wait_for_message().data, "got changed");
  EXPECT_THAT(relay_.unused_lines(), testing::IsEmpty());
}

TEST_P(SharedRelaysEverywhere, PresentClientCertificates) {
  const Browser browser = shared_browser();
  ContextOptions options{
      .client_certificates = {
          {.origin = server_.origin(), .certificate = made_.ada->path(), .key = made_.ada->key_path()}}};
  // The page of a service worker needs https, and only this relay knows the hosts of the site.
  if (GetParam() == Opener::ServiceWorker) options.socket_proxy = relay_.proxy();
  const Page page = browser.new_context(options).new_page();
  run_in(page, GetParam(),
         "const socket = new WebSocket('" + live() + "'); socket.onmessage = event => fetch('" + server_.origin() +
             "/heard?' + event.data, {mode: 'no-cors'});");
  EXPECT_TRUE(server_.wait_for("ada GET /heard?ada", specs::soon(std::chrono::seconds(10))));
}

TEST_F(SharedRelays, OfTwoProcessesShowOneCertificate) {
  const BrowserLease one = lease_browser(daemon_->state_file(), Deadline::in(kTimeOfSharedBrowser));
  const BrowserLease two = lease_browser(daemon_->state_file(), Deadline::in(kTimeOfSharedBrowser));
  ASSERT_TRUE(one.relay_certificate && two.relay_certificate);
  EXPECT_EQ(one.relay_certificate->pin, two.relay_certificate->pin);
  EXPECT_NE(one.relay_certificate->pin, relay::relay_certificate().pin);
}

// The first browser that uses a relay decides about its certificate. The other one asks.
TEST_F(SharedRelays, ServeABrowserOfTheProcessToo) {
  RoutedSocket routed = relay_.route(live());
  const Browser other = shared_browser();
  connect_in(other.new_context({.socket_proxy = relay_.proxy()}).new_page(), Opener::SharedWorker);
  EXPECT_EQ(routed.wait_for_message().data, "got nobody");
  connect_in(browser().new_context({.socket_proxy = relay_.proxy()}).new_page(), Opener::DedicatedWorker);
  EXPECT_EQ(routed.wait_for_message().data, "got nobody");
}

TEST_F(SharedRelays, NameTheSocketOfAWorkerInABrowserThatDoesNotTrustThem) {
  relay_.route(live());
  const Browser attached = Browser::attach(daemon_->endpoint());
  const Page page = attached.new_context({.socket_proxy = relay_.proxy()}).new_page();
  serve(
      "top.test", "/worker.js",
      "onconnect = event => { new WebSocket('" + live() + "').onerror = () => event.ports[0].postMessage('failed'); };",
      "text/javascript");
  serve("top.test", "/start",
        page_with("new SharedWorker('/worker.js').port.onmessage = event => { document.title = event.data; }"),
        "text/html");
  page.open("http://top.test/start");
  expect(page).title("failed");
  EXPECT_THAT(relay_.unused_lines(),
              testing::ElementsAre(HasSubstr("Chrome refused the relay's certificate for " + live().substr(6, 15))));
  // In pages Chrome asks Casement.
  RoutedSocket routed = relay_.route(live());
  connect_in(page, Opener::DedicatedWorker);
  EXPECT_EQ(routed.wait_for_message().data, "got nobody");
}

enum class Relay { Sockets, Certificates };

// Whether Chrome trusts the relay, and what the relay is for.
class OthersBesideARelay : public SharedRelays, public testing::WithParamInterface<std::tuple<bool, Relay>> {};

INSTANTIATE_TEST_SUITE_P(Trusts, OthersBesideARelay,
                         testing::Combine(testing::Bool(), testing::Values(Relay::Sockets, Relay::Certificates)),
                         [](const auto& both) {
                           return std::string(std::get<0>(both.param) ? "Trusted" : "Unknown") +
                                  (std::get<1>(both.param) == Relay::Sockets ? "Sockets" : "Certificates");
                         });

TEST_P(OthersBesideARelay, FailWithTheErrorOfTheirCertificate) {
  const auto& [is_trusted, kind] = GetParam();
  const Browser browser = is_trusted ? shared_browser() : Browser::attach(daemon_->endpoint());
  ContextOptions options;
  if (kind == Relay::Sockets)
    options.socket_proxy = relay_.proxy();
  else
    options.client_certificates = {
        {.origin = "https://members.test", .certificate = made_.ada->path(), .key = made_.ada->key_path()}};
  const Page page = browser.new_context(options).new_page();
  site().route("top.test", "/to", redirects_to(server_.origin() + "/"));
  for (const std::string& url : {server_.origin() + "/", std::string("http://top.test/to")}) {
    try {
      page.open(url);
      ADD_FAILURE() << "the page was opened";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Navigation);
      EXPECT_THAT(error.message(), HasSubstr("net::ERR_CERT_AUTHORITY_INVALID")) << url;
    }
  }
  EXPECT_THAT(server_.requests(), testing::IsEmpty());
  page.open("http://top.test/plain.html");
}

}  // namespace
