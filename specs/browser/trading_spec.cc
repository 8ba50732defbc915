// A trading screen, whose other end the test is: prices in a worker, orders in the page, headlines in a frame of
// another site.
#include <casement/testing.h>

#include <nlohmann/json.hpp>

namespace {

using namespace casement;
using namespace std::chrono_literals;
using testing::SizeIs;

class Trading : public SiteTest<"trading"> {
 protected:
  void SetUp() override {
    SiteTest::SetUp();
    page().open("http://trade.test/");
  }
  SiteSocket prices() { return site().socket("quotes.test", "/prices"); }
  SiteSocket orders() { return site().socket("quotes.test", "/orders"); }
};

TEST_F(Trading, ShowsPricesThatTheTestSends) {
  expect(page()).text("css=#price", "3.25");
  prices().send_json({{"symbol", "TEA"}, {"price", 4.5}});
  expect(page()).text("css=#price", "4.50");
}

TEST_F(Trading, ConnectsAgainAfterTheNetworkBroke) {
  expect(page()).text("css=#connection", "Live");
  SiteSocket socket = prices();
  socket.wait_for_message({.json = {{"/type", "subscribe"}}});
  socket.drop();
  socket.wait_for_message({.json = {{"/type", "subscribe"}}});
  expect(page()).text("css=#connection", "Live");
  EXPECT_THAT(socket.connections(), SizeIs(2));
}

TEST_F(Trading, SaysThatAServerRefusesItsSymbol) {
  expect(page()).text("css=#connection", "Live");
  prices().close(4004, "unknown symbol");
  expect(page()).text("css=#connection", "Closed: unknown symbol");
}

TEST_F(Trading, NumbersItsOrders) {
  page().click("button 'Buy'");
  page().click("button 'Buy'");
  SiteSocket socket = orders();
  EXPECT_EQ(nlohmann::json::parse(socket.wait_for_message({.json = {{"/type", "order"}}}).data).at("id"), 1);
  EXPECT_EQ(nlohmann::json::parse(socket.wait_for_message({.json = {{"/type", "order"}}}).data).at("id"), 2);
  expect(page()).text("css=#order2", "1 × TEA: filled");
  socket.send_json({{"id", 2}, {"state", "cancelled"}});
  expect(page()).text("css=#order2", "1 × TEA: cancelled");
}

TEST_F(Trading, ShowsHeadlinesInItsFrame) {
  const SiteEvents headlines = site().events("news.test", "/headlines");
  expect(page()).shows("text 'Rain in Assam'");
  headlines.send("Markets close");
  expect(page()).shows("text 'Markets close'");
  headlines.end();
  headlines.wait_for_end();
  headlines.send("Markets open");
  expect(page()).shows("text 'Markets open'");
}

}  // namespace
