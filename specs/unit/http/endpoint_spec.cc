#include "casement/http/endpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "casement/base/error.h"
#include "specs/unit/http/scripted_server.h"

namespace casement {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Deadline plenty() {
  return Deadline::in(std::chrono::seconds(20));
}

std::string failure_of(const std::string& endpoint, ErrorKind kind, Deadline deadline = plenty()) {
  try {
    return "resolved to " + resolve_cdp_endpoint(endpoint, deadline);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << endpoint;
    return error.what();
  }
}

// Answers every request with `status` and `body`.
ScriptedServer answering(const std::string& status, const std::string& body, std::string* request = nullptr) {
  return ScriptedServer([=](ServerSide& side) {
    const std::string seen = side.read_request();
    if (request != nullptr) *request = seen;
    side.write("HTTP/1.1 " + status + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  });
}

TEST(Endpoint, IsSplitIntoItsParts) {
  const Endpoint endpoint = parse_endpoint("ws://grid.test:4444/session/1?se=2#x");
  EXPECT_EQ(endpoint.scheme, "ws");
  EXPECT_EQ(endpoint.host, "grid.test");
  EXPECT_EQ(endpoint.port, 4444);
  EXPECT_EQ(endpoint.path, "/session/1?se=2");
  EXPECT_EQ(parse_endpoint("http://localhost").url(), "http://localhost:80/");
}

TEST(Endpoint, KeepsTheBracketsOfAnIpv6Address) {
  const Endpoint endpoint = parse_endpoint("ws://[::1]:9222/x");
  EXPECT_EQ(endpoint.host, "::1");
  EXPECT_EQ(endpoint.url(), "ws://[::1]:9222/x");
}

TEST(Endpoint, IsRefusedIfInvalid) {
  for (const char* text : {"", "9222", "localhost:9222", "ftp://a.test", "ws://", "ws:///x", "ws://a.test:0/",
                           "ws://a.test:65536/", "ws://a.test:9x/", "ws://a.test:/", "ws://[::1/x", "ws://[::1]9/x",
                           "ws://me:secret@a.test/", "ws://a.test/\r\nX: y", "ws://a b/", "\xff\xfe"}) {
    EXPECT_THAT(failure_of(text, ErrorKind::Usage), HasSubstr("not the address of a browser")) << text;
  }
}

TEST(ResolveCdpEndpoint, LeavesAWebsocketAsItIs) {
  EXPECT_EQ(resolve_cdp_endpoint("ws://a.test:1/devtools/browser/2", plenty()), "ws://a.test:1/devtools/browser/2");
}

TEST(ResolveCdpEndpoint, AsksChromeAndKeepsTheGivenHostAndPort) {
  std::string request;
  std::string resolved;
  {
    const ScriptedServer server =
        answering("200 OK", R"({"webSocketDebuggerUrl":"ws://10.0.0.1:1/devtools/browser/ab-1"})", &request);
    resolved = resolve_cdp_endpoint(server.url("http"), plenty());
    EXPECT_EQ(resolved, server.url("ws", "/devtools/browser/ab-1"));
    EXPECT_EQ(resolve_cdp_endpoint(server.url("http", "/json/version"), plenty()), resolved);
  }
  EXPECT_THAT(request, HasSubstr("GET /json/version HTTP/1.1\r\n"));
}

TEST(ResolveCdpEndpoint, ReadsAnAnswerInChunks) {
  ScriptedServer server([](ServerSide& side) {
    side.read_request();
    side.write(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        "1b\r\n{\"webSocketDebuggerUrl\":\"ws\r\n"
        "9\r\n://a:1/b\"\r\n1\r\n}\r\n0\r\n\r\n");
  });
  EXPECT_EQ(resolve_cdp_endpoint(server.url("http"), plenty()), server.url("ws", "/b"));
}

TEST(ResolveCdpEndpoint, QuotesAnAnswerThatIsNotChromes) {
  for (const std::string body : {"<html>\xff hi</html>", "{}", "[]", "{\"webSocketDebuggerUrl\":1}",
                                 "{\"webSocketDebuggerUrl\":\"ftp://a/b\"}"}) {
    const ScriptedServer server = answering("200 OK", body);
    EXPECT_THAT(failure_of(server.url("http"), ErrorKind::Environment), HasSubstr(server.url("http", "/json/version")))
        << body;
  }
}

TEST(ResolveCdpEndpoint, ReportsTheStatusOfARefusal) {
  const ScriptedServer server =
      answering("500 Internal Server Error", "Host header is specified and is not an IP address");
  EXPECT_THAT(failure_of(server.url("http"), ErrorKind::Environment),
              AllOf(HasSubstr("status 500"), HasSubstr("Host header is specified")));
}

TEST(ResolveCdpEndpoint, EndsWithItsDeadline) {
  const ScriptedServer server([](ServerSide& side) { side.wait_until_closed(); });
  EXPECT_THAT(failure_of(server.url("http"), ErrorKind::Environment, Deadline::in(Milliseconds(50))),
              HasSubstr("no answer in time"));
}

TEST(ResolveCdpEndpoint, ReportsACutOrEndlessAnswer) {
  const ScriptedServer cut([](ServerSide& side) {
    side.read_request();
    side.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{");
  });
  EXPECT_THAT(failure_of(cut.url("http"), ErrorKind::Environment), HasSubstr("the connection was closed"));
  const ScriptedServer endless = answering("200 OK", std::string(2'000'000, 'x'));
  EXPECT_THAT(failure_of(endless.url("http"), ErrorKind::Environment), HasSubstr("too long"));
}

TEST(ResolveCdpEndpoint, FollowsNoRedirect) {
  bool was_asked = false;
  const ScriptedServer other([&](ServerSide& side) {
    side.read_request();
    was_asked = true;
  });
  const ScriptedServer server([&](ServerSide& side) {
    side.read_request();
    side.write("HTTP/1.1 302 Found\r\nLocation: " + other.url("http", "/json/version") +
               "\r\nContent-Length: 0\r\n\r\n");
  });
  EXPECT_THAT(failure_of(server.url("http"), ErrorKind::Environment),
              AllOf(HasSubstr(server.url("http")), HasSubstr("status 302")));
  EXPECT_FALSE(was_asked);
}

TEST(ResolveCdpEndpoint, ReportsAMalformedOrEndlessHead) {
  for (const std::string& head :
       {std::string("nonsense\r\n\r\n"), std::string("HTTP/1.1 200 OK\r\nX: ") + std::string(1'000'000, 'x'),
        std::string("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}")}) {
    const ScriptedServer server([&](ServerSide& side) {
      side.read_request();
      side.write(head);
    });
    EXPECT_THAT(failure_of(server.url("http"), ErrorKind::Environment), HasSubstr(server.url("http")))
        << head.substr(0, 60);
  }
}

}  // namespace
}  // namespace casement
