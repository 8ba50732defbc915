// What the answers of `casement mcp` say, and in how many bytes: changes, parts of a page, what was left out, and what
// clients read beside them.
#include <algorithm>

#include "casement/base/regex.h"
#include "specs/mcp/mcp_client.h"

namespace casement::specs {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* kPaymentPage = "http://shop.test/checkout";

class AgentAnswers : public testing::Test {
 protected:
  void SetUp() override { ::signal(SIGPIPE, SIG_IGN); }
  // With the frames that it loads by itself there, so that none is news later.
  std::string checkout() {
    client_.open();
    client_.done("browser_navigate", {{"url", kPaymentPage}});
    client_.done("expect", {{"expect", "textbox \"CVC\""}});
    client_.done("expect", {{"expect", "button \"Add\" in iframe \"Recommended\""}});
    return client_.done("browser_snapshot");
  }
  int number_in(const std::string& text) {
    const auto found = Regex("snapshot ([0-9]+)").groups(text);
    EXPECT_EQ(found.size(), 2U) << text;
    return found.size() == 2 ? std::stoi(found[1]) : 0;
  }
  std::string error_of(const json& result) {
    EXPECT_TRUE(result.value("isError", false)) << result;
    return result["structuredContent"].value("error", "");
  }
  std::string text_of(const json& result) { return result["content"][0].value("text", ""); }
  McpClient client_{{"--site", "checkout"}};
};

// The same walk as specs/bench/agents does. Playwright's server needs 11,673 bytes for it (docs/performance.md), and an
// agent is to read less than half of that, 5,836. Which frames are there at which answer is Chrome's own business: with
// them earlier or later it is 4,000 to 4,800 here.
TEST_F(AgentAnswers, PayWithThreeDSecureInHalfTheBytesOfPlaywright) {
  client_.open();
  std::size_t bytes = 0;
  std::string all;
  const auto call = [&](const std::string& tool, json arguments) {
    const std::string text = client_.done(tool, std::move(arguments));
    bytes += text.size();
    all += "— " + tool + " " + std::to_string(text.size()) + "\n" + text + "\n";
    return text;
  };
  call("browser_navigate", {{"url", "http://shop.test/cart"}});
  call("click", {{"target", "button \"Checkout\""}});
  json fields = json::array();
  for (const auto& [name, value] : std::map<std::string, std::string>{{"E-mail", "ada@example.com"},
                                                                      {"Full name", "Ada Lovelace"},
                                                                      {"Address", "12 Harbour Street, Galway"},
                                                                      {"Card number", "4000 0027 6000 3184"},
                                                                      {"Expiration", "12 / 34"},
                                                                      {"CVC", "123"}}) {
    fields.push_back({{"target", "textbox \"" + name + "\""}, {"value", value}});
  }
  const std::string filled = call("fill_form", {{"fields", fields}});
  EXPECT_THAT(filled, AllOf(HasSubstr("ada@example.com"), HasSubstr("3184")));
  EXPECT_THAT(call("check", {{"target", "checkbox \"I accept the terms\""}}), HasSubstr("[checked]"));
  call("click", {{"target", "button \"Pay €42.00\""}});
  call("expect", {{"expect", "textbox \"Code\""}});
  EXPECT_THAT(call("type", {{"target", "textbox \"Code\""}, {"text", "123456"}}), HasSubstr("textbox \"Code\""));
  call("click", {{"target", "button \"Confirm\""}});
  call("expect", {{"expect", "text \"Thank you\""}});
  EXPECT_LE(bytes, 5'500U) << all;
}

TEST_F(AgentAnswers, ReportChangesSinceASnapshot) {
  const int first = number_in(checkout());
  client_.done("type", {{"target", "textbox \"E-mail\""}, {"text", "ada@example.com"}});
  const std::string last = client_.done("check", {{"target", "checkbox \"I accept the terms\""}});
  EXPECT_THAT(last, AllOf(HasSubstr("changed:"), HasSubstr("[checked]"), Not(HasSubstr("ada@example.com"))));
  const std::string since = client_.done("browser_snapshot", {{"since", first}});
  EXPECT_THAT(since, AllOf(HasSubstr("changed since " + std::to_string(first)), HasSubstr("[checked]"),
                           HasSubstr("ada@example.com"), Not(HasSubstr("Order summary"))));
  EXPECT_THAT(client_.done("browser_snapshot", {{"since", number_in(since)}}), HasSubstr("nothing changed"));
}

TEST_F(AgentAnswers, ReportTheWholePageIfTheSnapshotIsUnknown) {
  checkout();
  for (const json& unknown : {json(99), json(1'000'000), json(1e15)}) {
    EXPECT_THAT(client_.done("browser_snapshot", {{"since", unknown}, {"max_bytes", 1e15}}),
                AllOf(HasSubstr(" is no longer stored"), HasSubstr("Order summary")));
  }
  EXPECT_THAT(client_.done("browser_snapshot", {{"since", -1}, {"max_bytes", -1}}), HasSubstr("Order summary"));
  const int at_checkout = number_in(client_.done("browser_snapshot"));
  client_.done("browser_navigate", {{"url", "http://shop.test/cart"}});
  EXPECT_THAT(client_.done("browser_snapshot", {{"since", at_checkout}}),
              AllOf(HasSubstr("at another address"), HasSubstr("Your cart")));
}

TEST_F(AgentAnswers, ReportAPartOfThePage) {
  checkout();
  const std::string part = client_.done("browser_snapshot", {{"within", "region \"Payment\""}});
  EXPECT_THAT(part, AllOf(StartsWith("part of snapshot "), HasSubstr("checkbox \"I accept the terms\""),
                          HasSubstr("textbox \"CVC\""), Not(HasSubstr("Order summary"))));
  const auto ref = Regex("region \"Payment\" \\[ref=(e[0-9]+)\\]").groups(part);
  ASSERT_EQ(ref.size(), 2U) << part;
  EXPECT_THAT(client_.done("browser_snapshot", {{"within", ref[1]}, {"compact", false}}),
              AllOf(HasSubstr("region \"Payment\""), HasSubstr("[cross-site]"), Not(HasSubstr("Order summary"))));
  client_.done("type", {{"target", "textbox \"E-mail\""}, {"text", "ada@example.com"}, {"within", ref[1]}});
  EXPECT_THAT(client_.done("check", {{"target", "checkbox \"I accept the terms\""}, {"within", ref[1]}}),
              AllOf(HasSubstr("[checked]"), Not(HasSubstr("ada@example.com"))));
  EXPECT_THAT(client_.done("browser_snapshot", {{"changes", true}}),
              AllOf(HasSubstr("[checked]"), HasSubstr("ada@example.com")))
      << "who was told a part has not seen the rest";
}

TEST_F(AgentAnswers, FailUnlessThePartMatchesOneElement) {
  checkout();
  EXPECT_EQ(error_of(client_.call("browser_snapshot", {{"within", "region \"Nowhere\""}})), "not_found");
  EXPECT_EQ(error_of(client_.call("browser_snapshot", {{"within", "textbox"}})), "ambiguous");
  EXPECT_EQ(error_of(client_.call("browser_snapshot", {{"within", "e9999"}})), "unknown_ref");
  EXPECT_EQ(error_of(client_.call("browser_snapshot", {{"within", "region \"Payment\""}, {"frame", "Recommended"}})),
            "not_found");
  EXPECT_THAT(client_.done("browser_snapshot"), HasSubstr("Order summary")) << "the next call works";
}

TEST_F(AgentAnswers, StateThatAnActionIsDoneIfTheReportFails) {
  checkout();
  const json result = client_.call("check", {{"target", "checkbox \"I accept the terms\""}, {"within", "e9999"}});
  EXPECT_EQ(error_of(result), "unknown_ref");
  EXPECT_EQ(result["structuredContent"]["done"], true);
  EXPECT_THAT(text_of(result), StartsWith("done, "));
  EXPECT_THAT(client_.done("browser_snapshot", {{"changes", true}}), HasSubstr("[checked]"));
  EXPECT_THAT(client_.done("flow_show"), HasSubstr("check:")) << "it was recorded";
}

TEST_F(AgentAnswers, ReportOneFrame) {
  const std::string all = checkout();
  const auto ref = Regex("iframe \"Recommended\" \\[ref=(e[0-9]+)\\]").groups(all);
  const auto index = Regex("region \"Recommended\" \\[ref=f([0-9]+)_").groups(all);
  ASSERT_EQ(ref.size(), 2U) << all;
  ASSERT_EQ(index.size(), 2U) << all;
  for (const std::string& frame : {std::string("Recommended"), ref[1], index[1],
                                   std::string("http://ads.test/promotion"), std::string("*ads.test*")}) {
    EXPECT_THAT(client_.done("browser_snapshot", {{"frame", frame}}),
                AllOf(HasSubstr("Red kettle"), Not(HasSubstr("I accept the terms"))))
        << frame;
  }
  EXPECT_THAT(client_.done("browser_snapshot", {{"frame", "main"}}), HasSubstr("I accept the terms"));
  EXPECT_THAT(client_.done("browser_snapshot", {{"frame", "Recommended"}, {"within", "button \"Add\""}}),
              AllOf(HasSubstr("button \"Add\""), Not(HasSubstr("Red kettle"))));
}

TEST_F(AgentAnswers, FailUnlessOneFrameMatches) {
  checkout();
  const json none = client_.call("browser_snapshot", {{"frame", "Nowhere"}});
  EXPECT_EQ(error_of(none), "not_found");
  EXPECT_THAT(text_of(none), HasSubstr("ads.test")) << "it says which there are";
  EXPECT_EQ(error_of(client_.call("browser_snapshot", {{"frame", "77"}})), "not_found");
  EXPECT_EQ(error_of(client_.call("browser_snapshot", {{"frame", "http://*"}})), "ambiguous");
}

TEST_F(AgentAnswers, StateWhatIsLeftOutAndHowToGetIt) {
  checkout();
  const json cut = client_.call("browser_snapshot", {{"max_bytes", 200}});
  const auto found =
      Regex("cut: ([0-9]+) of ([0-9]+) bytes left out; use max_bytes ([0-9]+) for all").groups(text_of(cut));
  ASSERT_EQ(found.size(), 4U) << cut;
  EXPECT_LE(cut["structuredContent"]["page_text"].get<std::string>().size(), 200U);
  EXPECT_EQ(cut["structuredContent"]["left_out"], std::stoi(found[1]));
  const json all = client_.call("browser_snapshot", {{"max_bytes", std::stoi(found[3])}});
  EXPECT_EQ(all["structuredContent"]["page_text"].get<std::string>().size(), std::stoul(found[2]));
  EXPECT_FALSE(all["structuredContent"].contains("left_out"));
  EXPECT_THAT(text_of(client_.call("network", {{"max_bytes", 1}})), HasSubstr("max_bytes"));
  EXPECT_THAT(text_of(client_.call("check", {{"target", "checkbox \"I accept the terms\""}, {"max_bytes", 10}})),
              HasSubstr(", of browser_snapshot with since "));
}

TEST_F(AgentAnswers, ReportChangesDespiteASearchInBetween) {
  checkout();
  client_.done("type",
               {{"target", "textbox \"E-mail\""}, {"text", "ada@example.com"}, {"within", "heading \"Checkout\""}});
  EXPECT_THAT(client_.done("find", {{"target", "button \"Pay €42.00\""}}), StartsWith("1 found"));
  client_.ask("resources/read", {{"uri", "casement://page/p1/snapshot"}});
  EXPECT_THAT(client_.done("browser_snapshot", {{"changes", true}}), HasSubstr("ada@example.com"));
}

TEST_F(AgentAnswers, ComeToSubscribersAsTheyAct) {
  checkout();
  client_.ask("resources/subscribe", {{"uri", "casement://page/p1/snapshot"}});
  client_.told.clear();
  client_.done("check", {{"target", "checkbox \"I accept the terms\""}});
  client_.ask("ping", json::object());
  const json updated = {{"jsonrpc", "2.0"},
                        {"method", "notifications/resources/updated"},
                        {"params", {{"uri", "casement://page/p1/snapshot"}}}};
  EXPECT_EQ(std::count(client_.told.begin(), client_.told.end(), updated), 1);
  EXPECT_THAT(client_.ask("resources/read", {{"uri", "casement://page/p1/snapshot"}}).dump(), HasSubstr("[checked]"));
  client_.done("browser_snapshot");
  client_.ask("ping", json::object());
  EXPECT_EQ(std::count(client_.told.begin(), client_.told.end(), updated), 1) << "who reads would read for ever";
}

TEST_F(AgentAnswers, FailAsResourcesIfThePageOrReportIsUnknown) {
  checkout();
  for (const char* uri : {"casement://page/p9/snapshot", "casement://page/p1/cookies", "casement://report/last",
                          "casement://docs/targets.md", "casement://docs/../mcp-token"}) {
    EXPECT_EQ(client_.ask("resources/read", {{"uri", uri}})["error"]["code"], -32002) << uri;
  }
  EXPECT_THAT(client_.ask("resources/read", {{"uri", "casement://page/p1/frames"}}).dump(), HasSubstr("ads.test"));
}

TEST(InstalledDocuments, AreResources) {
  namespace fs = std::filesystem;
  const fs::path prefix = fs::path(testing::TempDir()) / ("mcp-docs-" + std::to_string(::getpid()));
  fs::create_directories(prefix / "bin");
  fs::create_directories(prefix / "share/doc/Casement");
  fs::copy_file(CASEMENT_RUNNER, prefix / "bin/casement");
  for (const char* name : {"index.md", "targets.md"}) {
    fs::copy_file(fs::path(CASEMENT_SOURCE_DIR) / "docs" / name, prefix / "share/doc/Casement" / name);
  }
  McpClient client({}, (prefix / "bin/casement").string());
  client.open();
  EXPECT_THAT(client.ask("resources/list", json::object()).dump(), HasSubstr("casement://docs/targets.md"));
  EXPECT_THAT(client.ask("resources/read", {{"uri", "casement://docs/targets.md"}}).dump(), HasSubstr("text/markdown"));
  fs::remove_all(prefix);
}

}  // namespace
}  // namespace casement::specs
