#include "casement/browser/network/har.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace casement {
namespace {

Json entry_of(HeaderList request, HeaderList response) {
  RequestRecord record;
  record.number = 1;
  record.response_number = 2;
  record.end_number = 3;
  record.url = "http://shop.test/";
  record.method = "GET";
  record.request_headers = std::move(request);
  record.response_headers = std::move(response);
  return har_of({record}, {}, 0, "", "Chromium").at("log").at("entries").at(0);
}

TEST(Har, HidesHeadersByName) {
  Json entries = Json::parse(
      R"([{"request": {"headers": [{"name": "X-Api-Key", "value": "green-tea"}, {"name": "Accept", "value": "*/*"}]},
    "response": {"headers": [{"name": "x-api-key", "value": "tea"}]}}])");
  EXPECT_THAT(hide_headers(entries, {"x-API-key"}), testing::ElementsAre("green-tea"));  // not the short one
  EXPECT_THAT(entries.dump(), testing::Not(testing::HasSubstr("tea")));
  EXPECT_THAT(entries.dump(), testing::HasSubstr("*/*"));
}

TEST(Har, HoldsNoCredentials) {
  const Json entry = entry_of({{"Authorization", "Bearer hunter2"},
                               {"proxy-authorization", "hunter2"},
                               {"Cookie", "id=hunter2; who=hunter2; hunter2"}},
                              {{"set-cookie", "id=hunter2; Path=/; Secure"}});
  EXPECT_THAT(entry.dump(), testing::Not(testing::HasSubstr("hunter2")));
  const Json& request = entry.at("request");
  EXPECT_EQ(request.at("headers").at(0).at("value"), "Bearer •••");
  EXPECT_EQ(request.at("headers").at(1).at("value"), "•••");
  EXPECT_EQ(request.at("headers").at(2).at("value"), "id=•••; who=•••; •••");
  EXPECT_EQ(request.at("cookies").at(1), (Json{{"name", "who"}, {"value", "•••"}}));
  EXPECT_EQ(entry.at("response").at("headers").at(0).at("value"), "id=•••; Path=/; Secure");
  EXPECT_EQ(entry.at("response").at("cookies").at(0), (Json{{"name", "id"}, {"value", "•••"}}));
}

TEST(Har, HoldsAllOtherHeadersAsTheyAre) {
  const Json entry = entry_of({{"Accept", "a=b; c"}}, {{"ETag", "1"}});
  EXPECT_EQ(entry.at("request").at("headers").at(0).at("value"), "a=b; c");
  EXPECT_EQ(entry.at("response").at("headers").at(0).at("value"), "1");
}

Json content_of(const std::optional<std::string>& body, const std::string& missing = "") {
  RequestRecord record;
  record.number = record.response_number = record.end_number = 1;
  record.kept_body = body;
  record.body_missing = missing;
  return har_of({record}, {}, 0, "", "Chromium").at("log").at("entries").at(0).at("response").at("content");
}

TEST(Har, HoldsTheBodiesThatWereKept) {
  EXPECT_FALSE(content_of({}).contains("text"));
  EXPECT_EQ(content_of("Tee für 2 €").at("text"), "Tee für 2 €");
  EXPECT_FALSE(content_of("Tee").contains("encoding"));
  EXPECT_EQ(content_of("\xff\x01").at("text"), "/wE=");
  EXPECT_EQ(content_of("\xff\x01").at("encoding"), "base64");
  EXPECT_EQ(content_of(std::string(256, '\xff')).at("size"), 256);
  EXPECT_EQ(content_of({}, "longer than 9 bytes").at("comment"), "no body: longer than 9 bytes");
}

Json posted(const std::string& body, HeaderList headers) {
  RequestRecord record;
  record.number = record.response_number = record.end_number = 1;
  record.method = "POST";
  record.body = body;
  record.has_body = true;
  record.request_headers = std::move(headers);
  return har_of({record}, {}, 0, "", "Chromium").at("log").at("entries").at(0).at("request");
}

TEST(Har, HoldsThePostedDataAndItsSize) {
  const Json text = posted("a=1&b=%C3%A9", {{"Content-Type", "application/x-www-form-urlencoded"}});
  EXPECT_EQ(text.at("bodySize"), 12);
  EXPECT_EQ(text.at("postData").at("params").at(1), (Json{{"name", "b"}, {"value", "é"}}));
  const Json bytes = posted({"\0\xff\xfe\n", 4}, {});
  EXPECT_EQ(bytes.at("bodySize"), 4);
  EXPECT_EQ(bytes.at("postData").at("_base64"), "AP/+Cg==");
  EXPECT_EQ(bytes.at("postData").at("mimeType"), "x-unknown");
  const Json form =
      posted("--x with a file", {{"content-type", "multipart/form-data; boundary=x"}, {"Content-Length", "283"}});
  EXPECT_EQ(form.at("bodySize"), 283);
  EXPECT_EQ(form.at("postData").at("text"), "--x with a file");
  EXPECT_EQ(form.at("postData").at("comment"), "not the whole body: Chrome omits files");
  EXPECT_EQ(posted("", {}).at("bodySize"), -1);
  EXPECT_EQ(posted("", {}).at("postData").at("comment"), "Chrome did not report the body");
}

TEST(Har, SizesOfNothingAreZero) {
  EXPECT_EQ(content_of("").at("size"), 0);
  EXPECT_EQ(content_of("").at("text"), "");
  EXPECT_EQ(content_of({}).at("size"), 0);
  RequestRecord empty;
  empty.number = empty.response_number = empty.end_number = 1;
  empty.method = "POST";
  const Json request = har_entry(empty).at("request");
  EXPECT_EQ(request.at("bodySize"), 0);
  EXPECT_FALSE(request.contains("postData"));
}

TEST(Har, AFailedRequestHasNoTransferSize) {
  RequestRecord record;
  record.number = record.end_number = 1;
  record.failure = "net::ERR_CONNECTION_REFUSED";
  const Json response = har_entry(record).at("response");
  EXPECT_EQ(response.at("_transferSize"), -1);
  EXPECT_EQ(response.at("_error"), "net::ERR_CONNECTION_REFUSED");
  record.bytes = 120;
  EXPECT_EQ(har_entry(record).at("response").at("_transferSize"), 120);
}

}  // namespace
}  // namespace casement
