// Bodies of the answers that a page got, and what an archive keeps of them.
#include <casement/testing.h>

#include <nlohmann/json.hpp>

#include "casement/browser/page/page_session.h"

namespace {

using namespace casement;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::chrono::seconds kBodyPatience{30};

class ResponseBodies : public SiteTest<"network"> {
 protected:
  void SetUp() override {
    SiteTest::SetUp();
    page().set_default_timeout(kBodyPatience);
  }
  // The record of what `fetch` asks for, which the page waits for in whole.
  RequestRecord fetched(const std::string& url) {
    auto answer = page().next_response(url);
    page().evaluate("fetch('" + url + "').then(answer => answer.arrayBuffer()).then(() => null)");
    return answer.get();
  }
  Error error_of(const RequestRecord& record) {
    try {
      page().network().response_body(record);
      ADD_FAILURE() << "there is a body of " << record.url;
    } catch (const Error& error) {
      return error;
    }
    return Error(ErrorKind::Internal, "");
  }
};

TEST_F(ResponseBodies, AreTextAndBytes) {
  const std::string bytes("\x89PNG\0\xff\xfe", 7);
  site().route("top.test", "/bytes", answers_text(bytes, 200, "image/png"));
  site().route("top.test", "/stock", answers_json({{"left", 3}, {"name", "Käse"}}));
  page().open("http://top.test/plain.html");
  EXPECT_EQ(page().network().response_body(fetched("http://top.test/stock")), R"({"left":3,"name":"Käse"})");
  EXPECT_EQ(page().network().response_body(fetched("http://top.test/bytes")), bytes);
  EXPECT_EQ(page().network().response_body(fetched("http://top.test/nothing")), "");
  EXPECT_THAT(page().network().response_body(page().network().requests().front()), StartsWith("<!doctype html>"));
}

TEST_F(ResponseBodies, AreThereOfFramesAndOfDocumentsThatHaveGone) {
  page().open("http://top.test/framed.html", {LoadState::Loaded});
  const std::vector<RequestRecord> requests = page().network().requests();
  const auto guest = std::ranges::find(requests, "http://other.test/guest.html", &RequestRecord::url);
  ASSERT_NE(guest, requests.end());
  EXPECT_THAT(page().network().response_body(*guest), HasSubstr("<title>"));
  site().route("top.test", "/stock", answers_json({{"left", 3}}));
  const RequestRecord stock = fetched("http://top.test/stock");
  page().open("http://top.test/plain.html");
  page().open("http://other.test/guest.html");
  EXPECT_EQ(page().network().response_body(stock), R"({"left":3})");
}

TEST_F(ResponseBodies, AreWaitedFor) {
  site().route("top.test", "/late", answers_text("at last").after(std::chrono::milliseconds(200)));
  page().open("http://top.test/plain.html");
  auto request = page().next_request("*/late");
  page().evaluate("void fetch('/late').then(answer => answer.text())");
  EXPECT_EQ(page().network().response_body(request.get()), "at last");
  request = page().next_request("*/silent");
  page().evaluate("void fetch('/silent').catch(() => null)");
  const RequestRecord silent = request.get();
  try {
    page().network().response_body(silent, {std::chrono::milliseconds(50)});
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Timeout);
    EXPECT_EQ(error.message(), "the response to GET http://top.test/silent did not end within 50 ms");
  }
}

TEST_F(ResponseBodies, ReportWhyABodyIsMissing) {
  site().route("top.test", "/long", answers_text(std::string(8'000'000, 'x')));
  page().open("http://top.test/moved");
  const std::vector<RequestRecord> requests = page().network().requests();
  ASSERT_EQ(requests.size(), 3u);
  EXPECT_EQ(error_of(requests[0]).message(),
            "the response to GET http://top.test/moved has no body: it is a redirect to http://top.test/moved_again");
  EXPECT_THAT(page().network().response_body(requests[2]), HasSubstr("<title>"));
  const RequestRecord oldest = fetched("http://top.test/long");
  EXPECT_EQ(page().network().response_body(oldest).size(), 8'000'000u);
  for (int i = 0; i < 9; ++i) fetched("http://top.test/long");
  const Error gone = error_of(oldest);
  EXPECT_EQ(gone.kind(), ErrorKind::NotFound);
  EXPECT_THAT(gone.message(), HasSubstr("Chrome no longer has the body ("));
  page().evaluate("fetch('/dropped').catch(() => null)");
  EXPECT_THAT(error_of(page().network().failed_requests().back()).message(),
              HasSubstr("it failed: net::ERR_EMPTY_RESPONSE"));
  EXPECT_THAT(error_of(RequestRecord{}).message(), HasSubstr("the log of the page does not contain this request"));
}

