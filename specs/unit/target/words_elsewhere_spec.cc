#include "casement/target/words_elsewhere.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "casement/base/error.h"
#include "casement/target/target_step.h"

namespace casement {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(WordsElsewhere, EqualTheTablesOfThePage) {
  std::set<std::string> tools;
  std::size_t words = 0;
  for (const WordElsewhere& row : words_elsewhere()) {
    tools.insert(row.tool);
    words += row.words.size();
    EXPECT_FALSE(row.ours.empty()) << row.theirs;
    for (const std::string& word : row.words) {
      EXPECT_THAT(hint_for_word_elsewhere(word), HasSubstr(row.tool + "'s '")) << row.theirs;
    }
  }
  EXPECT_EQ(tools, (std::set<std::string>{"Cypress", "Maestro", "Playwright", "Robot Framework", "Selenium",
                                          "Testing Library"}));
  EXPECT_GT(words, 150u);
}

TEST(WordsElsewhere, AreKnownInTheirToolsSpellingsAndInOurs) {
  for (const char* word : {"tapOn", "tap_on", "TAPON"}) {
    EXPECT_EQ(hint_for_word_elsewhere(word),
              "; for Maestro's 'tapOn' write: click: button \"Pay\", or tap with a finger");
  }
  EXPECT_THAT(hint_for_word_elsewhere("page.goto"), HasSubstr("open"));
  EXPECT_THAT(hint_for_word_elsewhere("Click Element"), HasSubstr("click"));
  EXPECT_THAT(hint_for_word_elsewhere("get"), AllOf(HasSubstr("Cypress"), HasSubstr("Selenium")));
  for (const char* word : {"", ".", "url", "exact", "true", "li", "Pay", "nothing of the kind"}) {
    EXPECT_THAT(hint_for_word_elsewhere(word), IsEmpty()) << word;
  }
}

std::string problem_of(const std::string& target) {
  const auto problem = find_target_problem(target);
  return problem ? problem->message : "";
}

TEST(WordsElsewhere, AnswerTargetsAsOtherToolsWriteThem) {
  EXPECT_THAT(problem_of("getByRole('button', { name: 'Pay' })"),
              HasSubstr("for Playwright's 'getByRole' write: button \"Pay\""));
  EXPECT_THAT(problem_of("findByLabelText('Name')"), Not(IsEmpty()));
  // A name without its role is no word of a role.
  EXPECT_THAT(problem_of("Edit"), AllOf(HasSubstr("button \"Edit\""), Not(HasSubstr("; use "))));
  EXPECT_THAT(problem_of("Next"), AllOf(HasSubstr("text \"Next\""), Not(HasSubstr("did you mean"))));
  EXPECT_THAT(problem_of("Button \"Pay\""), HasSubstr("'button'"));
  EXPECT_THAT(problem_of("input \"Name\""), HasSubstr("use textbox"));
}

}  // namespace
}  // namespace casement
