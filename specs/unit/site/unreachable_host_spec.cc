#include "casement/site/unreachable_host.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "specs/unit/site/temporary_site.h"

namespace casement {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kUnresolved = "net::ERR_NAME_NOT_RESOLVED";

class UnreachableHost : public testing::Test {
 protected:
  UnreachableHost() {
    root_.write("pages/shop/site.yaml", "hosts: { shop.test: ., pay.test: . }\n");
    root_.write("pages/bank/site.yaml", "hosts: { our-own-bank.example: . }\n");
    root_.write("pages/broken/site.yaml", "hosts: [\n");
    root_.write("flows/one.flow.yaml", "");
  }
  ServedSite none() const { return {"", {}, root_.folder() / "flows", "site: …"}; }
  ServedSite shop() const { return {"shop", {"paying.test", "shop.test"}, root_.folder() / "flows", "site: …"}; }

  TemporarySite root_;
};

TEST_F(UnreachableHost, AHostOfAnotherSiteNamesThatSite) {
  EXPECT_THAT(tell_unreachable_host(none(), "http://user@Shop.test:80/cart?a=b", kUnresolved),
              ElementsAre("the site 'shop' has it; write site: shop"));
  EXPECT_THAT(tell_unreachable_host(shop(), "http://our-own-bank.example/", kUnresolved),
              ElementsAre("the site 'shop' has no host our-own-bank.example; it has paying.test, shop.test",
                          "the site 'bank' has it; write site: bank"));
}

TEST_F(UnreachableHost, HasAHintWithTheNearestName) {
  EXPECT_THAT(tell_unreachable_host(shop(), "http://shp.test/", kUnresolved),
              ElementsAre("the site 'shop' has no host shp.test (did you mean shop.test?)"));
}

TEST_F(UnreachableHost, AHostOfNoSiteIsReportedToBeUnknown) {
  EXPECT_THAT(tell_unreachable_host(none(), "http://tea.example/", kUnresolved),
              ElementsAre("no site is served here, and DNS does not know tea.example"));
}

TEST_F(UnreachableHost, IsReportedWithItsPortIfNoServerListens) {
  EXPECT_THAT(tell_unreachable_host(none(), "http://localhost:8080/", "net::ERR_CONNECTION_REFUSED"),
              ElementsAre("nothing listens at localhost:8080; start the server before the test, and keep it running",
                          testing::StartsWith("use 'server:' in casement.yaml to start a server")));
  ServedSite with_server = none();
  with_server.start_hint = "";
  EXPECT_EQ(tell_unreachable_host(with_server, "http://localhost:8080/", "net::ERR_CONNECTION_REFUSED").size(), 1u);
  EXPECT_THAT(tell_unreachable_host(none(), "http://[::1]:8080", "net::ERR_CONNECTION_REFUSED")[0],
              testing::HasSubstr("[::1]:8080"));
}

TEST_F(UnreachableHost, HasNoHintForOtherReasons) {
  EXPECT_THAT(tell_unreachable_host(none(), "http://shop.test/", "net::ERR_ABORTED"), IsEmpty());
  EXPECT_THAT(tell_unreachable_host(none(), "about:blank", kUnresolved), IsEmpty());
}

}  // namespace
}  // namespace casement
