// Servers that know a user by a certificate (mutual TLS): a server made of OpenSSL alone, and `openssl s_server`.
#include <casement/testing.h>

#include <cstdlib>
#include <filesystem>

#include "casement/base/file_text.h"
#include "casement/browser/values/page_environment.h"
#include "casement/http/client_identity.h"
#include "specs/browser/flow_in_chrome.h"
#include "specs/browser/socket_openers.h"
#include "specs/support/mutual_tls_server.h"
#include "specs/support/run_program.h"
#include "specs/support/scripted_http_server.h"

namespace {

using namespace casement;
using specs::MadeCertificate;
using specs::MadeCertificates;
using specs::MutualTlsServer;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::StartsWith;

ClientCertificate pem_of(const MadeCertificate& made, const std::string& origin) {
  return {.origin = origin, .certificate = made.path(), .key = made.key_path()};
}

class ClientCertificates : private specs::TrustedAuthority, public SocketOpeners {
 protected:
  ClientCertificates() { set_context_options({.client_certificates = {pem_of(*made_.ada, server_.origin())}}); }
  using specs::TrustedAuthority::made_;

  static std::string error_of(const Page& page, const std::string& url) {
    try {
      page.open(url);
      ADD_FAILURE() << url << " was opened: " << page.title();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Navigation);
      return error.full_text();
    }
    return "";
  }
  Page page_with(const ClientCertificate& certificate, ContextOptions options = {}) {
    options.client_certificates = {certificate};
    return browser().new_context(options).new_page();
  }

  MutualTlsServer server_{made_};
};

TEST_F(ClientCertificates, OpenPagesOfTheirOrigin) {
  page().open(server_.origin() + "/");
  expect(page()).title("Hello ada");
  EXPECT_EQ(page().evaluate("fetch('/more').then(answer => answer.text())"), "<title>Hello ada</title>");
  EXPECT_EQ(page().evaluate("isSecureContext"), true);
  EXPECT_THAT(server_.requests(), AllOf(Contains("ada GET /"), Contains("ada GET /more"), Each(StartsWith("ada "))));
  EXPECT_EQ(context().request({.url = server_.origin() + "/"}).body, "<title>Hello ada</title>");
}

TEST_F(ClientCertificates, AreReadFromEveryKindOfFile) {
  const ClientCertificate all[] = {
      {.origin = server_.origin(), .pkcs12 = made_.ada->pkcs12("secret"), .passphrase = "secret"},
      {.origin = server_.origin(),
       .certificate = made_.ada->path(),
       .key = made_.ada->encrypted_key("secret"),
       .passphrase = "secret"},
      {.origin = "HTTPS://LocalHost" + server_.origin().substr(server_.origin().rfind(':')),
       .certificate = *read_whole_file(made_.ada->path()) + *read_whole_file(made_.ada->key_path())}};
  for (const ClientCertificate& one : all) {
    const Page page = page_with(one);
    page.open(server_.origin() + "/");
    EXPECT_EQ(page.title(), "Hello ada");
    page.close();
  }
}

TEST_F(ClientCertificates, AreNotGivenToOthers) {
  MutualTlsServer other(made_, {.requires_certificate = false});
  const Page visitor = page_with(pem_of(*made_.ada, server_.origin()), {.ignore_https_errors = true});
  visitor.open(other.origin() + "/");
  EXPECT_EQ(visitor.title(), "Hello nobody");
  visitor.open(server_.origin() + "/to?" + other.origin() + "/target");
  EXPECT_EQ(visitor.title(), "Hello nobody");
  EXPECT_THAT(other.requests(), AllOf(Contains("nobody GET /target"), Each(StartsWith("nobody "))));
  EXPECT_THAT(server_.requests(), Contains(StartsWith("ada GET /to?")));
}

TEST_F(ClientCertificates, LeaveOtherAddressesAlone) {
  page().open("http://top.test/plain.html");
  page().open("https://top.test/plain.html");
  // The certificate of this server is invalid for Chrome, which sees it as it is.
  MutualTlsServer other(made_, {.requires_certificate = false});
  EXPECT_THAT(error_of(page(), other.origin()), HasSubstr("net::ERR_CERT_AUTHORITY_INVALID"));
  EXPECT_THAT(other.requests(), testing::IsEmpty());
}

TEST_F(ClientCertificates, AreAskedForByName) {
  const Page nobody = browser().new_context({.ignore_https_errors = true}).new_page();
  EXPECT_THAT(error_of(nobody, server_.origin()), AllOf(HasSubstr("net::ERR_BAD_SSL_CLIENT_AUTH_CERT"),
                                                        HasSubstr("the server asks for a client certificate")));
}

