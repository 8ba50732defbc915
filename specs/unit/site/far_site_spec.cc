// A site that is served to browsers on other machines: nobody is answered who does not have its password.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <stdexcept>

#include "casement/base/base64.h"
#include "casement/base/error.h"
#include "casement/site/site_server.h"
#include "specs/unit/http/loopback_client.h"
#include "temporary_site.h"

namespace casement {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class FarSite : public testing::Test {
 protected:
  FarSite() : files_("hosts:\n  shop.test: shop\n") {
    files_.write("shop/cart.html", "<h1>Cart</h1>");
    server_ = std::make_unique<SiteServer>(files_.folder());
    // Another address than that of the server itself, as a machine has one for others.
    proxy_ = server_->serve_at("127.0.0.2");
    port_ = std::stoi(proxy_.url.substr(proxy_.url.rfind(':') + 1));
  }
  LoopbackClient client() const { return LoopbackClient(port_, "127.0.0.2"); }
  static std::string credentials(const std::string& user, const std::string& password) {
    return "Proxy-Authorization: Basic " + encode_base64(user + ":" + password) + "\r\n";
  }
  std::string own() const { return credentials(proxy_.user, proxy_.password); }
  ErrorKind refusal_of(const std::string& host, const std::string& words) {
    SiteServer other(files_.folder());
    try {
      other.serve_at(host);
      ADD_FAILURE() << host << " was taken";
      return ErrorKind::Internal;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr(words)) << host;
      return error.kind();
    }
  }

  TemporarySite files_;
  std::unique_ptr<SiteServer> server_;
  SiteProxy proxy_;
  int port_ = 0;
};

TEST_F(FarSite, AnswersClientsWithItsPassword) {
  const Response page = client().get("shop.test", "http://shop.test/cart", own());
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.body, "<h1>Cart</h1>");
}

TEST_F(FarSite, ListensAtItsAddressAlone) {
  EXPECT_THROW(LoopbackClient(port_, "127.0.0.1"), std::runtime_error);
  EXPECT_THROW(LoopbackClient(port_, "127.0.0.3"), std::runtime_error);
}

TEST_F(FarSite, AnswersNobodyElse) {
  for (const std::string& given :
       {std::string(), credentials("casement", ""), credentials("casement", proxy_.password + "0"),
        credentials("casement", proxy_.password.substr(1)), credentials("", proxy_.password),
        "Proxy-Authorization: Bearer " + proxy_.password + "\r\n", std::string("Proxy-Authorization: Basic\r\n"),
        "Authorization: Basic " + encode_base64("casement:" + proxy_.password) + "\r\n"}) {
    for (const char* target : {"/cart", "http://shop.test/cart", "http://casement.invalid/"}) {
      const Response refused = client().get("shop.test", target, given);
      EXPECT_EQ(refused.status, 407) << given << target;
      EXPECT_EQ(refused.header("Proxy-Authenticate"), "Basic realm=\"casement\"");
      EXPECT_THAT(refused.body, Not(HasSubstr("Cart")));
    }
  }
  EXPECT_THAT(server_->requests(), IsEmpty());
}

// One who asks twice over a connection has to say it twice.
TEST_F(FarSite, RequiresThePasswordInEachRequest) {
  LoopbackClient one = client();
  EXPECT_EQ(one.get("shop.test", "/cart", own()).status, 200);
  EXPECT_EQ(one.get("shop.test", "/cart").status, 407);
}

TEST_F(FarSite, ReadsNoBodyOfStrangers) {
  LoopbackClient stranger = client();
  stranger.send("POST /cart HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 1000000\r\n\r\n");
  EXPECT_EQ(stranger.receive().status, 407);
}

TEST_F(FarSite, AnswersNoMalformedRequest) {
  for (const char* bytes :
       {"\x16\x03\x01 hello", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/3\r\nHost: shop.test\r\n\r\n"}) {
    LoopbackClient stranger = client();
    stranger.send(bytes);
    EXPECT_EQ(stranger.receive().status, 0) << bytes;
  }
}

TEST_F(FarSite, AnswersForItsOwnHostsAlone) {
  EXPECT_EQ(client().get("evil.test", "/cart", own()).status, 421);
  EXPECT_EQ(client().get("shop.test", "http://evil.test/cart", own()).status, 421);
  EXPECT_EQ(client().get("127.0.0.2", "/cart", own()).status, 421);
}

TEST_F(FarSite, KeepsNoPassword) {
  client().get("shop.test", "/cart", own() + "X-Tea: green\r\n");
  ASSERT_EQ(server_->requests().size(), 1u);
  const ServedRequest request = server_->requests().front();
  EXPECT_EQ(request.header("Proxy-Authorization"), nullptr);
  ASSERT_NE(request.header("X-Tea"), nullptr);
}

TEST_F(FarSite, AnswersAPasswordProbeWithoutATrace) {
  EXPECT_EQ(client().get("casement.invalid", "http://casement.invalid/", own()).status, 204);
  EXPECT_THAT(server_->requests(), IsEmpty());
  EXPECT_EQ(LoopbackClient(server_->port()).get("casement.invalid", "/").status, 421);
}

TEST_F(FarSite, HasAPasswordOfItsOwnEachTime) {
  SiteServer other(files_.folder());
  const SiteProxy another = other.serve_at("127.0.0.2");
  EXPECT_NE(another.password, proxy_.password);
  EXPECT_EQ(proxy_.password.size(), 32u);
}

TEST_F(FarSite, IsTheSameForTheSameHost) {
  EXPECT_EQ(server_->serve_at("127.0.0.2").password, proxy_.password);
  try {
    server_->serve_at("127.0.0.3");
    ADD_FAILURE() << "a second address was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    EXPECT_THAT(error.what(), Not(HasSubstr(proxy_.password)));
  }
}

TEST_F(FarSite, RefusesAddressesThatCannotBe) {
  EXPECT_EQ(refusal_of("0.0.0.0", "give the address"), ErrorKind::Usage);
  EXPECT_EQ(refusal_of("no such name", "the name has no IPv4 address"), ErrorKind::Environment);
  EXPECT_EQ(refusal_of("", "the name has no IPv4 address"), ErrorKind::Environment);
  EXPECT_EQ(refusal_of("192.0.2.1", "cannot listen on 192.0.2.1"), ErrorKind::Environment);  // RFC 5737: nobody's
}

TEST_F(FarSite, HasNoHostsOverTls) {
  files_.write("site.yaml", "hosts:\n  shop.test: shop\ntls: [shop.test]\n");
  EXPECT_EQ(refusal_of("127.0.0.2", "under 'tls'"), ErrorKind::Usage);
}

TEST_F(FarSite, ClosesItsConnectionsForTheNextTest) {
  LoopbackClient one = client();
  EXPECT_EQ(one.get("shop.test", "/cart", own()).status, 200);
  server_->reset();
  EXPECT_TRUE(one.is_closed());
}

}  // namespace
}  // namespace casement
