// Requests of a test's own: with the context's cookies, to a served site and to a server of the team's own.
#include <casement/testing.h>

#include <nlohmann/json.hpp>

#include "casement/browser/page/page_session.h"
#include "specs/support/patience.h"
#include "specs/support/scripted_http_server.h"

namespace {

using namespace casement;
using specs::ScriptedHttpServer;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;
using namespace std::chrono_literals;

constexpr std::chrono::seconds kRequestPatience{30};

std::string ok_answer(const std::string& body, const std::string& headers = "Content-Type: text/plain\r\n") {
  return "HTTP/1.1 200 OK\r\n" + headers + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

class Requests : public SiteTest<"network"> {
 protected:
  HttpResponse send(const HttpRequest& request) { return page().network().request(request, {kRequestPatience}); }
  Error error_of(const HttpRequest& request, Milliseconds timeout = kRequestPatience) {
    try {
      const HttpResponse response = page().network().request(request, {timeout});
      ADD_FAILURE() << request.url << " was answered: " << response.status << " " << response.body.substr(0, 200);
    } catch (const Error& error) {
      return error;
    }
    return Error(ErrorKind::Internal, "");
  }
  std::string cookie(const std::string& name) {
    for (const Cookie& one : context().cookies(kRequestPatience)) {
      if (one.name == name) return one.value;
    }
    return "";
  }
  // The newest request that the site got.
  ServedRequest last() { return site().requests().back(); }
  std::string last_header(const char* name) {
    const ServedRequest request = last();
    return request.header(name) == nullptr ? "" : *request.header(name);
  }
};

TEST_F(Requests, HaveTheContextsCookies) {
  context().add_cookies(
      {{.name = "session", .value = "s3", .url = "http://top.test/", .http_only = true, .same_site = "Strict"},
       {.name = "other", .value = "no", .url = "http://other.test/"}},
      kRequestPatience);
  const HttpResponse response = send({.url = "http://top.test/plain.html"});
  EXPECT_EQ(response.status, 200);
  EXPECT_TRUE(response.ok());
  EXPECT_EQ(response.url, "http://top.test/plain.html");
  EXPECT_THAT(response.header("content-type"), HasSubstr("text/html"));
  EXPECT_THAT(response.body, HasSubstr("</title>"));
  EXPECT_EQ(last_header("Cookie"), "session=s3");
}

TEST_F(Requests, BringCookiesIntoTheContext) {
  site().route("top.test", "/login",
               answers_json({{"user", "ada"}}).with_header("Set-Cookie", "session=of-ada; HttpOnly; Path=/"));
  const HttpResponse response = send(HttpRequest{.url = "http://top.test/login"}.with_form({{"user", "ada"}}));
  EXPECT_EQ(response.json().at("user"), "ada");
  EXPECT_EQ(response.header("Set-Cookie"), "session=of-ada; HttpOnly; Path=/");
  EXPECT_EQ(cookie("session"), "of-ada");
  page().open("http://top.test/plain.html");
  EXPECT_EQ(last_header("Cookie"), "session=of-ada");
}

TEST_F(Requests, AreOfTheirUserAlone) {
  site().route("top.test", "/login", answers_status(204).with_header("Set-Cookie", "session=clerk"));
  EXPECT_EQ(user("clerk").page().network().request({.url = "http://top.test/login"}, {kRequestPatience}).status, 204);
  EXPECT_EQ(cookie("session"), "");
  const std::vector<Cookie> theirs = user("clerk").context().cookies(kRequestPatience);
  ASSERT_EQ(theirs.size(), 1u);
  EXPECT_EQ(theirs[0].value, "clerk");
}

TEST_F(Requests, GoOutAsTheyAreWritten) {
  send(HttpRequest{.url = "http://top.test/plain.html?a=1&b=%20", .method = "put", .headers = {{"X-Test", "yes"}}}
           .with_json({{"item", "Käse"}}));
  const ServedRequest put = last();
  EXPECT_EQ(put.method, "PUT");
  EXPECT_EQ(put.query, "a=1&b=%20");
  EXPECT_EQ(put.body, R"({"item":"Käse"})");
  EXPECT_EQ(*put.header("Content-Type"), "application/json");
  EXPECT_EQ(*put.header("X-Test"), "yes");
  EXPECT_EQ(*put.header("Accept"), "*/*");
  EXPECT_EQ(put.header("Upgrade-Insecure-Requests"), nullptr);
  const std::string bytes("\0\r\n\xff", 4);
  send(
      {.url = "http://top.test/plain.html", .headers = {{"Content-Type", "a/b"}, {"User-Agent", "me"}}, .body = bytes});
  EXPECT_EQ(last().method, "POST");
  EXPECT_EQ(last().body, bytes);
  EXPECT_EQ(last_header("User-Agent"), "me");
  EXPECT_EQ(last_header("Content-Type"), "a/b");
  for (const char* method : {"GET", "HEAD", "DELETE", "OPTIONS", "PROPFIND"}) {
    send({.url = "http://top.test/plain.html", .method = method});
    EXPECT_EQ(last().method, method);
    EXPECT_EQ(last().body, "");
  }
}

TEST_F(Requests, GiveEveryStatusAndBody) {
  EXPECT_EQ(send({.url = "http://top.test/nowhere"}).status, 404);
  EXPECT_EQ(send({.url = "http://top.test/private"}).status, 401);
  const HttpResponse nothing = send({.url = "http://top.test/nothing"});
  EXPECT_EQ(nothing.status, 204);
  EXPECT_EQ(nothing.body, "");
  const HttpResponse file = send({.url = "http://top.test/report.csv"});  // Chrome would save it
  EXPECT_EQ(file.body, "a;b\n1;2\n");
  EXPECT_THAT(file.header("Content-Disposition"), HasSubstr("report 2026.csv"));
  EXPECT_THAT(page().downloads().all(), IsEmpty());
  const std::string bytes("\x89PNG\0\xff\xfe", 7);
  site().route("top.test", "/bytes", answers_text(bytes, 200, "image/png"));
  EXPECT_EQ(send({.url = "http://top.test/bytes"}).body, bytes);
}

TEST_F(Requests, FollowRedirects) {
  site().route("top.test", "/to_other",
               redirects_to("http://other.test/guest.html", 302).with_header("Set-Cookie", "left=1"));
  const HttpResponse response =
      send(HttpRequest{.url = "http://top.test/to_other", .headers = {{"Authorization", "Bearer x"}, {"X-Test", "yes"}}}
               .with_json({1}));
  EXPECT_EQ(response.url, "http://other.test/guest.html");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.redirects, 1);
  EXPECT_EQ(cookie("left"), "1");
  const ServedRequest second = last();
  EXPECT_EQ(second.method, "GET");
  EXPECT_EQ(second.body, "");
  EXPECT_EQ(second.header("Authorization"), nullptr);
  EXPECT_EQ(second.header("Content-Type"), nullptr);
  EXPECT_EQ(*second.header("X-Test"), "yes");
  EXPECT_EQ(*second.header("Accept"), "*/*");

  site().route("top.test", "/stays_a_post", redirects_to("http://top.test/plain.html", 307));
  send({.url = "http://top.test/stays_a_post", .headers = {{"Authorization", "Bearer x"}}, .body = "kept"});
  EXPECT_EQ(last().method, "POST");
  EXPECT_EQ(last().body, "kept");
  EXPECT_EQ(last_header("Authorization"), "Bearer x");
}

TEST_F(Requests, MayStopAtARedirect) {
  site().route("top.test", "/login", redirects_to("/plain.html", 303).with_header("Set-Cookie", "session=1"));
  const HttpResponse response = send({.url = "http://top.test/login", .max_redirects = 0});
  EXPECT_EQ(response.status, 303);
  EXPECT_EQ(response.header("Location"), "/plain.html");
  EXPECT_EQ(response.header("Set-Cookie"), "session=1");
  EXPECT_EQ(response.redirects, 0);
  EXPECT_EQ(last().path, "/login");
  EXPECT_EQ(cookie("session"), "1");
  EXPECT_THAT(error_of({.url = "http://top.test/moved", .max_redirects = 1}).message(),
              HasSubstr("got no answer: more than 1 redirects, the next one to http://top.test/plain.html"));
  site().route("top.test", "/round", redirects_to("/round"));
  EXPECT_THAT(error_of({.url = "http://top.test/round"}).message(), HasSubstr("net::ERR_TOO_MANY_REDIRECTS"));
}

TEST_F(Requests, GoByTheContextsOptions) {
  User& member = user("member", {.base_url = "https://top.test/shop/",
                                 .user_agent = "Member/1",
                                 .extra_headers = {{"X-Role", "member"}},
                                 .http_credentials = {{"ada", "countess"}}});
  EXPECT_EQ(member.page().network().request({.url = "/private"}, {kRequestPatience}).status, 401);
  EXPECT_EQ(last_header("Authorization"), "Basic YWRhOmNvdW50ZXNz");
  EXPECT_EQ(last_header("X-Role"), "member");
  EXPECT_EQ(last_header("User-Agent"), "Member/1");
  EXPECT_EQ(member.page().network().request({.url = "x"}, {kRequestPatience}).url,
            "https://top.test/shop/x");  // with TLS
  member.context().set_offline(true, kRequestPatience);
  try {
    member.context().request({.url = "/plain.html"}, kRequestPatience);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Navigation);
    EXPECT_THAT(error.message(), HasSubstr("net::ERR_INTERNET_DISCONNECTED"));
  }
}