TEST(MissingClientCertificates, AreAReasonForAConnectionThatEnds) {
  const PageEnvironment environment;
  EXPECT_THAT(environment.help_for("https://shop.test/", "net::ERR_SOCKET_NOT_CONNECTED"),
              testing::ElementsAre(HasSubstr("as servers do that require a client certificate")));
  EXPECT_THAT(environment.help_for("http://shop.test/", "net::ERR_SOCKET_NOT_CONNECTED"), testing::IsEmpty());
}

TEST_F(ClientCertificates, OfEachUserAreTheirOwn) {
  const MadeCertificate bob(made_.folder, {.name = "bob", .issuer = &*made_.authority});
  const Page one = page_with(pem_of(*made_.ada, server_.origin()));
  const Page two = page_with(pem_of(bob, server_.origin()));
  one.open(server_.origin() + "/");
  two.open(server_.origin() + "/");
  EXPECT_EQ(one.title(), "Hello ada");
  EXPECT_EQ(two.title(), "Hello bob");
}

TEST_F(ClientCertificates, OfSeveralTheFirstForAnOriginCounts) {
  MutualTlsServer other(made_);
  const ContextOptions options{
      .client_certificates = {pem_of(*made_.stranger, "https://other.test"), pem_of(*made_.ada, other.origin()),
                              pem_of(*made_.ada, server_.origin()), pem_of(*made_.stranger, server_.origin())}};
  const Page page = browser().new_context(options).new_page();
  for (const std::string& origin : {server_.origin(), other.origin()}) {
    page.open(origin + "/");
    EXPECT_EQ(page.title(), "Hello ada");
  }
}

class RefusedCertificates : public ClientCertificates, public testing::WithParamInterface<int> {};

INSTANTIATE_TEST_SUITE_P(Tls, RefusedCertificates, testing::Values(TLS1_2_VERSION, TLS1_3_VERSION),
                         [](const auto& version) { return version.param == TLS1_2_VERSION ? "1_2" : "1_3"; });

TEST_P(RefusedCertificates, AreNamedWithTheReason) {
  MutualTlsServer server(made_, {.newest_tls = GetParam()});
  const Page good = page_with(pem_of(*made_.ada, server.origin()));
  good.open(server.origin() + "/");
  EXPECT_EQ(good.title(), "Hello ada");
  const std::string host = server.origin().substr(8);
  EXPECT_THAT(error_of(page_with(pem_of(*made_.stranger, server.origin())), server.origin()),
              AllOf(HasSubstr(host + " with the client certificate CN=stranger: "), HasSubstr("unknown ca")));
  EXPECT_THAT(error_of(page_with(pem_of(*made_.late, server.origin())), server.origin()),
              AllOf(HasSubstr(host + " with the client certificate CN=late, which expired on "),
                    HasSubstr("certificate expired")));
}

TEST_F(ClientCertificates, DoNotHideThatTheServersOwnIsInvalid) {
  ::unsetenv("SSL_CERT_FILE");
  EXPECT_THAT(error_of(page_with(pem_of(*made_.ada, server_.origin())), server_.origin()),
              AllOf(HasSubstr("with the client certificate CN=ada: "), HasSubstr("certificate")));
  EXPECT_THAT(server_.requests(), testing::IsEmpty());
  const Page trusting = page_with(pem_of(*made_.ada, server_.origin()), {.ignore_https_errors = true});
  trusting.open(server_.origin() + "/");
  EXPECT_EQ(trusting.title(), "Hello ada");
}

TEST_F(ClientCertificates, OfAServerThatEndsOrIsNotThereFailAtOnce) {
  MutualTlsServer mute(made_, {.ends_at_once = true});
  EXPECT_THAT(error_of(page_with(pem_of(*made_.ada, mute.origin())), mute.origin()), HasSubstr("net::ERR_"));
  std::string gone;
  {
    MutualTlsServer ended(made_);
    gone = ended.origin();
  }
  EXPECT_THAT(error_of(page_with(pem_of(*made_.ada, gone)), gone),
              HasSubstr("with the client certificate CN=ada: Connection refused"));
}

