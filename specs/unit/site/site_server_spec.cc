#include "casement/site/site_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "specs/unit/http/loopback_client.h"
#include "temporary_site.h"

namespace casement {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kSite = R"(
hosts:
  shop.test: shop
  api.test:
  slow.test:
rules:
  - { host: api.test, path: /pay, method: POST, body: { "/card": "4242*" }, json: { ok: true } }
  - { host: api.test, path: /pay, method: POST, status: 402, json: { ok: false } }
  - { host: api.test, path: /form, method: POST, body: { code: "123" }, redirect: "http://shop.test/cart" }
  - { host: api.test, path: /broken, status: 500 }
  - { host: slow.test, path: /never, never: true }
  - { host: slow.test, path: /drop, drop: true }
  - { host: slow.test, path: /minutes, delay: 600000, text: late }
  - { host: slow.test, path: /soon, delay: 1, text: soon }
  - { host: shop.test, path: /framed, file: cart.html, headers: { X-Frame-Options: DENY, Cache-Control: max-age=9 } }
)";

class Site : public testing::Test {
 protected:
  Site() : files_(kSite) {
    files_.write("shop/cart.html", "<h1>Cart</h1>").write("shop/dir/index.html", "index");
    server_ = std::make_unique<SiteServer>(files_.folder());
  }
  Response get(std::string_view host, std::string_view target, std::string_view headers = "") {
    return LoopbackClient(server_->port()).get(host, target, headers);
  }
  Response ask(std::string_view method, std::string_view host, std::string_view target, std::string_view headers = "",
               std::string_view body = "") {
    LoopbackClient client(server_->port());
    client.request(method, host, target, headers, body);
    return client.receive(method != "HEAD");
  }

  TemporarySite files_;
  std::unique_ptr<SiteServer> server_;
};

// The local addresses of the listening sockets on this port, from the kernel's tables.
std::vector<std::string> listening_addresses(int port) {
  char wanted[8];
  std::snprintf(wanted, sizeof wanted, ":%04X", static_cast<unsigned>(port));
  std::vector<std::string> addresses;
  for (const char* table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    std::ifstream file(table);
    std::string number, local, remote, state, line;
    std::getline(file, line);
    while (file >> number >> local >> remote >> state && std::getline(file, line)) {
      if (state == "0A" && local.ends_with(wanted)) addresses.push_back(local);
    }
  }
  return addresses;
}

TEST_F(Site, ListensOnLoopbackOnly) {
  const std::vector<std::string> addresses = listening_addresses(server_->port());
  ASSERT_EQ(addresses.size(), 1u);
  EXPECT_THAT(addresses[0], testing::StartsWith("0100007F:"));
}

TEST_F(Site, ServesAPageToItsHost) {
  const Response page = get("shop.test", "/cart");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.body, "<h1>Cart</h1>");
  EXPECT_EQ(page.header("Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(page.header("Cache-Control"), "no-store");
}

TEST_F(Site, AnswersOnlyTheHostsItWasGiven) {
  EXPECT_EQ(get("evil.test", "/cart").status, 421);
  EXPECT_EQ(get("127.0.0.1", "/cart").status, 421);
  EXPECT_EQ(get("SHOP.test:80", "/cart").status, 200);
}

TEST(SiteStart, IsTheFirstHostWithAPage) {
  const auto start = [](const std::string& rules) {
    TemporarySite files("hosts: { a-api.test: , b.test: assets, c.test: shop }\nrules:\n" + rules);
    files.write("assets/logo.svg", "<svg/>").write("shop/cart.html", "Cart");
    return SiteServer(files.folder()).start_url();
  };
  const std::string json = "  - { host: a-api.test, path: \"*\", json: {} }\n";
  EXPECT_EQ(start(json + "  - { host: c.test, path: /, redirect: /cart.html }\n"), "http://c.test/");
  EXPECT_EQ(start(json), "http://b.test/");
}

TEST_F(Site, RefusesPathsOutOfTheFolder) {
  for (const char* target : {"/../site.yaml", "/%2e%2e/site.yaml", "/dir/%2E%2E%2f..%2fsite.yaml", "/..%5csite.yaml",
                             "//etc/passwd", "/%2fetc/passwd"}) {
    EXPECT_EQ(get("shop.test", target).status, 404) << target;
  }
  EXPECT_EQ(get("shop.test", "/cart%00.html").status, 400);
}

TEST_F(Site, LeadsAFolderToItsSlash) {
  const Response moved = get("shop.test", "/dir?a=1");
  EXPECT_EQ(moved.status, 301);
  EXPECT_EQ(moved.header("Location"), "/dir/?a=1");
  EXPECT_EQ(get("shop.test", "/dir/").body, "index");
}

TEST_F(Site, NamesAMissingFile) {
  EXPECT_EQ(get("shop.test", "/none").status, 404);
  EXPECT_EQ(get("api.test", "/").status, 404);
  std::filesystem::remove(files_.folder() / "shop/cart.html");
  EXPECT_EQ(get("shop.test", "/cart").status, 404);
}

TEST_F(Site, HasAnEmptyIconForEveryHost) {
  EXPECT_EQ(get("api.test", "/favicon.ico").status, 204);
  EXPECT_EQ(get("shop.test", "/favicon.ico").status, 204);
}

TEST_F(Site, LetsAFileOnlyBeRead) {
  const Response refused = ask("POST", "shop.test", "/cart", "", "x=1");
  EXPECT_EQ(refused.status, 405);
  EXPECT_EQ(refused.header("Allow"), "GET, HEAD");
  const Response head = ask("HEAD", "shop.test", "/cart");
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.header("Content-Length"), "13");
}