TEST_F(Requests, ReachTheTeamsOwnServer) {
  std::string seen;
  ScriptedHttpServer server([&](const std::string& request) {
    seen = request;
    return ok_answer(R"({"items":[{"name":"Tea"}]})",
                     "Content-Type: application/json\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2; HttpOnly\r\n");
  });
  const HttpResponse first = send({.url = server.url() + "/api/cart"});
  EXPECT_EQ(first.json().at("items").at(0).at("name"), "Tea");
  EXPECT_THAT(first.headers, AllOf(Contains(Pair("Set-Cookie", "a=1")), Contains(Pair("Set-Cookie", "b=2; HttpOnly"))));
  EXPECT_EQ(cookie("b"), "2");
  send({.url = server.url() + "/api/cart", .body = "more"});
  EXPECT_THAT(seen, AllOf(HasSubstr("POST /api/cart"), HasSubstr("Cookie: a=1; b=2"), HasSubstr("\r\n\r\nmore")));
}

TEST_F(Requests, LeaveNothingBehind) {
  page().open("http://top.test/plain.html");
  const std::size_t pages = context().pages().size(), requests = page().network().requests().size();
  site().clear_requests();
  // Neither is its script run, nor anything loaded that it names, though it does not say how long it is.
  ScriptedHttpServer server([](const std::string&) {
    const std::string body =
        "<script>location='http://top.test/ran'</script><img src='http://top.test/a.png'>"
        "<iframe src='http://top.test/b'></iframe><link rel=stylesheet href='http://top.test/c.css'>";
    return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body;
  });
  EXPECT_THAT(send({.url = server.url()}).body, HasSubstr("<img"));
  send({.url = "http://top.test/noisy.html"});
  ASSERT_EQ(site().requests().size(), 1u) << site().requests().front().summary();
  EXPECT_EQ(last().path, "/noisy.html");
  EXPECT_EQ(context().pages().size(), pages);
  EXPECT_EQ(page().network().requests().size(), requests);
  EXPECT_EQ(page().url(), "http://top.test/plain.html");
}

