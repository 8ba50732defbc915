#include "casement/site/site_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "temporary_site.h"

namespace casement::site {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

SiteConfig load(std::string_view yaml) {
  TemporarySite site(yaml);
  site.write("shop/cart.html", "cart");
  return load_site_config(site.folder());
}

// "line:column: problem"
std::string problem_with(std::string_view yaml) {
  try {
    load(yaml);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Authoring);
    if (!error.place()) return "no place: " + error.message();
    EXPECT_THAT(error.place()->file, EndsWith("/site.yaml"));
    return std::to_string(error.place()->line) + ":" + std::to_string(error.place()->column) + ": " + error.problem();
  }
  return "";
}

TEST(SiteConfig, ReadsHostsAndRules) {
  const SiteConfig config = load(R"(
hosts:
  shop.test: shop
  api.test:
rules:
  - { host: api.test, path: /v1, method: POST, json: { ok: true, n: [1, 2.5, "3", null] } }
  - { host: "*.test", path: "/*", headers: { X-Frame-Options: DENY } }
  - { host: shop.test, path: /n, file: cart.html }
)");
  EXPECT_EQ(config.hosts.at("shop.test").filename(), "shop");
  EXPECT_TRUE(config.hosts.at("api.test").empty());
  ASSERT_EQ(config.rules.size(), 3u);
  EXPECT_EQ(config.rules[0].content, R"({"n":[1,2.5,"3",null],"ok":true})");
  EXPECT_EQ(config.rules[2].file, "cart.html");
}

TEST(SiteConfig, MayServeItsOwnFolder) {
  EXPECT_FALSE(load("hosts: { a.test: . }\n").hosts.at("a.test").empty());
}

TEST(SiteConfig, NeedsNoRules) {
  EXPECT_EQ(load("hosts: { shop.test: shop }\n").rules.size(), 0u);
}

TEST(SiteConfig, PointsAtAnUnknownKey) {
  EXPECT_EQ(problem_with("hosts: { shop.test: shop }\nruels: []\n"),
            "2:1: unknown key 'ruels' in site.yaml (did you mean 'rules'?)");
  EXPECT_EQ(problem_with("hosts: { shop.test: shop }\nrules:\n  - { path: /x, nver: true }\n"),
            "3:17: unknown key 'nver' (did you mean 'never'?)");
}

TEST(SiteConfig, PointsAtAWrongValue) {
  EXPECT_EQ(problem_with("hosts: { shop.test: shop }\nrules:\n  - path: /x\n    delay: soon\n"),
            "4:12: 'delay' must be a duration such as 300ms or 1s, or a whole number of milliseconds from 0 to 600000");
  EXPECT_EQ(problem_with("hosts: { shop.test: shop }\nrules: { path: /x }\n"), "2:8: 'rules' must be a list");
  EXPECT_EQ(problem_with("hosts: { shop.test: [] }\n"), "1:21: a host's folder must be text; leave it empty for none");
  EXPECT_EQ(problem_with("hosts: { shop.test: shop }\ntls: shop.test\n"),
            "2:6: 'tls' needs a list of texts, not a text; write tls: [\"shop.test\"]");
  EXPECT_EQ(problem_with("hosts: [shop]\n"), "1:8: 'hosts' must be a map of host names to folders");
  EXPECT_EQ(problem_with("rules: []\n"), "1:1: 'hosts' must be a map of host names to folders");
  EXPECT_EQ(problem_with(""), "1:1: the file is empty");
  EXPECT_EQ(problem_with("- a\n"), "1:1: a site needs 'hosts:', a map of host names to folders");
}

// What the reader of flows says to these mistakes it says here too.
TEST(SiteConfig, ExplainsInvalidYaml) {
  EXPECT_EQ(problem_with("hosts:\n\tshop.test: shop\n"), "2:11: indent with spaces, not with a tab");
  EXPECT_EQ(problem_with("hosts: { shop.test: shop\nrules: []\n"),
            "2:6: a { is not closed, or a ',' is missing before this");
}

TEST(SiteConfig, AcceptsAHostWithoutAFolder) {
  const SiteConfig config = load("hosts:\n  a.test: null\n  b.test: ~\n  c.test:\ntls:\nrules: ~\n");
  for (const auto& [host, folder] : config.hosts) EXPECT_TRUE(folder.empty()) << host;
  EXPECT_EQ(config.hosts.size(), 3u);
}

TEST(SiteConfig, CountsColumnsInCharacters) {
  EXPECT_EQ(problem_with("hosts: { shop.test: shop }\nrules:\n  - { text: \"äöü€\", satus: 200 }\n"),
            "3:21: unknown key 'satus' (did you mean 'status'?)");
}

