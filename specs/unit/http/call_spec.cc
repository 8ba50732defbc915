#include "casement/http/call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "casement/base/error.h"
#include "specs/support/scripted_http_server.h"

namespace casement {
namespace {

using specs::ScriptedHttpServer;
using ::testing::HasSubstr;

Deadline enough_time() {
  return Deadline::in(std::chrono::seconds(20));
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// What the server was sent, since it answers with that.
HttpReply echoed(const HttpCall& call) {
  ScriptedHttpServer server([](const std::string& request) {
    return "HTTP/1.1 202 Accepted\r\nContent-Length: " + std::to_string(request.size()) + "\r\n\r\n" + request;
  });
  return http_call(parse_endpoint(server.url() + "/a?b=c"), call, enough_time());
}

TEST(HttpCall, SendsItsMethodHeadersAndBody) {
  const HttpReply reply = echoed({"POST", {{"X-One", "1"}, {"Content-Type", "text/x"}}, "the body"});
  EXPECT_EQ(reply.status, 202);
  EXPECT_THAT(reply.body, testing::StartsWith("POST /a?b=c HTTP/1.1\r\n"));
  EXPECT_THAT(reply.body, testing::EndsWith("\r\n\r\nthe body"));
  EXPECT_THAT(lower(reply.body), testing::AllOf(HasSubstr("x-one: 1\r\n"), HasSubstr("content-length: 8\r\n")));
}

TEST(HttpCall, SendsDeleteWithoutABody) {
  EXPECT_THAT(echoed({"DELETE"}).body, testing::StartsWith("DELETE /a?b=c HTTP/1.1\r\n"));
}

TEST(HttpCall, SendsALongBodyWhole) {
  const std::string body(3'000'000, 'x');
  const HttpReply reply = echoed({"POST", {}, body, 4'000'000});
  EXPECT_TRUE(reply.body.ends_with("\r\n\r\n" + body));
}

TEST(HttpCall, RefusesAnAnswerThatIsTooLong) {
  try {
    echoed({"POST", {}, std::string(1000, 'x'), 500});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Environment);
    EXPECT_THAT(error.what(), HasSubstr("too long"));
  }
}

TEST(HttpCall, ShowsNoToken) {
  try {
    http_call(parse_endpoint("http://no-such-host.invalid:1/x?token=secret"), {}, enough_time());
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::Not(HasSubstr("secret")));
  }
}

}  // namespace
}  // namespace casement
