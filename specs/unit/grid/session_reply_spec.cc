#include "casement/grid/session_reply.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/error.h"

namespace casement::grid {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

GridAddress some_grid(const std::string& user = "") {
  return parse_grid_address("http://" + user + "grid.test:4444");
}

std::string refusal_of(int status, const std::string& body, const GridAddress& grid = some_grid()) {
  try {
    read_session(grid, {{status, body}, "nobody listens"});
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Environment);
    return error.what();
  }
  return "a session";
}

TEST(ReadSession, FindsTheWebsocketAndTheBrowser) {
  const SessionInfo session = read_session(
      some_grid("me:secret@"),
      {{200, R"({"value":{"sessionId":"55d3","capabilities":{"browserName":"chrome","browserVersion":"156.0.1",
                "se:cdp":"ws:\u002f\u002f127.0.0.1:4444\u002fsession\u002f55d3\u002fse\u002fcdp"}}})"},
       ""});
  EXPECT_EQ(session.id, "55d3");
  EXPECT_EQ(session.browser, "chrome 156.0.1");
  EXPECT_EQ(session.cdp_endpoint, "ws://grid.test:4444/session/55d3/se/cdp");
  EXPECT_EQ(session.cdp_headers.size(), 1u);
}

TEST(ReadSession, FindsTheFilmWithoutItsCredentials) {
  const auto link_of = [](const std::string& capabilities) {
    const std::string body = R"({"value":{"sessionId":"1","capabilities":{)" + capabilities + "}}}";
    return read_session(some_grid(), {{200, body}, ""}).link;
  };
  EXPECT_EQ(link_of(R"("se:video":"https://me:secret@films.test/55d3.mp4?token=secret")"),
            "https://films.test/55d3.mp4");
  EXPECT_EQ(link_of(R"("video":"http://films.test/1")"), "http://films.test/1");
  EXPECT_EQ(link_of(R"("se:video":true)"), "");
  EXPECT_EQ(link_of(R"("browserName":"chrome")"), "");
}

TEST(ReadSession, FindsTheProfilesFolder) {
  const auto folder_of = [](const std::string& chrome) {
    const std::string body = R"({"value":{"sessionId":"1","capabilities":{"chrome":)" + chrome + "}}}";
    return read_session(some_grid(), {{200, body}, ""}).profile_folder;
  };
  EXPECT_EQ(folder_of(R"({"userDataDir":"/tmp/org.chromium.Chromium.scoped_dir.x"})"),
            "/tmp/org.chromium.Chromium.scoped_dir.x");
  EXPECT_EQ(folder_of(R"({"userDataDir":"C:\\temp"})"), "");
  EXPECT_EQ(folder_of("[]"), "");
}

TEST(ReadSentFile, IsItsPathAtTheNode) {
  EXPECT_EQ(read_sent_file(some_grid(), {200, R"({"value":"/tmp/upload1/tea.txt"})"}), "/tmp/upload1/tea.txt");
}

TEST(ReadSentFile, ReportsWhyTheNodeTookNoFile) {
  const auto refusal = [](int status, const std::string& body) -> std::string {
    try {
      return read_sent_file(some_grid("me:secret@"), {status, body});
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Environment);
      return error.what();
    }
  };
  EXPECT_THAT(refusal(404, R"({"value":{"error":"unknown command","message":"no such thing"}})"),
              AllOf(HasSubstr("did not accept a file for its session: no such thing"), Not(HasSubstr("secret"))));
  for (const char* body : {"", "[]", R"({"value":null})", R"({"value":""})", "\xff", R"({"value":{"error":1}})"}) {
    EXPECT_THAT(refusal(200, body), HasSubstr("HTTP status 200")) << body;
  }
}

TEST(ReadSession, TakesTheDebuggingAddressOfADriverOnThisMachine) {
  const std::string body =
      R"({"value":{"sessionId":"1","capabilities":{"goog:chromeOptions":{"debuggerAddress":"localhost:40635"}}}})";
  EXPECT_EQ(read_session(parse_grid_address("http://127.0.0.1:9515"), {{200, body}, ""}).cdp_endpoint,
            "http://localhost:40635");
  EXPECT_EQ(read_session(some_grid(), {{200, body}, ""}).cdp_endpoint, "");
}

TEST(ReadSession, ReportsThatNoServerAnswers) {
  EXPECT_THAT(refusal_of(0, ""), HasSubstr("the Grid at http://grid.test:4444 does not answer: nobody listens"));
}

TEST(ReadSession, ReportsAServerThatIsNoGrid) {
  for (const char* body : {"<html>Not found</html>", "", "[]", "{}", R"({"value":1})", "\xff"}) {
    for (const int status : {200, 404, 405}) {
      EXPECT_THAT(refusal_of(status, body), AllOf(HasSubstr("not a Selenium Grid"), HasSubstr(std::to_string(status))));
    }
  }
}

TEST(ReadSession, DistinguishesAWrongPasswordFromAMissingOne) {
  EXPECT_THAT(refusal_of(401, ""), HasSubstr("requires a user and a password"));
  EXPECT_THAT(refusal_of(401, "", some_grid("me:secret@")),
              AllOf(HasSubstr("rejects the given user or password"), Not(HasSubstr("secret"))));
}

TEST(ReadSession, ReportsTheGridsReasonInOneLine) {
  EXPECT_THAT(
      refusal_of(500, R"({"value":{"error":"session not created","message":"no node for that\nBuild info: …"}})"),
      AllOf(HasSubstr("created no session: no node for that"), Not(HasSubstr("Build info"))));
}

TEST(ReadSession, ReportsThatNoSlotBecameFree) {
  EXPECT_THAT(refusal_of(500, R"({"value":{"error":"session not created","message":"New session request timed out"}})"),
              HasSubstr("had no free slot in time"));
}

TEST(NameLoss, KnowsTheDriversWordsForAKilledChrome) {
  EXPECT_THAT(
      name_loss(
          {404,
           R"({"value":{"error":"invalid session id","message":"invalid session id: session deleted as the browser has closed the connection\nfrom disconnected: not connected to DevTools"}})"}),
      HasSubstr("its Chrome has ended"));
}

TEST(NameLoss, NamesThePartThatHasGone) {
  EXPECT_THAT(
      name_loss(
          {404, R"({"value":{"error":"invalid session id","message":"disconnected: not connected to DevTools"}})"}),
      HasSubstr("its Chrome has ended"));
  EXPECT_THAT(
      name_loss({404, R"({"value":{"error":"invalid session id","message":"Unable to find session with ID: 1"}})"}),
      HasSubstr("the Grid or another client ended the session"));
  EXPECT_THAT(name_loss({408, R"({"value":{"error":"timeout","message":"Connection failure"}})"}),
              HasSubstr("its node does not answer the Grid"));
  EXPECT_THAT(name_loss({200, R"({"value":"about:blank"})"}), HasSubstr("its driver still answers"));
}

}  // namespace
}  // namespace casement::grid