TEST_F(Site, KeepsAConnectionForManyRequests) {
  LoopbackClient client(server_->port());
  client.request("HEAD", "shop.test", "/cart");
  EXPECT_EQ(client.receive(false).status, 200);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(client.get("shop.test", "/cart").body, "<h1>Cart</h1>");
}

TEST_F(Site, AnswersPipelinedRequestsInOrder) {
  LoopbackClient client(server_->port());
  client.send("GET /soon HTTP/1.1\r\nHost: slow.test\r\n\r\nGET /cart HTTP/1.1\r\nHost: shop.test\r\n\r\n");
  EXPECT_EQ(client.receive().body, "soon");
  EXPECT_EQ(client.receive().body, "<h1>Cart</h1>");
}

TEST_F(Site, ClosesWhenAsked) {
  LoopbackClient client(server_->port());
  EXPECT_EQ(client.get("shop.test", "/cart", "Connection: close\r\n").header("Connection"), "close");
  EXPECT_TRUE(client.is_closed());
}

TEST_F(Site, SendsARange) {
  const Response part = get("shop.test", "/cart", "Range: bytes=4-7\r\n");
  EXPECT_EQ(part.status, 206);
  EXPECT_EQ(part.body, "Cart");
  EXPECT_EQ(part.header("Content-Range"), "bytes 4-7/13");
  const Response beyond = get("shop.test", "/cart", "Range: bytes=99-\r\n");
  EXPECT_EQ(beyond.status, 416);
  EXPECT_EQ(beyond.header("Content-Range"), "bytes */13");
  EXPECT_EQ(get("shop.test", "/cart", "Range: bytes=4-7\r\nIf-Range: \"x\"\r\n").status, 200);
}

TEST_F(Site, SendsALargeFileWhileOthersAreServed) {
  std::string large(20 * 1024 * 1024, '\0');
  for (std::size_t i = 0; i < large.size(); ++i) large[i] = static_cast<char>(i * 31 >> 8);
  files_.write("shop/large.bin", large);
  LoopbackClient slow_reader(server_->port());
  slow_reader.request("GET", "shop.test", "/large.bin");
  EXPECT_EQ(get("shop.test", "/cart").status, 200);
  EXPECT_TRUE(slow_reader.receive().body == large);
}

TEST_F(Site, SurvivesAClientThatLeavesInTheMiddle) {
  files_.write("shop/large.bin", std::string(8 * 1024 * 1024, 'x'));
  for (int i = 0; i < 5; ++i) {
    LoopbackClient(server_->port()).request("GET", "shop.test", "/large.bin");
    LoopbackClient(server_->port()).send("POST / HTTP/1.1\r\nContent-Le");
    LoopbackClient(server_->port()).request("GET", "slow.test", "/minutes");
  }
  EXPECT_EQ(get("shop.test", "/cart").status, 200);
}

TEST_F(Site, ServesManyConnectionsAtOnce) {
  std::vector<std::unique_ptr<LoopbackClient>> clients;
  for (int i = 0; i < 50; ++i) {
    clients.push_back(std::make_unique<LoopbackClient>(server_->port()));
    clients.back()->request("GET", "shop.test", "/cart?" + std::to_string(i));
  }
  for (const auto& client : clients) EXPECT_EQ(client->receive().status, 200);
  EXPECT_EQ(server_->requests().size(), 50u);
}

TEST_F(Site, ChoosesAnAnswerByTheJsonBody) {
  EXPECT_EQ(ask("POST", "api.test", "/pay", "", R"({"card":"4242"})").body, R"({"ok":true})");
  const Response declined = ask("POST", "api.test", "/pay", "", R"({"card":"4000"})");
  EXPECT_EQ(declined.status, 402);
  EXPECT_EQ(declined.body, R"({"ok":false})");
  EXPECT_EQ(ask("GET", "api.test", "/pay").status, 404);
}

