#include "casement/target/target_step.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/error.h"
#include "casement/target/aria_roles.h"

namespace casement {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// "column: message" and the underlined part, or "" for a notation that parses.
std::string problem(std::string_view notation) {
  const auto found = find_target_problem(notation);
  if (!found) return "";
  return found->message + " @" + std::string(notation.substr(found->offset, found->length));
}

TEST(Target, ReadsRefs) {
  EXPECT_EQ(Target("e5").ref(), "e5");
  EXPECT_EQ(Target(" f12_e34 ").ref(), "f12_e34");
  EXPECT_FALSE(Target("button").is_ref());
}

TEST(Target, ReadsRoleAndName) {
  const Target target(R"(button "Pay €42.00")");
  EXPECT_EQ(target.step().kind, TargetStep::Kind::Role);
  EXPECT_EQ(target.step().role, "button");
  EXPECT_EQ(target.step().name->text, "Pay €42.00");
  EXPECT_EQ(target.text(), R"(button "Pay €42.00")");
}

TEST(Target, ReadsARoleAlone) {
  EXPECT_FALSE(Target("dialog").step().name.has_value());
}

TEST(Target, DistinguishesAnEmptyNameFromNoName) {
  EXPECT_EQ(Target(R"(button "")").step().name->text, "");
}

TEST(Target, KnowsBothNamesOfAnImage) {
  EXPECT_EQ(Target("image").step().role, "img");
}

TEST(Target, NormalisesWhiteSpaceInNames) {
  EXPECT_EQ(Target("button \" Pay \n now \"").step().name->text, "Pay now");
}

TEST(Target, ReadsEscapesAsJsonDoes) {
  EXPECT_EQ(Target(R"(text "a \"b\" \\ \u20AC \u00e9")").step().name->text, "a \"b\" \\ € é");
  EXPECT_EQ(Target(R"(text 'it\'s "so"')").step().name->text, "it's \"so\"");
}

TEST(Target, ReadsRegularExpressions) {
  const TextPattern name = *Target(R"(textbox /card [/] \/ number/i)").step().name;
  EXPECT_TRUE(name.is_regex);
  EXPECT_EQ(name.text, R"(card [/] \/ number)");
  EXPECT_EQ(name.flags, "i");
}

TEST(Target, ReadsAncestorsAndFrames) {
  const Target target(R"(button "Add" #2 inside listitem "Kettle" inside list in iframe "A" #3 in iframe /B/)");
  EXPECT_EQ(target.step().nth, 2);
  ASSERT_EQ(target.inside().size(), 2u);
  EXPECT_EQ(target.inside()[0].role, "listitem");
  EXPECT_EQ(target.inside()[1].role, "list");
  ASSERT_EQ(target.frames().size(), 2u);
  EXPECT_EQ(target.frames()[0].name->text, "A");
  EXPECT_EQ(target.frames()[0].nth, 3);
  EXPECT_TRUE(target.frames()[1].name->is_regex);
}

TEST(Target, ReadsPrefixedForms) {
  EXPECT_EQ(Target("css=#pay").step().css, "#pay");
  EXPECT_EQ(Target("testid=pay").step().name->text, "pay");
  EXPECT_EQ(Target(R"(label="E mail")").step().name->text, "E mail");
  EXPECT_TRUE(Target("placeholder=/you@/").step().name->is_regex);
}

TEST(Target, ReadsTheTextInAnElement) {
  const Target target(
      R"(button "Add" #2 inside listitem that has text /^pour/i #3 inside list "Teas" that has text "Milk")");
  EXPECT_TRUE(target.step().has.empty());
  ASSERT_EQ(target.inside().size(), 2u);
  EXPECT_EQ(target.inside()[0].has.at(0).name->flags, "i");
  EXPECT_EQ(target.inside()[0].nth, 3);
  EXPECT_EQ(target.inside()[1].name->text, "Teas");
  EXPECT_EQ(target.inside()[1].has.at(0).name->text, "Milk");
  EXPECT_EQ(Target("css=li that has text 'Milk'").step().has.at(0).name->text, "Milk");
}

TEST(Target, ReadsTheElementsInAnElement) {
  const Target target(R"(row that has button "Open" that has text /17/ that has css=img #last inside table)");
  ASSERT_EQ(target.step().has.size(), 3u);
  EXPECT_EQ(target.step().has[0].role, "button");
  EXPECT_EQ(target.step().has[0].notation, "button \"Open\"");
  EXPECT_EQ(target.step().has[1].kind, TargetStep::Kind::Text);
  EXPECT_EQ(target.step().has[2].css, "img");
  EXPECT_EQ(target.step().nth, TargetStep::kLast);
  EXPECT_EQ(target.inside().at(0).role, "table");
}

TEST(Target, ReadsAlternatives) {
  const Target target(R"(button "Accept" or link "OK" that has css=b or text "Fine" #2 inside dialog)");
  EXPECT_EQ(target.step().name->text, "Accept");
  ASSERT_EQ(target.step().others.size(), 2u);
  EXPECT_EQ(target.step().others[0].has.at(0).css, "b");
  EXPECT_EQ(target.step().others[1].kind, TargetStep::Kind::Text);
  EXPECT_FALSE(target.step().others[1].nth.has_value());
  EXPECT_EQ(target.step().nth, 2);
  EXPECT_EQ(target.inside().at(0).role, "dialog");
  const Target narrowed = target.narrowed_by(parse_target_surroundings("in iframe \"Ad\""));
  EXPECT_EQ(narrowed.text(),
            R"(button "Accept" or link "OK" that has css=b or text "Fine" #2 inside dialog in iframe "Ad")");
}

TEST(Target, ReadsAttributes) {
  EXPECT_EQ(Target("alt=\"Our logo\"").step().kind, TargetStep::Kind::Alt);
  EXPECT_EQ(Target("title=/^Close/").step().kind, TargetStep::Kind::Title);
}

TEST(Target, ReadsSelectorsWithSpacesInBracketsOrQuotes) {
  const Target target(R"(css=input[name="a b"]:not( .x ) inside css="form > p" in css=iframe)");
  EXPECT_EQ(target.step().css, R"(input[name="a b"]:not( .x ))");
  EXPECT_EQ(target.inside()[0].css, "form > p");
  EXPECT_EQ(target.frames()[0].css, "iframe");
}

TEST(Target, NeedsNoSpaceBeforeAQuote) {
  EXPECT_EQ(Target("link\"A\"#2").step().nth, 2);
}

struct Bad {
  const char* notation;
  const char* message;
};
void PrintTo(const Bad& bad, std::ostream* out) {
  *out << bad.notation;
}
class BadTarget : public testing::TestWithParam<Bad> {};

TEST_P(BadTarget, HasAnErrorWithItsPlace) {
  EXPECT_EQ(problem(GetParam().notation), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Notations, BadTarget,
    testing::Values(
        Bad{"", "the target is empty; write e.g. button \"Pay\" @"},
        Bad{" \n ", "the target is empty; write e.g. button \"Pay\" @ \n "},
        Bad{"buton \"Pay\"", "unknown role 'buton' (did you mean 'button'?) @buton"},
        Bad{"texbox /x/", "unknown role 'texbox' (did you mean 'textbox'?) @texbox"},
        Bad{"e0", "unknown role 'e0' @e0"},
        Bad{"\"Pay\"",
            "expected a role such as button, text, css=, testid=, label= or placeholder=, not '\"Pay\"'; write text "
            "\"…\" for text on the page @\"Pay\""},
        Bad{"button \"Pay", "the quote \" is not closed @\"Pay"},
        Bad{"button 'Pay\\'", "the quote ' is not closed @'Pay\\'"},
        Bad{"button \"Pay\\", "the quote \" is not closed @\"Pay\\"},
        Bad{"button \"a\\qb\"", "unknown escape; write \\\\ for a backslash @\\q"},
        Bad{"button \"\\u12", "\\u needs four hexadecimal digits @\\u"},
        Bad{"button \"\\ud800\"", "\\u cannot be half of a surrogate pair; write the character itself @\\ud800"},
        Bad{"button /Pay", "the regular expression has no closing / @/Pay"},
        Bad{"button /Pay\\", "the regular expression has no closing / @/Pay\\"},
        Bad{"button //", "the regular expression is empty @//"},
        Bad{"button /a/g", "unknown flag 'g'; a regular expression accepts only the flag 'i' @g"},
        Bad{"button \"Add\" #0", "matches are numbered from 1, so #0 is invalid @#0"},
        Bad{"button \"Add\" #", "'#' needs a number, as in #2, or #last @#"},
        Bad{"button #99999999999", "the number is too large @#99999999999"},
        Bad{"button \"Add\" insid list", "unexpected 'insid' (did you mean 'inside'?) @insid"},
        Bad{"button Pay", "unexpected 'Pay' (put names in quotes: button \"Pay\") @Pay"},
        Bad{"button Pay now in iframe \"Card\"", "unexpected 'Pay' (put names in quotes: button \"Pay now\") @Pay now"},
        Bad{"button \"Pay\" now", "unexpected 'now' (put names in quotes) @now"},
        Bad{"Checkout", "unknown role 'Checkout'; write e.g. button \"Checkout\" or text \"Checkout\" @Checkout"},
        Bad{" Pay now inside dialog", "unknown role 'Pay'; write e.g. button \"Pay now\" or text \"Pay now\" @Pay now"},
        Bad{"Pay \"now\"", "unknown role 'Pay' @Pay"},
        Bad{"button \"Pay\" [disabled]", "a target has no [states]; use role and name, or the ref alone @[disabled]"},
        Bad{"button \"Pay\" \"now\"", "expected 'inside', 'in' or the end, not '\"now\"' @\"now\""},
        Bad{"button \"Add\" inside", "a role is missing here @"},
        Bad{"button in iframe \"A\" inside list", "write 'inside' before 'in' @inside"},
        Bad{"button in list", "'in' needs a frame, as in iframe \"Card\"; for another element write 'inside' @in list"},
        Bad{"button inside list inside iframe \"Card\"",
            "'inside' needs an element of the same document; use 'in' for the content of a frame @inside iframe "
            "\"Card\""},
        Bad{"e5 in iframe", "unexpected text after a ref; write the ref alone @in"},
        Bad{"button inside e5", "a ref cannot be used here; describe the element @e5"},
        Bad{"text", "text needs its words in quotes, or a /regular expression/ @text"},
        Bad{"text \" \"", "text needs some words @text \" \""},
        Bad{"text=\"a\"", "write text \"…\", without '=' @text="},
        Bad{"ccs=#a", "unknown prefix 'ccs=' (did you mean 'css'?) @ccs="}, Bad{"css=", "css= needs a selector @css="},
        Bad{"css=a[b", "the selector's brackets or quotes do not match @a[b"},
        Bad{"css=form > button", "put a selector with spaces in quotes, as in css=\"form > button\" @>"},
        Bad{"css=#a .b", "put a selector with spaces in quotes, as in css=\"#a .b\" @.b"},
        Bad{"css=ul li:first-child inside list",
            "put a selector with spaces in quotes, as in css=\"ul li:first-child\" @li:first-child"},
        Bad{"label=", "label= needs a value @label="}, Bad{"button \"\xFF\"", "the target is not valid UTF-8 @b"}));

INSTANTIATE_TEST_SUITE_P(
    TextInIt, BadTarget,
    testing::Values(
        Bad{"listitem that is", "write 'that has' and the content: listitem that has text \"Tea\" @that is"},
        Bad{"listitem that has text", "text needs its words in quotes, or a /regular expression/ @text"},
        Bad{"listitem that has text ''", "text needs some words @text ''"},
        Bad{"listitem #2 that has text 'a'",
            "put 'that has' directly after the role and name, before '#', 'inside' and 'in' @that"},
        Bad{"row that has", "'that has' needs content: text \"Tea\", or an element such as button \"Add\" @that has"},
        Bad{"row that has 'Tea'",
            "'that has' needs content: text \"Tea\", or an element such as button \"Add\" @that has "},
        Bad{"row that has e5", "a ref cannot be used here; describe the element @e5"},
        Bad{"row that has iframe", "'that has' needs an element of the same document @that has iframe"},
        Bad{"text 'a' that has text 'b'", "text cannot have 'that has'; write the whole text @that has"},
        Bad{"button in iframe that has text 'b'",
            "'in' needs only the frame, without its content @in iframe that has text 'b'"}));

INSTANTIATE_TEST_SUITE_P(
    Alternatives, BadTarget,
    testing::Values(Bad{"button 'A' or", "'or' needs another element after it @or"},
                    Bad{"button 'A' or 'B'",
                        "expected a role such as button, text, css=, testid=, label= or placeholder=, not ''B''; write "
                        "text \"…\" for text on the page @'B'"},
                    Bad{"button 'A' #1 or button 'B'", "put the number after the last 'or'; it counts all matches @or"},
                    Bad{"button 'A' inside list or button 'B'",
                        "put 'or' between the elements, before 'inside' and 'in', which apply to all of them @or"},
                    Bad{"e5 or button", "unexpected text after a ref; write the ref alone @or"},
                    Bad{"button 'A' || button 'B'",
                        "unexpected '||'; write button \"OK\" or button \"Yes\" for either of two @||"}));

// Of other tools, HTML, CSS and XPath.
INSTANTIATE_TEST_SUITE_P(
    WordsOfOthers, BadTarget,
    testing::Values(
        Bad{"input \"Name\"", "unknown role 'input'; use textbox \"Name\" @input"},
        Bad{"h1", "unknown role 'h1'; use heading @h1"}, Bad{"a /Next/i", "unknown role 'a'; use link /Next/i @a"},
        Bad{"dropdown", "unknown role 'dropdown'; use combobox @dropdown"},
        Bad{"div 'Paid'", "unknown role 'div'; write text 'Paid', or css=div for the element @div"},
        Bad{"label \"Name\"", "unknown role 'label'; write label=\"Name\" for the field with this label @label"},
        Bad{"date", "unknown role 'date'; write label=\"…\" for the field with this label @date"},
        Bad{"id=pay", "unknown prefix 'id='; write css=#pay @id="},
        Bad{"data-testid=pay", "unknown prefix 'data-testid='; write testid=pay @data-testid="},
        Bad{"data-qa=pay",
            "unknown prefix 'data-qa='; write testid=pay and use: { test_id_attribute: data-qa } @data-qa="},
        Bad{"name=user", "unknown prefix 'name='; write css=[name=user] @name="},
        Bad{"role=button", "unknown prefix 'role='; write button @role="},
        Bad{"aria-checked=true", "unknown prefix 'aria-checked='; write css=[aria-checked=…] @aria-checked="},
        Bad{"xpath=//a[1]",
            "unknown prefix 'xpath='; XPath is not supported; use role and name, such as button \"Pay\", or css=… "
            "@xpath="},
        Bad{"//a",
            "expected a role such as button, text, css=, testid=, label= or placeholder=, not '//a'; XPath is not "
            "supported; use role and name, such as button \"Pay\", or css=… @//a"},
        Bad{"#pay",
            "expected a role such as button, text, css=, testid=, label= or placeholder=, not '#pay'; write a selector "
            "as css=#pay @#pay"},
        Bad{"button \"Pay\" within list \"x\"",
            "unexpected 'within'; write inside list \"…\" for the element around it @within"},
        Bad{"list >> button", "unexpected '>>'; write inside list \"…\" for the element around it @>>"},
        Bad{"button containing \"Pay\"",
            "unexpected 'containing'; write that has text \"…\", or that has button \"…\", for its content "
            "@containing"},
        Bad{"button \"Pay\" nth=2",
            "unexpected 'nth=2'; write #2 for the second match, counted from 1, not nth=2 @nth=2"},
        Bad{"button[2]", "unexpected '[2]'; write #2 for the second match, counted from 1, not [2] @[2]"},
        Bad{"button nth(1)", "unexpected 'nth(1)'; write #2 for the second match, counted from 1, not nth(1) @nth(1)"},
        Bad{"button \"Pay\" first", "unexpected 'first'; the first match is #1 @first"},
        Bad{"button *Pay*", "unexpected '*Pay*'; write a regular expression for a part of a name: /Pay/ @*Pay*"},
        Bad{"button Pay*", "unexpected 'Pay*'; write a regular expression for a part of a name: /^Pay/ @Pay*"}));

TEST(Target, RefusesExpressionsThatDoNotCompile) {
  EXPECT_THAT(problem("button /a(/"), HasSubstr("not a regular expression: "));
  EXPECT_THAT(problem("button /(x{99999}){99999}/"), HasSubstr("not a regular expression: "));
  EXPECT_THAT(problem("button /" + std::string(1500, '(') + std::string(1500, ')') + "/"),
              HasSubstr("too deeply nested"));
}

TEST(Target, RefusesEndlessText) {
  EXPECT_THAT(problem("button \"" + std::string(100000, 'x') + "\""), HasSubstr("longer than"));
}

TEST(Target, PointsWithACaretCountedInCharacters) {
  try {
    Target("button \"€€\" #0");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Authoring);
    EXPECT_EQ(error.message(), "target, column 13: matches are numbered from 1, so #0 is invalid");
    EXPECT_THAT(error.trail(), ElementsAre("button \"€€\" #0", "            ^~"));
  }
}

TEST(Target, IsNarrowedByItsSurroundings) {
  const TargetSurroundings around = parse_target_surroundings("inside region \"Cart\" in iframe \"Shop\" #2");
  const Target narrowed = Target("button \" in \"  #3 inside listitem /a  b/ in css=#x").narrowed_by(around);
  EXPECT_EQ(narrowed.text(),
            "button \" in \"  #3 inside listitem /a  b/ inside region \"Cart\" in css=#x in iframe \"Shop\" #2");
  ASSERT_EQ(narrowed.inside().size(), 2u);
  EXPECT_EQ(narrowed.inside()[1].name->text, "Cart");
  ASSERT_EQ(narrowed.frames().size(), 2u);
  EXPECT_EQ(narrowed.frames()[1].nth, 2);
  EXPECT_EQ(Target("e5").narrowed_by(around).text(), "e5");
  EXPECT_EQ(Target(" button ").narrowed_by({}).text(), " button ");
}

TEST(Target, KnowsWhichSurroundingsAreValid) {
  EXPECT_EQ(find_surroundings_problem("inside list"), std::nullopt);
  EXPECT_TRUE(parse_target_surroundings("").empty());
  EXPECT_EQ(find_surroundings_problem("in button")->message,
            "'in' needs a frame, as in iframe \"Card\"; for another element write 'inside'");
  EXPECT_EQ(find_surroundings_problem("in iframe inside list")->offset, 10u);
  EXPECT_THROW(parse_target_surroundings("button"), Error);
}

// Where nothing is left to be escaped.
TEST(Target, MayEndInABackslash) {
  EXPECT_EQ(Target("css=.tea\\").text(), "css=.tea\\");
  EXPECT_THROW(Target("button \"tea\\"), Error);
  EXPECT_THROW(Target("button /tea\\"), Error);
  EXPECT_THROW(Target("button \"tea\\u12"), Error);
}

TEST(TextPattern, IsAnExpressionBetweenSlashes) {
  EXPECT_TRUE(TextPattern("/^Pay/i").is_regex);
  EXPECT_EQ(TextPattern(" Pay  now ").text, "Pay now");
  EXPECT_FALSE(TextPattern("/receipt/17").is_regex);
  EXPECT_FALSE(TextPattern("/").is_regex);
  EXPECT_THROW(TextPattern("/a(/"), Error);
}

TEST(AriaRoles, AreKnownByName) {
  EXPECT_TRUE(is_aria_role("textbox"));
  EXPECT_TRUE(is_aria_role("doc-chapter"));
  EXPECT_FALSE(is_aria_role("text"));
}

}  // namespace
}  // namespace casement
