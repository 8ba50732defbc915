#include "casement/grid/grid_address.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/error.h"

namespace casement::grid {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string refusal_of(const std::string& url) {
  try {
    parse_grid_address(url);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    return error.what();
  }
  return "taken";
}

TEST(GridAddress, IsSplitIntoItsParts) {
  const GridAddress grid = parse_grid_address("http://grid.test:4444/");
  EXPECT_EQ(grid.at("/session").url(), "http://grid.test:4444/session");
  EXPECT_TRUE(grid.headers.empty());
}

TEST(GridAddress, LeavesOutASessionThatWasPastedWithIt) {
  EXPECT_EQ(parse_grid_address("http://grid.test:1/wd/hub/session").at("/session").path, "/wd/hub/session");
}

TEST(GridAddress, HasThePortOfItsScheme) {
  EXPECT_EQ(parse_grid_address("https://grid.test").endpoint.port, 443);
  EXPECT_EQ(parse_grid_address("http://grid.test").endpoint.port, 80);
}

TEST(GridAddress, PutsTheUserIntoAHeaderAndShowsNoPassword) {
  const GridAddress grid = parse_grid_address("http://Aladdin:open%20sesame@grid.test:4444");
  ASSERT_EQ(grid.headers.size(), 1u);
  EXPECT_EQ(grid.headers[0].first, "Authorization");
  EXPECT_EQ(grid.headers[0].second, "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");  // RFC 7617 section 2
  EXPECT_THAT(grid.shown(), Not(HasSubstr("sesame")));
}

TEST(GridAddress, IsRefusedWithoutItsPassword) {
  for (const char* url : {"", "grid.test:4444", "ws://me:secret@grid.test/", "http://", "http://me:secret@:4444",
                          "http://me:secret@grid.test:0", "http://grid.test/?token=secret"}) {
    EXPECT_THAT(refusal_of(url), testing::AllOf(HasSubstr("not a Grid address"), Not(HasSubstr("secret")))) << url;
  }
}

TEST(ReachableCdpAddress, ReplacesAHostThatOnlyTheGridKnows) {
  const GridAddress grid = parse_grid_address("http://grid.test:4444");
  for (const char* host : {"127.0.0.1:5555", "localhost:5555", "10.1.2.3:80", "172.17.0.2:4444", "192.168.0.1:4444",
                           "[::1]:5555", "[fd00::1]:5555", "node-1:5555", "selenium.svc:4444", "box.local:1"}) {
    const CdpAddress found = reachable_cdp_address(grid, "ws://" + std::string(host) + "/session/1/se/cdp");
    EXPECT_EQ(found.url, "ws://grid.test:4444/session/1/se/cdp") << host;
    EXPECT_TRUE(found.forwards);
  }
}

TEST(ReachableCdpAddress, KeepsAPublicHostAndSendsItNoCredentials) {
  const CdpAddress found = reachable_cdp_address(parse_grid_address("http://me:secret@grid.test:4444"),
                                                 "wss://cdp.farm.example/session/1?token=2");
  EXPECT_EQ(found.url, "wss://cdp.farm.example:443/session/1?token=2");
  EXPECT_FALSE(found.forwards);
  EXPECT_EQ(found.by_grid, "ws://grid.test:4444/session/1?token=2");
}

TEST(ReachableCdpAddress, GoesThroughThePathOfTheGridOnce) {
  const GridAddress grid = parse_grid_address("https://grid.test/selenium");
  EXPECT_EQ(reachable_cdp_address(grid, "ws://10.0.0.1:4444/session/1/se/cdp").url,
            "wss://grid.test:443/selenium/session/1/se/cdp");
  EXPECT_EQ(reachable_cdp_address(grid, "ws://10.0.0.1:4444/selenium/session/1/se/cdp").url,
            "wss://grid.test:443/selenium/session/1/se/cdp");
}

TEST(ReachableCdpAddress, FailsIfTheGridNamesNoWebsocket) {
  try {
    reachable_cdp_address(parse_grid_address("http://grid.test:1"), "http://x/?token=secret");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Environment);
    EXPECT_THAT(error.what(), Not(HasSubstr("secret")));
  }
}

}  // namespace
}  // namespace casement::grid