TEST(SiteConfig, RefusesTwoAnswers) {
  EXPECT_EQ(problem_with("hosts: { shop.test: shop }\nrules:\n  - { never: true, json: {} }\n"),
            "3:7: a rule can have only one answer, but 'json' and 'never' are two; remove one");
}

TEST(SiteConfig, RefusesARuleForAnUnknownHost) {
  EXPECT_EQ(problem_with("hosts: { shop.test: shop }\nrules:\n  - { host: shpo.test, text: a }\n"),
            "3:13: no host 'shpo.test' under 'hosts' (did you mean 'shop.test'?)");
  EXPECT_EQ(problem_with("hosts: { shop.test: shop }\nrules:\n  - { host: bank.example, text: a }\n"),
            "3:13: no host 'bank.example' under 'hosts'; known hosts: shop.test");
}

TEST(SiteConfig, RefusesAMissingFolderOrFile) {
  EXPECT_THAT(problem_with("hosts:\n  shop.test: shpo\n"),
              testing::AllOf(HasSubstr("2:14: there is no folder "), EndsWith("/shpo")));
  EXPECT_THAT(problem_with("hosts: { shop.test: shop }\nrules:\n  - { path: /x, file: no.html }\n"),
              testing::AllOf(HasSubstr("3:23: there is no file "), EndsWith("/shop/no.html")));
}

TEST(SiteConfig, RefusesAFolderOutsideTheSite) {
  EXPECT_THAT(problem_with("hosts: { a.test: ../ }\n"), HasSubstr("1:18: a host's folder must be"));
  EXPECT_THAT(problem_with("hosts: { a.test: /etc }\n"), HasSubstr("1:18: a host's folder must be"));
}

TEST(SiteConfig, RefusesNamesThatAreNoHosts) {
  EXPECT_THAT(problem_with("hosts: { \"a.test, MAP b\": shop }\n"), HasSubstr("is not a host name"));
  EXPECT_THAT(problem_with("hosts: { Shop.test: shop }\n"), HasSubstr("is not a host name"));
}

TEST(SiteConfig, RefusesMistakesThatYamlAllows) {
  EXPECT_EQ(problem_with("hosts: { shop.test: shop }\nhosts: {}\n"), "2:1: the key 'hosts' occurs twice in this map");
  EXPECT_EQ(problem_with("hosts: &a { shop.test: shop }\n"),
            "1:8: anchors ('&') are not supported; put the text in quotes");
  EXPECT_EQ(problem_with("hosts: { <<: { a: b } }\n"),
            "1:10: '<<' is not supported, because there are no anchors to merge");
  EXPECT_EQ(problem_with("hosts: { shop.test: shop }\n---\nrules: []\n"),
            "3:1: site.yaml must be one document, without '---'");
  EXPECT_EQ(problem_with("hosts:\n  shop.test: \"shop\n"),
            "2:14: the quote \" is not closed on this line (use | for a text of several lines)");
  EXPECT_EQ(problem_with("hosts: { a\xFF: b }\n"), "1:11: this is not UTF-8; save the file as UTF-8");
  EXPECT_EQ(problem_with("hosts: { [a]: b }\n"), "1:10: a key must be a text");
  EXPECT_EQ(problem_with("hosts: !!map { a: b }\n"),
            "1:8: tags such as !!str are not supported; remove the tag, every text is a text already");
  EXPECT_THAT(problem_with("hosts: " + std::string(500, '[') + std::string(500, ']')),
              HasSubstr("nested more than 32 levels deep"));
  EXPECT_NE(problem_with("hosts: " + std::string(5000, '[')), "");
  EXPECT_NE(problem_with("hosts: { shop.test: shop\n"), "");
  EXPECT_NE(problem_with("hosts: {}}\n"), "");
  EXPECT_NE(problem_with("\thosts: a\n"), "");
}

TEST(SiteConfig, ShowsTheLineAndACaret) {
  try {
    load("hosts: { shop.test: shop }\nrules:\n  - { stats: 1 }\n");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.trail(), testing::ElementsAre("  3 |   - { stats: 1 }", "    |       ^~~~~"));
  }
}

TEST(SiteConfig, NamesAMissingKey) {
  const TemporarySite empty;
  for (const auto& folder : {empty.folder(), empty.folder() / "none"}) {
    try {
      load_site_config(folder);
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Environment);
      EXPECT_THAT(error.what(), HasSubstr(folder.string()));
    }
  }
}

TEST(SiteConfig, WaitsForNoPipe) {
  const TemporarySite site;
  ASSERT_EQ(::mkfifo((site.folder() / "site.yaml").c_str(), 0600), 0);
  try {
    load_site_config(site.folder());
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.message(), HasSubstr("the file is empty"));
  }
}

}  // namespace
}  // namespace casement::site