TEST_F(Site, ChoosesAnAnswerByAFormField) {
  const Response passed = ask("POST", "api.test", "/form", "", "code=123");
  EXPECT_EQ(passed.status, 303);
  EXPECT_EQ(passed.header("Location"), "http://shop.test/cart");
  EXPECT_EQ(ask("POST", "api.test", "/form", "", "code=999").status, 404);
}

TEST_F(Site, AnswersAStatusAlone) {
  EXPECT_EQ(get("api.test", "/broken").body, "500 Internal Server Error\n");
}

TEST_F(Site, AddsAndReplacesHeadersOfAFile) {
  const Response page = get("shop.test", "/framed");
  EXPECT_EQ(page.body, "<h1>Cart</h1>");
  EXPECT_EQ(page.header("X-Frame-Options"), "DENY");
  EXPECT_EQ(page.header("Cache-Control"), "max-age=9");
}

TEST_F(Site, LetsEveryOriginReadARulesAnswer) {
  const Response answer = ask("POST", "api.test", "/pay", "Origin: http://js.test\r\n", "{}");
  EXPECT_EQ(answer.header("Access-Control-Allow-Origin"), "http://js.test");
  EXPECT_EQ(get("shop.test", "/cart", "Origin: http://js.test\r\n").header("Access-Control-Allow-Origin"), "");
}

TEST_F(Site, AnswersAPreflight) {
  const Response answer = ask("OPTIONS", "api.test", "/pay",
                              "Origin: http://js.test\r\nAccess-Control-Request-Method: POST\r\n"
                              "Access-Control-Request-Headers: content-type,x-key\r\n");
  EXPECT_EQ(answer.status, 204);
  EXPECT_EQ(answer.header("Access-Control-Allow-Origin"), "http://js.test");
  EXPECT_EQ(answer.header("Access-Control-Allow-Methods"), "POST");
  EXPECT_EQ(answer.header("Access-Control-Allow-Headers"), "content-type,x-key");
}

TEST_F(Site, RefusesABodyThatIsTooLargeWithAnAnswer) {
  LoopbackClient client(server_->port());
  client.request("POST", "api.test", "/pay", "", std::string(3 * 1024 * 1024, 'x'));
  EXPECT_EQ(client.receive().status, 413);
  EXPECT_EQ(ask("POST", "api.test", "/pay", "", std::string(1024 * 1024, 'x')).status, 402);
}

TEST_F(Site, AnswersBytesThatAreNotHttpAndCloses) {
  LoopbackClient client(server_->port());
  client.send("\x16\x03\x01 hello\r\n\r\n");
  EXPECT_EQ(client.receive().status, 400);
}

TEST_F(Site, DropsTheConnection) {
  const Response none = get("slow.test", "/drop");
  EXPECT_EQ(none.status, 0);
}

TEST_F(Site, DelaysOneRequestAndNoOther) {
  LoopbackClient late(server_->port()), never(server_->port());
  late.request("GET", "slow.test", "/minutes");
  never.request("GET", "slow.test", "/never");
  server_->wait_for_request("slow.test", "/minutes", 30s);
  server_->wait_for_request("slow.test", "/never", 30s);
  EXPECT_EQ(get("slow.test", "/soon").body, "soon");
  EXPECT_EQ(get("shop.test", "/cart").status, 200);
  EXPECT_TRUE(late.has_received_nothing());
  EXPECT_TRUE(never.has_received_nothing());
}

TEST_F(Site, StopsWhileRequestsArePending) {
  files_.write("shop/large.bin", std::string(8 * 1024 * 1024, 'x'));
  LoopbackClient late(server_->port()), never(server_->port()), reader(server_->port());
  late.request("GET", "slow.test", "/minutes");
  never.request("GET", "slow.test", "/never");
  reader.request("GET", "shop.test", "/large.bin");
  for (const char* path : {"/minutes", "/never", "/large.bin"}) {
    server_->wait_for_request(path == std::string("/large.bin") ? "shop.test" : "slow.test", path, 30s);
  }
  server_.reset();
  EXPECT_TRUE(late.is_closed());
  EXPECT_TRUE(never.is_closed());
  EXPECT_TRUE(reader.is_closed());
}

TEST_F(Site, StartsAndStopsAgainAndAgainBesideAnother) {
  for (int i = 0; i < 20; ++i) {
    const SiteServer other(files_.folder());
    EXPECT_NE(other.port(), server_->port());
    EXPECT_EQ(LoopbackClient(other.port()).get("shop.test", "/cart").status, 200);
  }
  EXPECT_EQ(server_->requests().size(), 0u);
}

