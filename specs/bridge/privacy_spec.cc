// What a snapshot never says: passwords, and all but the last digits of card numbers.
#include "specs/bridge/rules_fixture.h"

namespace casement {
namespace {

using specs::Rules;

TEST_F(Rules, PasswordsAreBulletsEvenWhenValuesAreRevealed) {
  page().open("data:text/html,<input type=password aria-label=P value=hunter2>");
  EXPECT_EQ(page().snapshot({.reveal_values = true}).text(), "- textbox \"P\" [ref=e1]: \"•••••••\"\n");
}

// A page that shows a password on request changes the field's type, and it stays a password.
TEST_F(Rules, MasksAPasswordFieldWhoseTypeHasChanged) {
  page().open("data:text/html,<input type=password id=p aria-label=P value=hunter2>");
  const std::string hidden = "- textbox \"P\" [ref=e1]: \"•••••••\"\n";
  EXPECT_EQ(page().snapshot().text(), hidden);
  page().evaluate("p.type = 'text'; 0");
  EXPECT_EQ(page().snapshot({.reveal_values = true}).text(), hidden);
}

TEST_F(Rules, CardNumbersAreMaskedInEveryKindOfValue) {
  const char* const markups[] = {
      "<input aria-label=v value='4242 4242 4242 4242'>",
      "<textarea aria-label=v>4242424242424242 it is</textarea>",
      "<select aria-label=v><option>4242-4242-4242-4242</select>",
      "<div role=textbox contenteditable aria-label=v>4242 4242 4242 4242</div>",
      "<div role=combobox tabindex=0 aria-label=v>4242 4242 4242 4242</div>",
      "<input type=range aria-label=v aria-valuetext='4242 4242 4242 4242'>",
      // As a part of another's name.
      "<label><input type=checkbox>pay with <input aria-label=v value='4242 4242 4242 4242'></label>",
      "<label><input type=checkbox>pay with <select><option>4242 4242 4242 4242</select></label>",
      "<label><input type=checkbox>pay with <span role=textbox contenteditable>4242 4242 4242 4242</span></label>",
  };
  for (const char* markup : markups) {
    const std::string text = text_of(markup);
    EXPECT_THAT(text, testing::AllOf(testing::HasSubstr("4242"), testing::HasSubstr("••••"))) << markup;
    EXPECT_THAT(text, testing::Not(testing::ContainsRegex("4242[- ]*4242"))) << markup;
  }
  EXPECT_THAT(text_of("<label><input type=checkbox>order <input value='4242 4242 4242 4241'></label>"),
              testing::HasSubstr("checkbox \"order 4242 4242 4242 4241\""));
}

}  // namespace
}  // namespace casement