TEST_F(ClientCertificates, AreRefusedBeforeAPageIsOpened) {
  const auto problem = [&](const ClientCertificate& certificate) {
    try {
      browser().new_context({.client_certificates = {certificate}});
      ADD_FAILURE() << "a context was made";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage);
      return error.message();
    }
    return std::string();
  };
  EXPECT_THAT(problem(pem_of(*made_.ada, "http://shop.test")), HasSubstr("'http://shop.test' has no TLS"));
  for (const char* const origin : {"", "shop.test", "https://shop.test/"})
    EXPECT_THAT(problem(pem_of(*made_.ada, origin)),
                HasSubstr("client_certificates: '" + std::string(origin) + "' is"));
  EXPECT_THAT(problem({.origin = "https://shop.test", .certificate = "nothing.pem"}),
              HasSubstr("the client certificate for https://shop.test: cannot read 'nothing.pem'"));
}

TEST_F(ClientCertificates, GoThroughAProxy) {
  // A relay is a proxy that knows CONNECT.
  const SocketRelay proxy;
  const Browser browser = Browser::launch({.proxy_server = "http://" + proxy.proxy()});
  const ContextOptions options{.client_certificates = {pem_of(*made_.ada, server_.origin())}};
  const Page page = browser.new_context(options).new_page();
  page.open(server_.origin() + "/");
  EXPECT_EQ(page.title(), "Hello ada");

  std::string asked;
  specs::ScriptedHttpServer strict([&](const std::string& request) {
    asked = request.substr(0, request.find("\r\n"));
    return "HTTP/1.1 503 Not today\r\nContent-Length: 0\r\n\r\n";
  });
  const Browser other = Browser::launch({.proxy_server = strict.url()});
  EXPECT_THAT(error_of(other.new_context(options).new_page(), server_.origin()),
              HasSubstr("with the client certificate CN=ada: the proxy answered HTTP/1.1 503 Not today"));
  EXPECT_EQ(asked, "CONNECT " + server_.origin().substr(8) + " HTTP/1.1");

  const Browser socks = Browser::launch({.proxy_server = "socks5://127.0.0.1:9"});
  EXPECT_THROW(socks.new_context(options), Error);
}

// A Chrome that another program has started does not trust the relay's key: the arguments that come last count.
TEST_F(ClientCertificates, AreGivenByAChromeThatDoesNotKnowTheRelay) {
  const Browser browser = Browser::launch({.extra_arguments = {"--ignore-certificate-errors-spki-list=none"}});
  const Page page = browser.new_context({.client_certificates = {pem_of(*made_.ada, server_.origin())}}).new_page();
  page.open(server_.origin() + "/");
  EXPECT_EQ(page.title(), "Hello ada");
  EXPECT_EQ(page.evaluate("fetch('/more').then(answer => answer.status)"), 200);
  page.evaluate(
      "void (new WebSocket('wss' + origin.slice(5) + '/socket').onmessage = "
      "event => { document.title = 'socket ' + event.data; })");
  expect(page).title("socket ada");
}

TEST_F(ClientCertificates, LetRoutesAnswerAndChangeRequests) {
  page().network().route("*/routed", RouteAnswer::text("routed"));
  page().open(server_.origin() + "/routed");
  EXPECT_EQ(page().evaluate("document.body.innerText"), "routed");
  page().open(server_.origin() + "/");
  EXPECT_EQ(page().title(), "Hello ada");
}

class ClientCertificatesEverywhere : public ClientCertificates, public testing::WithParamInterface<Opener> {
 protected:
  std::string live() const { return "wss" + server_.origin().substr(5) + "/socket"; }
};

INSTANTIATE_TEST_SUITE_P(In, ClientCertificatesEverywhere,
                         testing::Values(Opener::Page, Opener::FrameOfAnotherSite, Opener::Popup,
                                         Opener::DedicatedWorker, Opener::SharedWorker, Opener::ServiceWorker),
                         opener_name);

TEST_P(ClientCertificatesEverywhere, ReachSocketsAndRequests) {
  run_in(GetParam(), "const socket = new WebSocket('" + live() + "'); socket.onmessage = event => fetch('" +
                         server_.origin() + "/heard?' + event.data, {mode: 'no-cors'});");
  EXPECT_TRUE(server_.wait_for("ada GET /heard?ada", specs::soon(std::chrono::seconds(10))));
}

class RoutedClientCertificates : public ClientCertificatesEverywhere {
 protected:
  RoutedClientCertificates() {
    set_context_options(
        {.client_certificates = {pem_of(*made_.ada, server_.origin())}, .socket_proxy = relay_.proxy()});
  }
  SocketRelay relay_;
};

INSTANTIATE_TEST_SUITE_P(In, RoutedClientCertificates,
                         testing::Values(Opener::Page, Opener::FrameOfAnotherSite, Opener::DedicatedWorker,
                                         Opener::SharedWorker, Opener::ServiceWorker),
                         opener_name);

