#include "casement/browser/values/http_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/base/json.h"

namespace casement {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

std::string refusal(const HttpRequest& request) {
  try {
    outgoing_request(request);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    return error.message();
  }
  return "";
}

TEST(HttpRequest, IsAGetAndWithABodyAPost) {
  EXPECT_EQ(outgoing_request({.url = "/"}).method, "GET");
  EXPECT_EQ(outgoing_request({.url = "/", .body = ""}).method, "POST");
  EXPECT_EQ(outgoing_request({.url = "/", .method = "patch", .body = "x"}).method, "PATCH");
}

TEST(HttpRequest, AcceptsAnythingByDefault) {
  EXPECT_THAT(outgoing_request({}).headers, ElementsAre(Pair("Accept", "*/*")));
  EXPECT_THAT(outgoing_request({.headers = {{"accept", "text/csv"}}}).headers, ElementsAre(Pair("accept", "text/csv")));
}

TEST(HttpRequest, BringsTheTypeOfItsBodyAlong) {
  const HttpRequest json = HttpRequest{.url = "/"}.with_json({{"item", "tea"}, {"count", 2}});
  EXPECT_EQ(json.body, R"({"count":2,"item":"tea"})");
  EXPECT_THAT(json.headers, ElementsAre(Pair("Content-Type", "application/json")));
  const HttpRequest form = HttpRequest{.headers = {{"content-type", "mine"}}}.with_form(
      {{"name", "Ada & Bee"}, {"mail", "a+b@x.test"}, {"ü", ""}});
  EXPECT_EQ(form.body, "name=Ada+%26+Bee&mail=a%2Bb%40x.test&%C3%BC=");
  EXPECT_THAT(form.headers, ElementsAre(Pair("content-type", "mine")));
}

TEST(HttpRequest, HasOneBody) {
  EXPECT_THROW((HttpRequest{.body = "x"}.with_json({})), Error);
  EXPECT_THROW((HttpRequest{}.with_form({}).with_form({})), Error);
}

TEST(HttpRequest, RefusesWhatCannotBeSent) {
  EXPECT_EQ(refusal({.method = "GE T"}), "'GE T' is not a valid method");
  EXPECT_EQ(refusal({.method = "trace"}), "browsers do not send the method TRACE");
  EXPECT_EQ(refusal({.method = "GET", .body = "x"}), "a GET request cannot have a body");
  EXPECT_EQ(refusal({.headers = {{"X Y", ""}}}), "'X Y' is not a valid header name");
  EXPECT_EQ(refusal({.headers = {{"X", "a\r\nY: b"}}}), "the value of the header X contains a line break or NUL");
  EXPECT_EQ(refusal({.headers = {{"cookie", "a=b"}}}),
            "a request has the cookies of its context; add the cookie to the context");
  EXPECT_EQ(refusal({.headers = {{"Content-Length", "3"}}}),
            "Chrome writes the header Content-Length itself; remove it");
  EXPECT_EQ(refusal({.max_redirects = -1}), "max_redirects cannot be below 0");
}

TEST(HttpRequest, SignsInNowhereElse) {
  const HeaderList headers{{"Authorization", "Bearer x"}, {"Content-Type", "text/plain"}, {"X", "1"}};
  EXPECT_EQ(headers_after_redirect(headers, "http://a.test/x", "http://a.test/y?z", true), headers);
  EXPECT_THAT(headers_after_redirect(headers, "http://a.test/x", "http://a.test:81/x", false),
              ElementsAre(Pair("X", "1")));
  EXPECT_THAT(headers_after_redirect(headers, "http://a.test", "https://a.test", true),
              ElementsAre(Pair("Content-Type", "text/plain"), Pair("X", "1")));
}

TEST(HttpResponse, FindsHeadersInWhateverCase) {
  const HttpResponse response{.headers = {{"content-type", "a/b"}, {"X", "1"}}};
  EXPECT_EQ(response.header("Content-Type"), "a/b");
  EXPECT_EQ(response.header("Y"), "");
}

TEST(HttpResponse, ReportsABodyThatIsNoJson) {
  HttpResponse response{.url = "http://a.test/", .status = 502, .body = "<h1>Bad gateway"};
  try {
    response.json();
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Assertion);
    EXPECT_THAT(error.full_text(), HasSubstr("the response of http://a.test/ is not JSON"));
    EXPECT_THAT(error.full_text(), HasSubstr("status 502"));
    EXPECT_THAT(error.full_text(), HasSubstr("it begins: <h1>Bad gateway"));
  }
  response.body = "[1]";
  EXPECT_EQ(response.json(), Json::array({1}));
}

}  // namespace
}  // namespace casement