TEST_F(ResponseBodies, AreInAnArchiveThatWasAskedForThem) {
  const std::string bytes("\x89PNG\0\xff\xfe", 7);
  site().route("top.test", "/bytes", answers_text(bytes, 200, "image/png"));
  site().route("top.test", "/stock", answers_json({{"left", 3}}));
  site().route("top.test", "/long", answers_text(std::string(2000, 'x')));
  page().network().record_har({.bodies = true, .longest_body = 1999});
  page().open("http://top.test/plain.html");
  for (const char* const path : {"/stock", "/bytes", "/long"}) fetched("http://top.test" + std::string(path));
  page().open("http://other.test/guest.html");
  const auto content = [&](const nlohmann::json& har, const std::string& url) {
    for (const auto& entry : har.at("log").at("entries")) {
      if (entry.at("request").at("url") == url) return entry.at("response").at("content");
    }
    return nlohmann::json();
  };
  const nlohmann::json har = page().network().har();
  EXPECT_EQ(content(har, "http://top.test/stock").at("text"), R"({"left":3})");
  EXPECT_FALSE(content(har, "http://top.test/stock").contains("encoding"));
  EXPECT_EQ(content(har, "http://top.test/bytes").at("text"), "iVBORwD//g==");
  EXPECT_EQ(content(har, "http://top.test/bytes").at("encoding"), "base64");
  EXPECT_EQ(content(har, "http://top.test/long").at("comment"), "no body: longer than 1999 bytes");
  EXPECT_THAT(content(har, "http://top.test/plain.html").at("text").get<std::string>(), HasSubstr("<title>"));
  EXPECT_THAT(content(har, "http://other.test/guest.html").at("text").get<std::string>(), HasSubstr("<title>"));
  page().network().record_har();
  fetched("http://other.test/stock");
  EXPECT_FALSE(content(page().network().har(), "http://other.test/stock").contains("text"));
}

TEST_F(ResponseBodies, AnArchiveHoldsWhatWasPosted) {
  page().network().record_har({.bodies = true});
  page().open("http://top.test/plain.html");
  page().evaluate("fetch('/order', { method: 'POST', body: new Uint8Array([0, 255, 254, 10]) }).then(r => r.text())");
  page().evaluate("fetch('/blob', { method: 'POST', body: new Blob(['some tea']) }).then(r => r.text())");
  page().evaluate(R"(
    const form = new FormData();
    form.append('note', 'hello');
    form.append('photo', new File([new Uint8Array(1000)], 'photo.bin'));
    fetch('/form', { method: 'POST', body: form }).then(r => r.text()))");
  nlohmann::json posts;
  const nlohmann::json har = page().network().har();
  for (const auto& entry : har.at("log").at("entries")) {
    const nlohmann::json& request = entry.at("request");
    const std::string url = request.at("url");
    if (request.at("method") == "POST") posts[url.substr(url.rfind('/') + 1)] = request;
  }
  EXPECT_EQ(posts.at("order").at("bodySize"), 4);
  EXPECT_EQ(posts.at("order").at("postData").at("_base64"), "AP/+Cg==");
  EXPECT_EQ(posts.at("blob").at("bodySize"), 8);
  EXPECT_EQ(posts.at("blob").at("postData").at("text"), "some tea");
  EXPECT_GT(posts.at("form").at("bodySize"), 1000);
  EXPECT_THAT(posts.at("form").at("postData").at("text").get<std::string>(),
              AllOf(HasSubstr("hello"), HasSubstr("photo.bin")));
  EXPECT_FALSE(posts.at("form").at("postData").contains("comment"));  // no file of the disk is in it
}

}  // namespace