TEST_F(Requests, AreNotAnsweredByRoutes) {
  page().network().route("*", RouteAnswer::text("the page's"));
  EXPECT_THAT(send({.url = "http://top.test/plain.html"}).body, HasSubstr("</title>"));
}

TEST_F(Requests, ReportWhyThereIsNoAnswer) {
  std::string gone;
  {
    const ScriptedHttpServer closed([](const std::string&) { return ""; });
    gone = closed.url();
  }
  const Error refused = error_of({.url = gone + "/api"});
  EXPECT_EQ(refused.kind(), ErrorKind::Navigation);
  EXPECT_EQ(refused.message(), "GET " + gone + "/api got no answer: net::ERR_CONNECTION_REFUSED");
  EXPECT_THAT(error_of({.url = "http://top.test/dropped"}).message(), HasSubstr("net::ERR_EMPTY_RESPONSE"));
  const Error unknown = error_of({.url = "http://nobody.invalid/"});
  EXPECT_EQ(unknown.kind(), ErrorKind::Navigation);
  EXPECT_THAT(unknown.message(), HasSubstr("net::ERR_NAME_NOT_RESOLVED"));
}

TEST_F(Requests, EndAtTheirDeadline) {
  const std::size_t pages = context().pages().size();
  const Error silent = error_of({.url = "http://top.test/silent", .method = "POST"}, specs::soon(300ms));
  EXPECT_EQ(silent.kind(), ErrorKind::Timeout);
  EXPECT_THAT(silent.message(), testing::StartsWith("POST http://top.test/silent was not answered within "));
  EXPECT_EQ(context().pages().size(), pages);
  page().open("http://top.test/plain.html");  // the page is none the worse
}

