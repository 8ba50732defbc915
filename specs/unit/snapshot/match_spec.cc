#include "casement/snapshot/match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "specs/unit/snapshot/readings.h"

namespace casement::spec {
namespace {

using testing::HasSubstr;

Snapshot shop_page() {
  CapturedFrame card = child_frame(1, 0, 4,
                                   document({node(0, {"textbox", 1, "Card number", "required"}), value(1, "•••• 4242")},
                                            "http://js.pay.test/elements"));
  card.cross_site = true;
  return page_of(main_frame(document({node(0, {"heading", 1, "Checkout", "level=1"}), node(0, {"form", 0, "Pay"}),
                                      node(1, {"list"}), node(2, {"listitem"}), run(3, "Blue kettle"),
                                      node(3, {"button", 2, "Remove"}), node(2, {"listitem"}), run(3, "Red kettle"),
                                      node(1, {"iframe", 4, "Card frame", "", {"?frame=visible"}}),
                                      node(1, {"link", 5, "Terms", "cursor=pointer", {"/url=/terms"}}),
                                      node(1, {"button", 6, "Pay €42", "disabled"})})),
                 std::move(card));
}

bool fits(const char* text) {
  return match(shop_page(), text).matched;
}
std::string miss(const char* text) {
  return match(shop_page(), text).message;
}

TEST(Match, FindsAnItemAnywhere) {
  EXPECT_TRUE(fits("- button \"Remove\""));
  EXPECT_TRUE(fits("- iframe \"Card frame\":\n  - textbox \"Card number\""));
  EXPECT_FALSE(fits("- button \"Gone\""));
}

TEST(Match, MatchesItsOwnText) {
  EXPECT_TRUE(match(shop_page(), shop_page().text()).matched) << match(shop_page(), shop_page().text()).message;
}

TEST(Match, AllowsGapsButKeepsTheOrder) {
  EXPECT_TRUE(fits("- form:\n  - list\n  - button \"Pay €42\""));
  EXPECT_FALSE(fits("- form:\n  - button \"Pay €42\"\n  - list"));
  EXPECT_TRUE(fits("- heading\n- button \"Remove\"\n- textbox"));
  EXPECT_FALSE(fits("- textbox\n- heading"));
}

TEST(Match, WantsChildrenAndNotGrandchildren) {
  EXPECT_FALSE(fits("- form:\n  - listitem"));
}

TEST(Match, ComparesNames) {
  EXPECT_TRUE(fits("- button /^pay/i"));
  EXPECT_TRUE(fits("- button /€\\d+/"));
  EXPECT_FALSE(fits("- button \"Pay\""));
  EXPECT_TRUE(fits("- 'button \"Pay €42\"'"));
}

TEST(Match, ComparesText) {
  EXPECT_TRUE(fits("- listitem: Blue kettle"));
  EXPECT_TRUE(fits("- listitem: /^Red/"));
  EXPECT_TRUE(fits("- listitem:\n  - text: \"Blue kettle\""));
  EXPECT_FALSE(fits("- listitem: Green kettle"));
  EXPECT_TRUE(fits("- heading: Checkout"));
  EXPECT_TRUE(fits("- textbox: '•••• 4242'"));
}

TEST(Match, ComparesStates) {
  EXPECT_TRUE(fits("- button \"Pay €42\" [disabled]"));
  EXPECT_TRUE(fits("- button \"Remove\" [disabled=false]"));
  EXPECT_FALSE(fits("- button \"Remove\" [disabled]"));
  EXPECT_FALSE(fits("- button \"Pay €42\" [disabled=false]"));
  EXPECT_TRUE(fits("- heading [level=1]"));
  EXPECT_FALSE(fits("- heading [level=2]"));
  EXPECT_FALSE(fits("- heading [expanded=false]"));
  EXPECT_TRUE(fits("- link [ref=e5] [cursor=pointer]"));
  EXPECT_TRUE(fits("- iframe [cross-site] [failed=false]"));
  EXPECT_FALSE(fits("- iframe [failed=timed_out]"));
}

TEST(Match, ComparesProperties) {
  EXPECT_TRUE(fits("- link:\n  - /url: /terms"));
  EXPECT_TRUE(fits("- iframe:\n  - /url: /pay\\.test/"));
  EXPECT_FALSE(fits("- link:\n  - /url: /other"));
  EXPECT_FALSE(fits("- link:\n  - /placeholder: x"));
}

// A page of one link to this address.
Snapshot page_with_link(const std::string& url) {
  return page_of(
      main_frame(document({node(0, {"link", 1, "x", "", {"/url=" + url}}), node(0, {"button", 2, "y"}), run(1, url)})));
}
bool link_fits(const std::string& url, const std::string& written) {
  return page_with_link(url).match("- link:\n  - /url: " + written).matched;
}

TEST(Match, TakesAnAddressBetweenSlashesForTheAddress) {
  EXPECT_TRUE(link_fits("/a+b/", "/a+b/"));
  EXPECT_FALSE(link_fits("/aab/", "/a+b/"));
  EXPECT_FALSE(link_fits("/shop/docs/", "/docs/"));
  EXPECT_TRUE(link_fits("/docs/", "/docs/"));
  EXPECT_TRUE(link_fits("/shop/docs/", "/shop/docs/"));
  EXPECT_TRUE(link_fits("/shop/u", "/shop/u"));
}

TEST(Match, TakesAnExpressionInAnAddressByItsSigns) {
  EXPECT_TRUE(link_fits("http://pay.test/x", "/pay\\.test/"));
  EXPECT_TRUE(link_fits("/cart/7", "/cart.\\d/"));
  EXPECT_TRUE(link_fits("/cart/7", "/^.cart/"));
  EXPECT_TRUE(link_fits("/CART/7", "/cart/i"));
  EXPECT_TRUE(link_fits("/cart/7", "/art.+7/"));
  EXPECT_FALSE(link_fits("/cart/7", "/(basket|bag)/"));
  EXPECT_TRUE(link_fits("/x_(y)/", "/x_(y)/"));  // itself, whatever it reads like
}

TEST(Match, FindsEveryPageByItsOwnText) {
  for (const std::string url : {"/docs/", "/a+b/", "/a/b/", "/x_(y)/", "/[/", "/a/iu", "//", "/a(b/"}) {
    const Snapshot page = page_with_link(url);
    EXPECT_EQ(page.match(page.text()).message, "") << page.text();
  }
}

TEST(Match, WantsAllChildrenOnRequest) {
  EXPECT_TRUE(fits("- list:\n  - /children: equal\n  - listitem\n  - listitem"));
  EXPECT_FALSE(fits("- list:\n  - /children: equal\n  - listitem"));
  EXPECT_FALSE(
      fits("- list:\n  - /children: deep-equal\n  - listitem: Blue kettle\n"
           "  - listitem: Red kettle"));
  EXPECT_TRUE(
      fits("- list:\n  - /children: deep-equal\n  - listitem:\n    - text: Blue kettle\n"
           "    - button\n  - listitem: Red kettle"));
}

TEST(Match, TakesANameThatWasShortened) {
  const Snapshot page = page_of(main_frame(document({node(0, {"button", 1, std::string(900, 'x')}), run(0, "end")})));
  EXPECT_TRUE(match(page, page.text()).matched);
}

TEST(Match, AcceptsAnyShortenedText) {
  std::string escapes, spaces;
  for (int i = 0; i < 300; ++i) escapes += "\x1E";  // each six characters in a line
  for (int i = 0; i < 450; ++i) spaces += "a\u00A0\u00A0";
  const Snapshot page = page_of(main_frame(
      document({node(0, {"button", 1, escapes}), node(0, {"button", 2, spaces}),
                node(0, {"link", 3, "a", "", {"/url=" + std::string(900, 'u')}}),
                node(0, {"link", 4, "b", "", {"/url=data:," + std::string(900, 'u')}}), node(0, {"paragraph"}),
                run(1, std::string(5000, 'p')), node(0, {"textbox", 5, "t"}), value(1, std::string(5000, 'v')),
                node(0, {"button", 6, "x" + std::string(300, '\f') + "y"})})));
  EXPECT_EQ(page.match(page.text()).message, "");
  EXPECT_FALSE(page.match("- paragraph: ppp…").matched);  // what a person wrote is what is meant
  EXPECT_FALSE(page.match("- paragraph: " + std::string(100, 'q') + "…").matched);
}

TEST(Match, IgnoresIndentationBlankLinesAndComments) {
  EXPECT_TRUE(fits("\n    # the form\n\n    - form:\n\n      # its list\n      - list\n    "));
}

TEST(Match, NamesTheNearest) {
  EXPECT_EQ(miss("- heading\n- button \"Pay €41\""),
            "line 2 of the template was not found:\n"
            "  - button \"Pay €41\"\n"
            "nearest: button \"Pay €42\" (e6, line 13): the name is \"Pay €42\"");
}

TEST(Match, NamesTheMissingState) {
  EXPECT_THAT(miss("- button \"Remove\" [disabled]"),
              HasSubstr("nearest: button \"Remove\" (e2, line 6): it is not [disabled]"));
}

TEST(Match, NamesTheMissingChild) {
  EXPECT_EQ(miss("- form:\n  - iframe:\n    - textbox \"Crad number\""),
            "line 3 of the template was not found:\n"
            "  - textbox \"Crad number\"\n"
            "below iframe \"Card frame\" (e4, line 8)\n"
            "nearest: textbox \"Card number\" (f1_e1, line 10): the name is \"Card number\"");
}

TEST(Match, ReportsThatTheOrderDiffers) {
  EXPECT_THAT(miss("- textbox\n- heading"), HasSubstr("it is at heading \"Checkout\" (e1, line 1)"));
}

TEST(Match, ReportsExtraChildren) {
  EXPECT_THAT(miss("- list:\n  - /children: equal\n  - listitem"),
              HasSubstr("the page has more than the template: listitem (line 7)"));
}

TEST(Match, NamesTheFramesThatCouldNotBeRead) {
  const Snapshot page = page_of(main_frame(document({node(0, {"iframe", 1, "Bank", "", {"?frame=visible"}})})),
                                failed_frame(1, 0, 1, FrameFailure::TimedOut, "no answer", "http://acs.bank.test/"));
  EXPECT_TRUE(match(page, page.text()).matched);
  EXPECT_THAT(match(page, "- textbox").message,
              HasSubstr("frame e1 \"Bank\" → http://acs.bank.test/: timed_out: no answer"));
}

// ——— across frames ———

std::string framed_miss(const char* text) {
  return framed_page().match(text).message;
}

constexpr const char* kBankFailed =
    "\nframe e3 \"Bank\" → http://acs.bank.test/challenge: timed_out: no answer within 2 s";

TEST(Match, GoesDownIntoFrames) {
  EXPECT_TRUE(framed_page().match(framed_page().text()).matched) << framed_miss(framed_page().text().c_str());
  EXPECT_EQ(framed_miss("- iframe \"Card\" [cross-site=false]:\n"
                        "  - /url: /js\\.pay\\.test/\n"
                        "  - textbox /card/i: /4242$/\n"
                        "  - iframe:\n"
                        "    - form:\n"
                        "      - textbox [required] [disabled=false]\n"
                        "- iframe \"Bank\" [failed=timed_out]:\n"
                        "  - /error: /within 2 s/\n"
                        "- button /^Pay/"),
            "");
}

TEST(Match, WantsAllChildrenOfAFrameOnRequest) {
  EXPECT_EQ(framed_miss("- iframe \"Card\":\n  - /children: equal\n  - textbox\n  - iframe"), "");
  EXPECT_EQ(framed_miss("- iframe \"Card\":\n  - /children: equal\n  - textbox"),
            std::string("line 1 of the template:\n  - iframe \"Card\":\nat iframe \"Card\" (e2, line 2) the page has "
                        "more than the template: iframe \"Code frame\" (f1_e2, line 5)") +
                kBankFailed);
  // Deep: what is left out two frames further down is reported as well.
  EXPECT_EQ(
      framed_miss("- iframe \"Card\":\n  - /children: deep-equal\n  - textbox: /4242$/\n  - iframe:\n    - form:\n"
                  "      - textbox\n      - listitem: three digits"),
      "");
  EXPECT_THAT(
      framed_miss("- iframe \"Card\":\n  - /children: deep-equal\n  - textbox: /4242$/\n  - iframe:\n    - form:\n"
                  "      - textbox"),
      HasSubstr("at form \"Code\" (line 7) the page has more than the template: listitem (line 9)"));
}

TEST(Match, NamesTheNearestInAFrame) {
  EXPECT_EQ(framed_miss("- textbox \"Security kode\""),
            std::string("line 1 of the template was not found:\n  - textbox \"Security kode\"\n"
                        "nearest: textbox \"Security code\" (f2_e1, line 8): the name is \"Security code\"") +
                kBankFailed);
  EXPECT_EQ(framed_miss("- iframe \"Code frame\":\n  - form:\n    - textbox [disabled]"),
            std::string("line 3 of the template was not found:\n  - textbox [disabled]\n"
                        "below form \"Code\" (line 7)\n"
                        "nearest: textbox \"Security code\" (f2_e1, line 8): it is not [disabled]") +
                kBankFailed);
  EXPECT_EQ(framed_miss("- textbox \"Card number\": /1111/"),
            std::string("line 1 of the template was not found:\n  - textbox \"Card number\": /1111/\n"
                        "nearest: textbox \"Card number\" (f1_e1, line 4): the text is \"•••• 4242\"") +
                kBankFailed);
}

TEST(Match, ReportsThatTheElementMayBeInAFailedFrame) {
  EXPECT_EQ(framed_miss("- iframe \"Bank\":\n  - button \"Confirm\""),
            std::string("line 2 of the template was not found:\n  - button \"Confirm\"\n"
                        "below iframe \"Bank\" (e3, line 10)") +
                kBankFailed);
}

std::string problem(const char* text) {
  try {
    match(shop_page(), text);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Authoring);
    return error.full_text();
  }
  return "no error";
}

TEST(Match, PointsAtAMistakeInTheTemplate) {
  EXPECT_EQ(problem("- form:\n  - buton \"Pay\""),
            "template line 2, column 5: unknown role 'buton' (did you mean 'button'?)\n"
            "    - buton \"Pay\"\n"
            "      ^");
  EXPECT_THAT(problem(""), HasSubstr("empty"));
  EXPECT_THAT(problem("button"), HasSubstr("line 1, column 1: a line must begin with '- '"));
  EXPECT_TRUE(is_valid_utf8(problem("\xFF(")));
  EXPECT_THAT(problem("- "), HasSubstr("line 1"));
  EXPECT_THAT(problem("- button \"x"), HasSubstr("column 10: the quote is not closed"));
  EXPECT_THAT(problem("- button \"x\\"), HasSubstr("column 10: the quote is not closed"));
  EXPECT_THAT(problem("- button \"x\\q\""), HasSubstr("unknown escape"));
  EXPECT_THAT(problem("- button /x"), HasSubstr("not closed"));
  EXPECT_THAT(problem("- button /(/"), HasSubstr("column 10"));
  EXPECT_THAT(problem("- button /x/q"), HasSubstr("the flag 'q'"));
  EXPECT_THAT(problem("- button [chekced]"), HasSubstr("did you mean 'checked'?"));
  EXPECT_THAT(problem("- button [checked"), HasSubstr("']' is missing"));
  EXPECT_THAT(problem("- button \"x\" y"), HasSubstr("not understood"));
  EXPECT_THAT(problem("- button: \"x\" y"), HasSubstr("not understood"));
  EXPECT_THAT(problem("- button\n  - img"), HasSubstr("line 2, column 5: indented below"));
  EXPECT_THAT(problem("- form:\n    - img\n  - img"), HasSubstr("line 3, column 5: the indentation matches none"));
  EXPECT_THAT(problem("- /url: x"), HasSubstr("a property must be below"));
  EXPECT_THAT(problem("- form:\n  - /href: x"), HasSubstr("unknown property '/href'"));
  EXPECT_THAT(problem("- form:\n  - /children: some"), HasSubstr("contain, equal or deep-equal"));
  EXPECT_THAT(problem("- text"), HasSubstr("'text' needs a colon"));
  EXPECT_THAT(problem("\t- text: a"), HasSubstr("use spaces"));
  EXPECT_THAT(problem("- 'button \"a\"' x"), HasSubstr("not understood"));
  EXPECT_THAT(problem("- 'button"), HasSubstr("the quote is not closed"));
}

}  // namespace
}  // namespace casement::spec
