#include "casement/http/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace casement::http {
namespace {

HttpRequest read(std::string_view bytes) {
  HttpReader reader;
  reader.feed(bytes);
  return reader.next().value();
}

int status_for(std::string_view bytes) {
  HttpReader reader;
  reader.feed(bytes);
  try {
    return reader.next() ? 200 : 0;
  } catch (const HttpProblem& problem) {
    return problem.status;
  }
}

TEST(HttpReader, ReadsARequest) {
  const HttpRequest http = read("GET /a%20b?x=%41 HTTP/1.1\r\nHost: Shop.Test:80\r\nX-Y:  z \r\n\r\n");
  EXPECT_EQ(http.request.method, "GET");
  EXPECT_EQ(http.request.host, "shop.test");
  EXPECT_EQ(http.request.path, "/a b");
  EXPECT_EQ(http.request.query, "x=%41");
  EXPECT_EQ(*http.request.header("x-y"), "z");
  EXPECT_EQ(http.raw_path, "/a%20b");
  EXPECT_TRUE(http.keep_alive);
}

TEST(HttpReader, WaitsForTheWholeBodyInAnyPieces) {
  const std::string bytes = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello";
  HttpReader reader;
  for (std::size_t i = 0; i + 1 < bytes.size(); ++i) {
    reader.feed(bytes.substr(i, 1));
    EXPECT_FALSE(reader.next());
  }
  reader.feed(bytes.substr(bytes.size() - 1));
  EXPECT_EQ(reader.next()->request.body, "hello");
}

TEST(HttpReader, SeparatesRequestsThatCameTogether) {
  HttpReader reader;
  reader.feed("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(reader.next()->request.path, "/1");
  EXPECT_EQ(reader.next()->request.path, "/2");
  EXPECT_FALSE(reader.next());
}

TEST(HttpReader, TakesTheHostOfAnAbsoluteTarget) {
  EXPECT_EQ(read("GET http://A.test:8/x HTTP/1.1\r\nHost: b\r\n\r\n").request.host, "a.test");
}

TEST(HttpReader, ClosesAfterHttp10AndWhenAsked) {
  EXPECT_FALSE(read("GET / HTTP/1.0\r\nHost: a\r\n\r\n").keep_alive);
  EXPECT_FALSE(read("GET / HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n").keep_alive);
}

TEST(HttpReader, RefusesMalformedRequests) {
  EXPECT_EQ(status_for("GET /\r\nHost: a\r\n\r\n"), 400);
  EXPECT_EQ(status_for("GET nowhere HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
  EXPECT_EQ(status_for("GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
  EXPECT_EQ(status_for("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
  EXPECT_EQ(status_for("GET /%4 HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
  EXPECT_EQ(status_for("GET /a%00b HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
  EXPECT_EQ(status_for("GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n"), 400);
  EXPECT_EQ(status_for("GET / HTTP/1.1\r\nHost: a\r\nX : y\r\n\r\n"), 400);
  EXPECT_EQ(status_for("GET / HTTP/1.1\r\nHost: a\r\nX: a\nY: b\r\n\r\n"), 400);
  EXPECT_EQ(status_for("GET / HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status_for("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"), 400);
}

TEST(HttpReader, RefusesBytesThatAreNotHttpWithoutWaitingForALine) {
  EXPECT_EQ(status_for(std::string_view("\x16\x03\x01\x02\x00\x01", 6)), 400);
}

TEST(HttpReader, RefusesLengthsThatCannotBeTrusted) {
  const std::string start = "POST / HTTP/1.1\r\nHost: a\r\n";
  EXPECT_EQ(status_for(start + "Content-Length: -1\r\n\r\n"), 400);
  EXPECT_EQ(status_for(start + "Content-Length: 1x\r\n\r\n"), 400);
  EXPECT_EQ(status_for(start + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n"), 400);
  EXPECT_EQ(status_for(start + "Content-Length: 1048577\r\n\r\n"), 413);
  EXPECT_EQ(status_for(start + "Content-Length: 99999999999999999999999\r\n\r\n"), 413);
  EXPECT_EQ(status_for(start + "Transfer-Encoding: chunked\r\n\r\n"), 411);
}

TEST(HttpReader, RefusesHeadersWithoutEnd) {
  EXPECT_EQ(status_for("GET / HTTP/1.1\r\nX: " + std::string(kMaxHead, 'x')), 431);
}

TEST(HttpReader, RefusesOtherVersions) {
  EXPECT_EQ(status_for("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), 505);
}

TEST(ServedRequest, DecodesAForm) {
  using testing::ElementsAre;
  using testing::Pair;
  EXPECT_THAT(decode_form("a=1+2&b=%26&c&&=x&d=%zz"),
              ElementsAre(Pair("a", "1 2"), Pair("b", "&"), Pair("c", ""), Pair("", "x"), Pair("d", "%zz")));
}

TEST(ServedRequest, SummarisesHostileTextOnOneLine) {
  ServedRequest request;
  request.method = "GET";
  request.host = "a.test";
  request.path = "/x\r\n\xFFy";
  EXPECT_EQ(request.summary(), "GET http://a.test/x??\xEF\xBF\xBDy");
}

}  // namespace
}  // namespace casement::http
