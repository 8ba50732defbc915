#include "casement/browser/network/har_player.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "casement/base/error.h"

namespace casement {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

class HarPlayers : public testing::Test {
 protected:
  ~HarPlayers() override { std::filesystem::remove(path_); }

  HarPlayer player(const std::string& text) {
    std::ofstream(path_) << text;
    return HarPlayer(path_);
  }
  HarPlayer player(const Json& entries) { return player(Json{{"log", {{"entries", entries}}}}.dump()); }

  static Json entry(const std::string& url, const std::string& body, const std::string& method = "GET",
                    const Json& posted = nullptr) {
    Json one{{"request", {{"method", method}, {"url", url}}},
             {"response", {{"status", 200}, {"content", {{"text", body}, {"mimeType", "text/plain"}}}}}};
    if (!posted.is_null()) one["request"]["postData"] = posted;
    return one;
  }

  // The body of the answer; "none" without an answer.
  static std::string asked(HarPlayer& player, const std::string& url, const std::string& method = "GET",
                           const std::string& body = "") {
    const std::optional<RouteAnswer> answer = player.answer({url, method, {}, body, "fetch", {}});
    return answer ? answer->response().body : "none";
  }

  const std::string path_ = testing::TempDir() + "casement_player_" + std::to_string(::getpid()) + ".har";
};

TEST_F(HarPlayers, AnswerByAddressMethodAndBody) {
  HarPlayer all = player(Json::array({entry("http://a.test/x?q=1", "one"), entry("http://a.test/x?q=2#part", "two"),
                                      entry("http://a.test/x", "posted", "POST", {{"text", "b=1"}}),
                                      entry("http://a.test/x", "other", "POST", {{"text", "b=2"}})}));
  EXPECT_EQ(all.size(), 4u);
  EXPECT_EQ(asked(all, "http://a.test/x?q=2"), "two");
  EXPECT_EQ(asked(all, "http://a.test/x?q=1#top"), "one");
  EXPECT_EQ(asked(all, "http://a.test/x", "POST", "b=2"), "other");
  EXPECT_EQ(asked(all, "http://a.test/x", "POST", "b=1"), "posted");
  EXPECT_EQ(asked(all, "http://a.test/x", "POST", "b=3"), "none");
  EXPECT_EQ(asked(all, "http://a.test/x"), "none");
  EXPECT_EQ(asked(all, "http://a.test/x?q=1", "HEAD"), "none");
}

TEST_F(HarPlayers, GiveTheAnswersOfARepeatedRequestInTheirOrder) {
  HarPlayer all = player(Json::array({entry("http://a.test/", "first"), entry("http://a.test/", "second")}));
  EXPECT_EQ(asked(all, "http://a.test/"), "first");
  EXPECT_EQ(asked(all, "http://a.test/"), "second");
  EXPECT_EQ(asked(all, "http://a.test/"), "second");
}

TEST_F(HarPlayers, TakeAnyBodyIfTheArchiveDoesNotHaveAllOfIt) {
  HarPlayer all = player(
      Json::array({entry("http://a.test/", "kept", "POST", {{"text", "-"}, {"comment", "not the whole body"}})}));
  EXPECT_EQ(asked(all, "http://a.test/", "POST", "anything"), "kept");
}

TEST_F(HarPlayers, SendBodiesDecodedAndWithoutHeadersOfTheTransport) {
  Json one = entry("http://a.test/", "AAH/");
  one["response"]["content"]["encoding"] = "base64";
  one["response"]["headers"] = {{{"name", "Content-Encoding"}, {"value", "gzip"}},
                                {{"name", "Content-Type"}, {"value", "image/x"}},
                                {{"name", ":status"}, {"value", "200"}},
                                {{"name", "X-Kept"}, {"value", "yes"}}};
  HarPlayer all = player(Json::array({one}));
  const RouteResponse answer = all.answer({"http://a.test/", "GET", {}, "", "fetch", {}})->response();
  EXPECT_EQ(answer.body, std::string("\0\1\xFF", 3));
  EXPECT_EQ(answer.headers, (HeaderList{{"content-type", "image/x"}, {"x-kept", "yes"}}));
}

TEST_F(HarPlayers, ReadBodiesInFilesBesideTheArchive) {
  const std::string name = std::filesystem::path(path_).filename().string() + ".body";
  std::ofstream(path_ + ".body") << "in a file";
  Json one = entry("http://a.test/", "");
  one["response"]["content"] = {{"_file", name}};
  HarPlayer all = player(Json::array({one}));
  std::filesystem::remove(path_ + ".body");
  EXPECT_EQ(asked(all, "http://a.test/"), "in a file");
  EXPECT_THROW(player(Json::array({one})), Error);
}

TEST_F(HarPlayers, CompareFormsWithoutTheirBoundary) {
  const auto form = [](const std::string& boundary) {
    return "--" + boundary + "\r\nContent-Disposition: form-data; name=\"tea\"\r\n\r\nAssam\r\n--" + boundary +
           "--\r\n";
  };
  Json recorded = entry("http://a.test/", "sent", "POST",
                        {{"mimeType", "multipart/form-data; boundary=----Web1"}, {"text", form("----Web1")}});
  HarPlayer one = player(Json::array({recorded}));
  const auto ask = [&](const std::string& type, const std::string& body) {
    return one.answer({"http://a.test/", "POST", {{"Content-Type", type}}, body, "fetch", {}}).has_value();
  };
  EXPECT_TRUE(ask("multipart/form-data; boundary=----Web2", form("----Web2")));
  EXPECT_TRUE(ask("multipart/form-data; boundary=\"Web 3\"; charset=utf-8", form("Web 3")));
  EXPECT_FALSE(ask("multipart/form-data; boundary=----Web2", form("----Web2") + "more"));
  EXPECT_FALSE(ask("text/plain", form("----Web2")));
}

TEST_F(HarPlayers, PreferTheRequestWithTheSameHeaders) {
  const auto said_in = [](const std::string& language, const std::string& body) {
    Json one = entry("http://a.test/", body);
    one["request"]["headers"] = Json::array({{{"name", "Accept-Language"}, {"value", language}}});
    return one;
  };
  HarPlayer one = player(Json::array({said_in("en", "tea"), said_in("de", "Tee"), said_in("en", "more tea")}));
  const auto ask = [&](const std::string& language) {
    return one.answer({"http://a.test/", "GET", {{"accept-language", language}}, "", "fetch", {}})->response().body;
  };
  EXPECT_EQ(ask("de"), "Tee");
  EXPECT_EQ(ask("de"), "Tee");
  EXPECT_EQ(ask("en"), "tea");
  EXPECT_EQ(ask("en"), "more tea");
  EXPECT_EQ(ask("en"), "more tea");
}

TEST_F(HarPlayers, DescribeWhatTheArchiveLacks) {
  HarPlayer one = player(
      Json::array({entry("http://a.test/tea?size=1", ""), entry("http://a.test/order", "", "POST", {{"text", "a"}})}));
  const auto missing = [&](const std::string& url, const std::string& method) {
    return one.describe_missing({url, method, {}, "b", "fetch", {}}).substr(path_.size());
  };
  EXPECT_EQ(missing("http://a.test/tea?size=2", "GET"),
            " has no answer to GET http://a.test/tea?size=2; it has GET http://a.test/tea?size=1");
  EXPECT_EQ(missing("http://a.test/order", "POST"), " has no answer to POST http://a.test/order with this body");
  EXPECT_EQ(missing("http://a.test/order", "PUT"), " has no answer to PUT http://a.test/order; it has one to POST");
  EXPECT_EQ(missing("http://b.test/", "GET"), " has no answer to GET http://b.test/");
}

TEST_F(HarPlayers, LeaveOutRequestsWithoutAnAnswer) {
  Json failed = entry("http://a.test/", "");
  failed["response"]["status"] = 0;
  HarPlayer all = player(Json::array({failed}));
  EXPECT_EQ(all.size(), 0u);
}

TEST_F(HarPlayers, SayWhatIsWrongWithAFile) {
  const auto error_of = [&](const std::string& text) {
    try {
      player(text);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage);
      return error.message();
    }
    return std::string("none");
  };
  EXPECT_THAT(error_of("<html>"), HasSubstr("is not an HTTP archive"));
  EXPECT_THAT(error_of("{}"), HasSubstr("is not an HTTP archive"));
  EXPECT_THAT(error_of(R"({"log":{"entries":[{"request":{"method":"GET","url":"u"},"response":{}}]}})"),
              HasSubstr(", entry 1 is not an HTTP archive"));
  EXPECT_THAT(error_of(R"({"log":{"entries":[7]}})"), HasSubstr(", entry 1"));
  EXPECT_THROW(HarPlayer("/no/such.har"), Error);
}

}  // namespace
}  // namespace casement