TEST_F(Site, TakesRoutesInFrontOfItsRules) {
  server_->route("shop.test", "/cart", answers_text("first"));
  server_->route("shop.test", "/cart", answers_json({{"second", 2}}, 201));
  EXPECT_EQ(get("shop.test", "/cart").status, 201);
  server_->clear_routes();
  EXPECT_EQ(get("shop.test", "/cart").body, "<h1>Cart</h1>");
}

TEST_F(Site, RefusesRoutesThatCannotBe) {
  try {
    server_->route("shpo.test", "/", never_answers());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    EXPECT_STREQ(error.what(), "the site has no host 'shpo.test' (did you mean 'shop.test'?)");
  }
  EXPECT_THROW(server_->route("shop.test", "/", adds_header("A", "b\r\nC: d")), SiteRuleError);
  EXPECT_THROW(server_->route("shop.test", "/", answers_status(99)), SiteRuleError);
  EXPECT_THROW(server_->route("shop.test", "/", answers_file("../site.yaml")), SiteRuleError);
}

TEST_F(Site, RemembersRequestsWhole) {
  ask("POST", "api.test", "/pay?a=%20b", "X-Idempotency-Key: 7\r\n", "{}");
  const std::vector<ServedRequest> seen = server_->requests();
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].method, "POST");
  EXPECT_EQ(seen[0].query, "a=%20b");
  EXPECT_EQ(*seen[0].header("x-idempotency-key"), "7");
  EXPECT_EQ(seen[0].body, "{}");
  server_->clear_requests();
  EXPECT_THAT(server_->requests(), IsEmpty());
}

TEST_F(Site, ForgetsPastAndPendingRequestsBetweenTests) {
  server_->route("shop.test", "/cart", never_answers());
  LoopbackClient kept(server_->port());
  kept.get("shop.test", "/");
  LoopbackClient waiting(server_->port());
  waiting.request("GET", "shop.test", "/cart");
  server_->wait_for_request("shop.test", "/cart", 30s);
  // Sent, and perhaps not even accepted, when the next test begins.
  std::vector<std::unique_ptr<LoopbackClient>> late;
  for (int i = 0; i < 50; ++i) {
    late.push_back(std::make_unique<LoopbackClient>(server_->port()));
    late.back()->request("GET", "shop.test", "/late");
  }
  server_->reset();
  EXPECT_THAT(server_->requests(), IsEmpty());
  EXPECT_TRUE(waiting.is_closed());
  kept.request("GET", "shop.test", "/late");
  EXPECT_EQ(kept.receive().status, 0) << "the connection was not closed";
  EXPECT_EQ(LoopbackClient(server_->port()).get("shop.test", "/cart").body, "<h1>Cart</h1>");
  EXPECT_THAT(server_->requests(), ElementsAre(Field(&ServedRequest::path, "/cart")));
}

TEST_F(Site, IsResetWhileClientsComeAndGo) {
  std::atomic<bool> stop = false;
  std::vector<std::thread> clients;
  for (int i = 0; i < 4; ++i) {
    clients.emplace_back([&] {
      while (!stop) LoopbackClient(server_->port()).get("shop.test", "/cart");
    });
  }
  for (int i = 0; i < 200; ++i) server_->reset();
  stop = true;
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(get("shop.test", "/cart").status, 200);
}

TEST_F(Site, WaitsForARequestThatComesLater) {
  std::thread client([port = server_->port()] { LoopbackClient(port).get("shop.test", "/cart"); });
  const ServedRequest request = server_->wait_for_request("shop.test", "/c*", 30s);
  client.join();
  EXPECT_EQ(request.path, "/cart");
  EXPECT_EQ(server_->wait_for_request("shop.test", "/cart", 0s).path, "/cart");
}

TEST_F(Site, ListsOtherRequestsIfTheWaitFails) {
  get("shop.test", "/cart?x=1");
  ask("OPTIONS", "api.test", "/pay", "Origin: http://a\r\nAccess-Control-Request-Method: POST\r\n");
  try {
    server_->wait_for_request("api.test", "/pay", 0s);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Timeout);
    EXPECT_THAT(error.trail(), testing::ElementsAre("GET http://shop.test/cart?x=1", "OPTIONS http://api.test/pay"));
  }
}

TEST_F(Site, MapsItsHostsForChrome) {
  const std::string at = ":80 127.0.0.1:" + std::to_string(server_->port());
  EXPECT_EQ(server_->host_resolver_rules(), "MAP api.test" + at + ", MAP shop.test" + at + ", MAP slow.test" + at);
  EXPECT_EQ(server_->url("shop.test", "/cart"), "http://shop.test/cart");
  EXPECT_THROW(server_->url("none.test"), Error);
}

}  // namespace
}  // namespace casement
