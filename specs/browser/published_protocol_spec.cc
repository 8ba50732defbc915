// The table of what Casement uses of the protocol, held against the protocol that this Chrome publishes.
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include <casement/testing.h>
#include "casement/browser/page/page_session.h"

#include "casement/cdp/protocol.h"
#include "casement/cdp/reply_shape.h"
#include "casement/process/find_chrome.h"
#include "casement/servers/process.h"

namespace {

using namespace casement;
namespace fs = std::filesystem;

class PublishedProtocol : public BrowserTest {
 protected:
  // A Chrome that listens at a port serves it; ours opens that as a page.
  void SetUp() override {
    BrowserTest::SetUp();
    const fs::path profile = fs::path(testing::TempDir()) / ("protocol-" + std::to_string(::getpid()));
    std::vector<std::string> arguments{"--remote-debugging-port=0", "--user-data-dir=" + profile.string(),
                                       "--disable-background-networking"};
    if (::geteuid() == 0) arguments.emplace_back("--no-sandbox");
    arguments.emplace_back("about:blank");
    Process chrome(find_browser().path,
                   {.arguments = arguments, .ready_line = R"(DevTools listening on ws://127\.0\.0\.1:(\d+)/)"});
    page().open("http://127.0.0.1:" + chrome.ready_match().at(1) + "/json/protocol");
    const Json protocol = Json::parse(page().evaluate("document.body.textContent").get<std::string>());
    for (const Json& domain : protocol.at("domains")) {
      const std::string name = domain.at("domain");
      for (const char* kind : {"commands", "events", "types"}) {
        for (const Json& one : domain.value(kind, Json::array())) {
          published_[kind][name + "." + one.value(std::string(kind) == "types" ? "id" : "name", std::string())] = one;
        }
      }
    }
    chrome.stop();
    fs::remove_all(profile);
  }

  // Of an object's type, which a reference may stand for.
  Json properties_of(const Json& type, std::string& domain) const {
    const Json& actual = type.contains("items") ? type.at("items") : type;
    if (!actual.contains("$ref")) return actual.value("properties", Json::array());
    std::string reference = actual.at("$ref");
    if (reference.find('.') == std::string::npos) reference.insert(0, domain + ".");
    domain = reference.substr(0, reference.find('.'));
    return properties_of(published_.at("types").at(reference), domain);
  }

  // The first part of the dotted path that is not published, "" where all are.
  std::string unknown_part(const std::string& method, Json among, const std::string& path) const {
    std::string domain = method.substr(0, method.find('.'));
    std::istringstream parts(path);
    for (std::string part; std::getline(parts, part, '.');) {
      if (part.ends_with("[]")) part.resize(part.size() - 2);
      const auto found =
          std::find_if(among.begin(), among.end(), [&](const Json& one) { return one.value("name", "") == part; });
      if (found == among.end()) return part;
      const Json type = *found;
      among = properties_of(type, domain);
    }
    return "";
  }

  void expect_published(const char* kind, const char* member, std::string_view name, std::string_view fields) const {
    const std::string method(name);
    const auto found = published_.at(kind).find(method);
    ASSERT_TRUE(found != published_.at(kind).end()) << method << " is not published";
    std::istringstream words{std::string(fields)};
    for (std::string field; words >> field;) {
      const std::string path = field.substr(0, field.find_first_of(":!"));
      EXPECT_EQ(unknown_part(method, found->second.value(member, Json::array()), path), "") << method << ' ' << path;
    }
  }

  std::map<std::string, std::map<std::string, Json>> published_;  // kind, then name
};

TEST_F(PublishedProtocol, HasEveryCommandEventAndFieldThatIsUsed) {
  for (const cdp::ProtocolRow& row : cdp::protocol_commands())
    expect_published("commands", "parameters", row.name, row.fields);
  for (const cdp::ProtocolRow& row : cdp::protocol_events())
    expect_published("events", "parameters", row.name, row.fields);
  for (const cdp::ReplyShape& shape : cdp::reply_shapes())
    expect_published("commands", "returns", shape.method, shape.fields);
}

TEST_F(PublishedProtocol, WouldShowAMisspeltField) {
  EXPECT_EQ(unknown_part("Page.frameNavigated", published_.at("events").at("Page.frameNavigated").at("parameters"),
                         "frame.adress"),
            "adress");
}

}  // namespace
