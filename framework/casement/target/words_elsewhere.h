// Words of other tools, and what they are called here. The tables of docs/coming_from.md are what is known: they are
// part of the library, so that a page for people and the answers of `check` are one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace casement {

// A row of a table.
struct WordElsewhere {
  std::string tool;                // "Playwright"
  std::string theirs;              // as the page has it, without the marks of Markdown
  std::string ours;                // the same
  std::vector<std::string> words;  // that stand in `theirs` for what the row is about: "getByRole", "Click Element"
};

const std::vector<WordElsewhere>& words_elsewhere();

// "; Maestro's 'tapOn' is here: click: button "Pay", or tap with a finger", of each tool that has the word; "" where
// none has. `word` may stand in any case, with or without a receiver, '_' or '-': "page.goto", "before_each".
std::string hint_for_word_elsewhere(std::string_view word);

}  // namespace casement
