// Translates words of other tools into Casement's. The data are the tables of docs/coming_from.md, which are part of
// the library, so that this page and the hints of `check` always agree.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace casement {

// A row of a table.
struct WordElsewhere {
  std::string tool;                // "Playwright"
  std::string theirs;              // as on the page, without Markdown's marks
  std::string ours;                // likewise
  std::vector<std::string> words;  // words in `theirs` that identify the row: "getByRole", "Click Element"
};

const std::vector<WordElsewhere>& words_elsewhere();

// "; Maestro's 'tapOn' is here: click: button "Pay", or tap with a finger", for each tool with this word; "" if there
// is none. `word` may have any case, with or without a receiver, '_' or '-': "page.goto", "before_each".
std::string hint_for_word_elsewhere(std::string_view word);

}  // namespace casement