TEST_F(Requests, TakeNoMoreThanTheyWant) {
  site().route("top.test", "/long", answers_text(std::string(3000, 'x')));
  EXPECT_EQ(send({.url = "http://top.test/long", .max_bytes = 3000}).body.size(), 3000u);
  const Error known = error_of({.url = "http://top.test/long", .max_bytes = 2999});
  EXPECT_EQ(known.kind(), ErrorKind::Navigation);
  EXPECT_THAT(known.message(), HasSubstr("its body has 3000 bytes, more than max_bytes, 2999"));
  ScriptedHttpServer server([](const std::string&) {
    return "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + std::string(5000, 'y');
  });
  EXPECT_THAT(error_of({.url = server.url(), .max_bytes = 4999}).message(), HasSubstr("5000 bytes"));
}

TEST_F(Requests, ReportAnAnswerThatWasCutOff) {
  const auto cut = [&](const std::string& head, const std::string& body) {
    ScriptedHttpServer server([&](const std::string&) { return "HTTP/1.1 200 OK\r\n" + head + "\r\n" + body; });
    const Error error = error_of({.url = server.url()});
    EXPECT_EQ(error.kind(), ErrorKind::Navigation);
    return error.message();
  };
  const std::string chunk = "7d0\r\n" + std::string(2000, 'z') + "\r\n";
  EXPECT_THAT(cut("Content-Type: application/zip\r\nContent-Length: 5000\r\n", std::string(2000, 'x')),
              HasSubstr("the answer was cut off: net::ERR_CONTENT_LENGTH_MISMATCH"));
  for (const char* type : {"text/html", "application/json; charset=utf-8", "text/plain"}) {
    EXPECT_THAT(cut("Content-Type: " + std::string(type) + "\r\nTransfer-Encoding: chunked\r\n", chunk),
                HasSubstr("the answer was cut off: net::ERR_INCOMPLETE_CHUNKED_ENCODING"))
        << type;
  }
  ScriptedHttpServer whole([&](const std::string&) {
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk +
           "0\r\n\r\n";
  });
  EXPECT_EQ(send({.url = whole.url()}).body.size(), 2000u);
}

TEST_F(Requests, RefuseWhatIsNoRequest) {
  EXPECT_EQ(error_of({.url = "/api"}).message(), "'/api' is a relative URL, but no base URL is set");
  EXPECT_EQ(error_of({.url = "data:text/plain,x"}).message(),
            "'data:text/plain,x' is not an http:// or https:// address");
  EXPECT_EQ(error_of({.url = "http://top.test/", .method = "GET", .body = "x"}).message(),
            "a GET request cannot have a body");
  EXPECT_EQ(error_of({.url = "http://"}).kind(), ErrorKind::Usage);
  page().close();
  EXPECT_EQ(error_of({.url = "http://top.test/"}).kind(), ErrorKind::SessionClosed);
}

}  // namespace