TEST_P(RoutedClientCertificates, AreGivenForSocketsThatARouteChanges) {
  relay_.serve_hosts(site().host_resolver_rules());
  RoutedSocket routed = relay_.route(live(), [](const RoutedMessage& message) {
    return message.data == "ada" ? SocketAnswer::text("forged") : SocketAnswer::pass();
  });
  run_in(GetParam(), "const socket = new WebSocket('" + live() +
                         "');"
                         "socket.onmessage = event => socket.send('got ' + event.data);");
  EXPECT_EQ(routed.wait_for_message().data, "got forged");
}

TEST_F(ClientCertificates, NeedARelayOfThisProcessForSockets) {
  try {
    page_with(pem_of(*made_.ada, server_.origin()), {.socket_proxy = "127.0.0.1:9"});
    ADD_FAILURE() << "a page was opened";
  } catch (const Error& error) {
    EXPECT_THAT(error.message(), HasSubstr("the socket proxy 127.0.0.1:9 is not a SocketRelay of this process"));
  }
}

TEST_F(ClientCertificates, AreTakenByTheServerOfOpenssl) {
  specs::RunningProgram server({"openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", made_.server->path(), "-key",
                                made_.server->key_path(), "-CAfile", made_.authority->path(), "-Verify", "1",
                                "-verify_return_error", "-www"});
  ASSERT_TRUE(server.wait_for_output("ACCEPT ", Deadline::in(std::chrono::seconds(10))));
  ASSERT_TRUE(server.wait_for_output("\n", Deadline::in(std::chrono::seconds(10))));
  const std::string& said = server.output();
  const std::size_t port = said.find(':', said.find("ACCEPT ")) + 1;
  const std::string origin =
      "https://localhost:" + said.substr(port, said.find_first_not_of("0123456789", port) - port);
  const Page page = page_with(pem_of(*made_.ada, origin));
  page.open(origin + "/");
  EXPECT_THAT(page.evaluate("document.body.innerText").get<std::string>(),
              testing::ContainsRegex("Subject: CN ?= ?ada"));
}

// As in files of Windows and of OpenSSL 1.
TEST(OldClientCertificates, SayThatTheirEncryptionIsTooOld) {
  const MadeCertificates made;
  const std::string old = (made.folder / "old.p12").string();
  const specs::ProgramResult written =
      specs::run_program({"openssl", "pkcs12", "-export", "-legacy", "-in", made.ada->path(), "-inkey",
                          made.ada->key_path(), "-out", old, "-passout", "pass:secret"});
  ASSERT_EQ(written.exit_code, 0) << written.err;
  try {
    http::load_client_identity({.origin = "https://shop.test", .pkcs12 = old, .passphrase = "secret"});
    ADD_FAILURE() << "it was read";
  } catch (const Error& error) {
    EXPECT_THAT(error.message(), AllOf(HasSubstr("an encryption that OpenSSL does not offer any more"),
                                       HasSubstr("openssl pkcs12 -legacy")));
  }
}

class ClientCertificatesOfFlows : private specs::TrustedAuthority, public flow_specs::FlowInChrome {
 protected:
  using specs::TrustedAuthority::made_;
};

TEST_F(ClientCertificatesOfFlows, AreNamedBesideTheFlow) {
  MutualTlsServer server(made_);
  std::filesystem::copy_file(made_.ada->path(), folder_ / "ada.pem");
  std::filesystem::copy_file(made_.ada->key_path(), folder_ / "ada.key");
  std::filesystem::copy_file(made_.ada->pkcs12("secret"), folder_ / "ada.p12");
  const std::string origin = server.origin();
  const std::string steps = "steps:\n  - open: " + origin + "/\n  - expect: { title: Hello ada }\n";
  for (const std::string& use : {"{ origin: '" + origin + "', certificate: ada.pem, key: ada.key }",
                                 "[{ origin: 'https://other.test', pkcs12: ada.p12, passphrase: secret }, { origin: '" +
                                     origin + "', pkcs12: ada.p12, passphrase: secret }]"}) {
    const Flow flow = parse_flow((folder_ / "steps.flow.yaml").string(),
                                 "flow: Members\nuse:\n  client_certificates: " + use + "\n" + steps);
    BrowserFlowEnvironment environment({});
    results::Recorder recorder{{}};
    recorder.start_run({});
    recorder.start_suite(flow.name, flow.file);
    run_flow_case(flow, flow.cases.front(), environment, recorder);
    const results::Case& done = recorder.run().suites[0].cases[0];
    EXPECT_EQ(done.outcome, results::Outcome::Passed) << use;
  }
}

}  // namespace
