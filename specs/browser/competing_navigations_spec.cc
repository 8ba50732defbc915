// An open whose page has just begun to go elsewhere by itself: it ends with its own document, or says
// why it cannot.
#include <casement/testing.h>

#include "casement/browser/page/page_session.h"
#include "specs/support/browser_needs.h"

namespace {

using namespace casement;
using testing::HasSubstr;

constexpr std::chrono::seconds kCompetingPatience{30};
constexpr const char* kStart = "http://top.test/competing.html";
constexpr const char* kAim = "http://top.test/plain.html?aim";

struct Competing {
  const char* name;
  const char* script;  // how the page goes elsewhere
  friend void PrintTo(const Competing& competing, std::ostream* out) { *out << competing.name; }
};

class CompetingNavigations : public SiteTest<"network">, public testing::WithParamInterface<Competing> {
 protected:
  void SetUp() override {
    SiteTest::SetUp();
    if (std::string_view(GetParam().name) == "ATimer")
      specs::require_chromium(page(), 90, "tell of a navigation that the page asks for meanwhile");
    page().set_default_timeout(kCompetingPatience);
  }
  // Chrome lets a page interrupt what a person asked for only where the person has touched it just now.
  void set_off(const std::string& script, const char* query = "") {
    page().open(std::string(kStart) + query);
    page().click("button \"Touch\"");
    page().evaluate("void (" + script + ")");
  }
  void expect_there() {
    EXPECT_EQ(page().url(), kAim);
    // Nothing is on its way that would take its place.
    EXPECT_EQ(page().evaluate("fetch('/who.js').then(answer => answer.text()).then(() => document.title)"), "Plain");
    EXPECT_EQ(page().url(), kAim);
  }
};

TEST_P(CompetingNavigations, LeaveTheRequestedDocumentOpen) {
  for (const char* query : {"", "?listens"}) {
    for (int i = 0; i < 8; ++i) {
      SCOPED_TRACE(query + std::to_string(i));
      set_off(GetParam().script, query);
      page().open(kAim);
      expect_there();
    }
  }
}

// It asks not to be left for each of the two, and is told that it may be. Where its second question comes
// when the next document is ready, Chrome takes no answer any more, to this day.
TEST_P(CompetingNavigations, APageThatAsksNotToBeLeftIsLeftOrReportedAsHanging) {
  for (int i = 0; i < 6; ++i) {
    SCOPED_TRACE(i);
    set_off(GetParam().script, "?holds");
    try {
      page().open(kAim);
      expect_there();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Navigation) << error.full_text();
      EXPECT_THAT(error.message(), HasSubstr("which Chrome no longer lets Casement answer; close the page"));
      return;  // with a page that can only be closed
    }
  }
}

INSTANTIATE_TEST_SUITE_P(How, CompetingNavigations,
                         testing::Values(Competing{"AScript", "location = '/plain.html?own'"},
                                         Competing{"ATimer", "setTimeout(() => location = '/plain.html?own')"},
                                         Competing{"AForm", "document.forms[0].submit()"},
                                         Competing{"ALink", "document.links[0].click()"},
                                         Competing{"ARefresh", "refresh('/plain.html?own')"},
                                         Competing{"AnotherSite", "location = 'http://other.test/guest.html'"},
                                         Competing{"AnAnswerWithoutContent", "location = '/nothing'"},
                                         Competing{"ADownload", "location = '/report.csv'"}),
                         [](const auto& one) { return one.param.name; });

}  // namespace
