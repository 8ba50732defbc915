// HTTP credentials of a context: which servers get which.
#include <casement/testing.h>

#include "specs/support/scripted_http_server.h"

namespace {

using namespace casement;
using specs::ScriptedHttpServer;

class HttpCredentialsOfAContext : public SiteTest<"network"> {
 protected:
  int users_ = 0;
};

TEST_F(HttpCredentialsOfAContext, AreGivenOnceIfAskedFor) {
  Page member = user("member", {.http_credentials = {{"ada", "countess"}}}).page();
  const NavigationResult result = member.open("http://top.test/private");
  EXPECT_EQ(result.status, 401);  // the server stays unconvinced, and is not asked for ever
  bool sent = false;
  for (const ServedRequest& request : site().requests()) {
    const std::string* given = request.header("Authorization");
    if (given != nullptr) sent = *given == "Basic YWRhOmNvdW50ZXNz";
  }
  EXPECT_TRUE(sent);
  EXPECT_EQ(member.open("http://top.test/plain.html").status, 200);
}

TEST_F(HttpCredentialsOfAContext, LetTheUserIn) {
  ScriptedHttpServer server([](const std::string& request) -> std::string {
    const bool knows = request.find("Authorization: Basic YWRhOmNvdW50ZXNz") != std::string::npos;
    if (knows) return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<title>Members</title>";
    return "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"members\"\r\nContent-Length: 0\r\n\r\n";
  });
  Page member = user("member", {.http_credentials = {{"ada", "countess", server.url()}}}).page();
  EXPECT_EQ(member.open(server.url()).status, 200);
  EXPECT_EQ(member.title(), "Members");
  EXPECT_EQ(user("guest", ContextOptions{}).page().open(server.url()).status, 401);
}

TEST_F(HttpCredentialsOfAContext, OfAnotherOriginAreNotGiven) {
  Page member = user("member", {.http_credentials = {{"ada", "x", "http://other.test"}}}).page();
  EXPECT_EQ(member.open("http://top.test/private").status, 401);
  for (const ServedRequest& request : site().requests()) {
    EXPECT_EQ(request.header("Authorization"), nullptr);
  }
}

TEST_F(HttpCredentialsOfAContext, EachOriginGetsTheFirstForIt) {
  // The server of this site asks for credentials at /private, and never believes them.
  const auto given = [&](const std::vector<HttpCredentials>& credentials, const std::string& url) {
    site().clear_requests();
    EXPECT_EQ(user(std::to_string(++users_), {.http_credentials = credentials}).page().open(url).status, 401);
    std::string header = "none";
    for (const ServedRequest& request : site().requests()) {
      if (const std::string* one = request.header("Authorization")) header = *one;
    }
    return header;
  };
  constexpr const char* kOne = "Basic b25lOjE=";
  constexpr const char* kTwo = "Basic dHdvOjI=";
  const std::vector<HttpCredentials> both{{"one", "1", "https://top.test"}, {"two", "2", "https://other.test"}};
  EXPECT_EQ(given(both, "https://top.test/private"), kOne);
  EXPECT_EQ(given(both, "https://other.test/private"), kTwo);
  EXPECT_EQ(given(both, "http://other.test/private"), "none");  // another scheme
  EXPECT_EQ(given({{"one", "1", "http://top.test"}}, "http://a.top.test/private"), "none");
  EXPECT_EQ(given({{"one", "1", "http://top.test:81"}}, "http://top.test/private"), "none");
  EXPECT_EQ(given({{"one", "1", "HTTP://Top.Test:80"}}, "http://top.test/private"), kOne);
  EXPECT_EQ(given({{"two", "2", "https://other.test"}, {"one", "1"}}, "https://top.test/private"), kOne);
  EXPECT_EQ(given({{"one", "1"}, {"two", "2", "https://top.test"}}, "https://top.test/private"), kOne);
}

TEST_F(HttpCredentialsOfAContext, ARequestOfTheTestHasThemToo) {
  const ContextOptions options{
      .http_credentials = {{"ada", "x", "https://other.test"}, {"one", "1", "https://top.test"}}};
  user("member", options).context().request({.url = "https://top.test/private"});
  EXPECT_EQ(*site().requests().back().header("Authorization"), "Basic b25lOjE=");
}

TEST_F(HttpCredentialsOfAContext, AnAuthorizationHeaderOfThePageStays) {
  Page member = user("member", {.http_credentials = {{"ada", "countess"}}}).page();
  member.open("https://top.test/plain.html");
  member.evaluate("fetch('/plain.html?own', {headers: {Authorization: 'Bearer own'}}).then(answer => answer.status)");
  EXPECT_EQ(*site().requests().back().header("Authorization"), "Bearer own");
}

}  // namespace
