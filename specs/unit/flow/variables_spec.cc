#include "casement/flow/model/variables.h"

#include <gtest/gtest.h>

#include "casement/flow/load/flow_loader.h"
#include "casement/flow/model/flow_variables.h"

namespace casement {
namespace {

const FlowVariables kVariables{{"card", "4242 4242"}, {"quote", "12\" \\ nail"}, {"empty", ""}};

std::string put_in(std::string_view text, InterpolatedText::Kind kind = InterpolatedText::Kind::Text) {
  return InterpolatedText::make(text, kVariables, kind).text();
}

std::string problem(std::string_view text) {
  try {
    return put_in(text);
  } catch (const VariableProblem& found) {
    return found.message + " @" + std::string(text.substr(found.offset, found.length));
  }
}

TEST(Variables, AreInsertedOnce) {
  EXPECT_EQ(put_in("a ${card}${empty}!"), "a 4242 4242!");
  EXPECT_EQ(InterpolatedText::make("${a}", {{"a", "${a}"}}).text(), "${a}");
}

TEST(Variables, LeaveOtherDollarsAlone) {
  EXPECT_EQ(put_in("$5 $card $${card} $"), "$5 $card ${card} $");
}

TEST(Variables, CannotEndTheQuotesOfATarget) {
  EXPECT_EQ(put_in("text \"a ${quote}\"", InterpolatedText::Kind::Target), "text \"a 12\\\" \\\\ nail\"");
  EXPECT_EQ(put_in("${quote} ", InterpolatedText::Kind::Target), "12\" \\ nail ");
}

TEST(Variables, NameTheNearest) {
  EXPECT_EQ(problem("x ${crad}"), "unknown variable 'crad' (did you mean 'card'?) @crad");
  EXPECT_EQ(problem("${zzzzzz}"), "unknown variable 'zzzzzz'; declared: card, quote, empty @zzzzzz");
}

TEST(Variables, RefuseInvalidNames) {
  EXPECT_EQ(problem("${}"), "'' is not a variable name @${}");
  EXPECT_EQ(problem("${a b}"), "'a b' is not a variable name @${a b}");
  EXPECT_EQ(problem("a ${card"), "'${' has no closing '}' (write $${ for the characters themselves) @${card");
}

TEST(Variables, RefuseATextThatGrowsWithoutEnd) {
  FlowVariables variables{{"v0", "0123456789"}};
  std::string refused;
  for (int i = 1; i <= 40 && refused.empty(); ++i) {
    const std::string last = "${v" + std::to_string(i - 1) + "}";
    try {
      variables.push_back({"v" + std::to_string(i), InterpolatedText::make(last + last, variables).text()});
    } catch (const VariableProblem& problem) {
      refused = problem.message;
    }
  }
  EXPECT_EQ(refused, "the text is longer than 4 MiB after inserting the value of 'v18'");
}

TEST(Variables, KnowTheSourceOfEachPart) {
  const auto text = InterpolatedText::make("ab${card}cd", kVariables);
  EXPECT_EQ(text.origin(1, 1), std::make_pair(std::size_t{1}, std::size_t{1}));
  EXPECT_EQ(text.origin(3, 2), std::make_pair(std::size_t{2}, std::size_t{7}));
  EXPECT_EQ(text.origin(12, 1), std::make_pair(std::size_t{10}, std::size_t{1}));
  EXPECT_EQ(text.origin(0, 13), std::make_pair(std::size_t{0}, std::size_t{11}));
  EXPECT_EQ(text.origin(13, 1), std::make_pair(std::size_t{11}, std::size_t{0}));
}

TEST(Secrets, NameVariablesAndHeaders) {
  const Flow flow =
      parse_flow("f.flow.yaml", "flow: F\nvars: { card: 1 }\nsecrets: [card, header X-Api-Key]\nsteps: [log: a]\n", {});
  EXPECT_EQ(secret_headers(flow), std::vector<std::string>{"X-Api-Key"});
  EXPECT_FALSE(names_header("header"));
}

}  // namespace
}  // namespace casement
