#include "casement/browser/network/route_use.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/error.h"
#include "casement/browser/network/route.h"

namespace casement {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

RequestRecord get(std::string url, EventNumber number = 10) {
  RequestRecord request;
  request.number = number;
  request.method = "GET";
  request.url = std::move(url);
  return request;
}

std::vector<std::string> lines(const std::string& glob, const std::deque<RequestRecord>& requests) {
  return describe_unused_routes({{.glob = glob, .since = 5}}, requests);
}

TEST(RouteAnswer, IsNotMadeOfEmptyBraces) {
  EXPECT_EQ(RouteAnswer::json({{"left", 0}}).response().body, R"({"left":0})");
  EXPECT_EQ(RouteAnswer::json({1, "2"}).response().body, R"([1,"2"])");
  EXPECT_EQ(RouteAnswer::json(JsonValue::array()).response().body, "[]");
  EXPECT_EQ(RouteAnswer::json(JsonValue()).response().body, "null");
  EXPECT_THROW(RouteAnswer::json({}), Error);
}

const std::string no_scripts = "; scripts of the page have sent no request";

TEST(RouteUse, NamesTheNearestRequest) {
  const std::deque<RequestRecord> requests{get("http://shop.test/"), get("http://shop.test/api/stock?kind=green"),
                                           get("http://shop.test/api/prices")};
  EXPECT_THAT(lines("*/api/stock", requests),
              ElementsAre("the route */api/stock answered no request; the nearest request of the page is GET "
                          "http://shop.test/api/stock?kind=green (only the query differs: end the pattern with *)"));
  EXPECT_THAT(lines("*/API/prises", requests),
              ElementsAre("the route */API/prises answered no request; the nearest request of the page is GET "
                          "http://shop.test/api/prices"));
}

TEST(RouteUse, NamesARequestThatDiffersOnlyInItsQuery) {
  const std::deque<RequestRecord> requests{get("http://shop.test/orders?state=closed&owner=me&limit=100"),
                                           get("http://shop.test/orders/17?state=closed&owner=me&limit=100"),
                                           get("http://shop.test/?from=/orders")};
  const std::string nearest =
      "; the nearest request of the page is GET http://shop.test/orders?state=closed&owner=me&limit=100";
  EXPECT_THAT(lines("*/orders?q=tea", requests),
              ElementsAre("the route */orders?q=tea answered no request" + nearest + " (only the query differs)"));
  EXPECT_THAT(lines("http://shop.test/orders", requests),
              ElementsAre("the route http://shop.test/orders answered no request" + nearest +
                          " (only the query differs: end the pattern with *)"));
  EXPECT_THAT(lines("*/ordars?q=tea", requests),
              ElementsAre("the route */ordars?q=tea answered no request" + nearest));  // the path differs too
  EXPECT_THAT(lines("*/teas?q=green", requests),
              ElementsAre("the route */teas?q=green answered no request" + no_scripts));
  EXPECT_THAT(lines("*/stock?kind=green", {get("http://shop.test/stock")}),
              ElementsAre("the route */stock?kind=green answered no request; the nearest request of the page is GET "
                          "http://shop.test/stock (only the query differs)"));
  EXPECT_THAT(lines("?", requests), ElementsAre("the route ? answered no request" + no_scripts));
}

TEST(RouteUse, NamesNoRequestThatIsNotSimilar) {
  const std::deque<RequestRecord> requests{get("http://shop.test/"), get("http://shop.test/a.jpg"),
                                           get("data:text/plain,/api/orders")};
  EXPECT_THAT(lines("http://shop.test/api/orders", requests),
              ElementsAre("the route http://shop.test/api/orders answered no request" + no_scripts));
  EXPECT_THAT(lines("*.png", requests), ElementsAre("the route *.png answered no request" + no_scripts));
  EXPECT_THAT(lines("*/b", requests), ElementsAre("the route */b answered no request" + no_scripts));
  EXPECT_THAT(lines("*", {}), ElementsAre("the route * answered no request" + no_scripts));
}

TEST(RouteUse, NamesWhatScriptsSentIfNothingIsSimilar) {
  std::deque<RequestRecord> requests{get("http://shop.test/early", 3), get("http://shop.test/a.jpg", 8)};
  requests.front().resource_type = "fetch";
  const std::string line =
      "the route */api/orders answered no request; no request of the page is similar, scripts have ";
  for (const char* const path : {"/one", "/two", "/two", "/three"}) {
    requests.push_back(get(std::string("http://shop.test") + path, 9));
    requests.back().resource_type = "xhr";
  }
  EXPECT_THAT(
      describe_unused_routes({{.glob = "*/api/orders", .since = 5}}, requests),
      ElementsAre(line + "sent GET http://shop.test/three, GET http://shop.test/two, GET http://shop.test/one"));
  requests.push_back(get("http://shop.test/four", 10));
  requests.back().resource_type = "fetch";
  EXPECT_THAT(describe_unused_routes({{.glob = "*/api/orders", .since = 5}}, requests),
              ElementsAre(testing::EndsWith("/three, GET http://shop.test/two and others")));
}

TEST(RouteUse, NamesARequestOfAnotherNameOfThisMachine) {
  EXPECT_THAT(
      lines("http://localhost:8080/api/*", {get("http://127.0.0.1:8080/api/teas")}),
      ElementsAre("the route http://localhost:8080/api/* answered no request; the nearest request of the page is "
                  "GET http://127.0.0.1:8080/api/teas (only the host differs)"));
}

TEST(RouteUse, NamesARequestThatCameBeforeTheRoute) {
  EXPECT_THAT(lines("*/stock", {get("http://shop.test/stock", 3)}),
              ElementsAre("the route */stock answered no request; GET http://shop.test/stock was sent before the route "
                          "was set"));
}

TEST(RouteUse, NamesARequestOfASharedWorkerThatChromeDidNotPause) {
  std::deque<RequestRecord> requests{get("http://shop.test/stock")};
  requests.front().place.worker = "http://shop.test/shared.js";
  EXPECT_THAT(lines("*/stock", requests),
              ElementsAre("the route */stock answered no request; GET http://shop.test/stock of the worker "
                          "http://shop.test/shared.js was not paused: if a shared worker begins while its page has no "
                          "route, later routes may not reach it"));
}

TEST(RouteUse, NamesARequestThatTheHandlerPassedOn) {
  EXPECT_THAT(describe_unused_routes(
                  {{.glob = "*/stock", .has_matched = true, .passed_on = "POST http://shop.test/stock"}}, {}),
              ElementsAre("the route */stock answered no request; it passed on POST http://shop.test/stock"));
  EXPECT_THAT(describe_unused_routes(
                  {{.glob = "*/stock", .has_matched = true, .passed_on = "GET x", .why_passed_on = "why"}}, {}),
              ElementsAre("the route */stock answered no request; it passed on GET x, because why"));
}

TEST(RouteUse, LeavesOutUsedAndShadowedRoutes) {
  EXPECT_THAT(
      describe_unused_routes({{.glob = "*/stock", .has_matched = true, .has_handled = true, .passed_on = "GET x"},
                              {.glob = "*/stock", .has_matched = true}},
                             {}),
      IsEmpty());
}

}  // namespace
}  // namespace casement
