#include "casement/target/words_elsewhere.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "casement/base/characters.h"
#include "casement/base/text.h"

namespace casement {

// Generated from docs/coming_from.md.
std::string_view coming_from_other_tools();

namespace {

bool is_of_word(char c) {
  return is_ascii_letter_or_digit(c) || c == '_';
}

// "page.goto" → "goto", in lower case and without other characters.
std::string bare(std::string_view word) {
  const std::size_t receiver = word.find_last_of('.');
  if (receiver != std::string_view::npos) word.remove_prefix(receiver + 1);
  std::string letters;
  for (const char c : ascii_lower(word)) {
    if (is_ascii_letter_or_digit(c)) letters += c;
  }
  return letters;
}

std::string without_marks(std::string_view cell) {
  std::string text;
  bool is_code = false;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    if (cell[i] == '`')
      is_code = !is_code;
    else if (!is_code && cell.substr(i).starts_with("]("))  // [words](address)
      i = std::min(cell.find(')', i), cell.size());
    else if (is_code || cell[i] != '[')
      text += cell[i];
  }
  return collapse_white_space(text);
}

// The words that identify a piece of code: get in `cy.get('#pay')`, index in `index: 1`, `Click Element` as a whole.
void add_words(std::string_view code, std::vector<std::string>& words) {
  const auto is_of_words = [](char c) { return is_of_word(c) || c == ' ' || c == '-'; };
  if (std::all_of(code.begin(), code.end(), is_of_words)) {
    words.emplace_back(code);
    return;
  }
  int depth = 0;
  for (std::size_t i = 0; i < code.size();) {
    const char c = code[i];
    if (c == '\'' || c == '"') {
      i = std::min(code.find(c, i + 1), code.size() - 1) + 1;
      continue;
    }
    if (!is_of_word(c)) {
      depth += (c == '(' || c == '{') - (c == ')' || c == '}');
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < code.size() && is_of_word(code[i])) ++i;
    const bool is_called = i < code.size() && (code[i] == '(' || code[i] == ':');
    const bool is_member = begin > 0 && code[begin - 1] == '.' && !(i < code.size() && code[i] == '.');
    if (depth == 0 && (is_called || is_member) && i - begin > 1) words.emplace_back(code.substr(begin, i - begin));
  }
}

std::vector<std::string> words_in(std::string_view cell) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; (begin = cell.find('`', begin)) != std::string_view::npos;) {
    const std::size_t end = std::min(cell.find('`', begin + 1), cell.size());
    add_words(cell.substr(begin + 1, end - begin - 1), words);
    begin = std::min(end + 1, cell.size());
  }
  return words;
}

// The two cells of "| a | b |"; nullopt for other lines.
std::optional<std::pair<std::string_view, std::string_view>> cells_of(std::string_view line) {
  if (!line.starts_with("| ") || !line.ends_with(" |")) return std::nullopt;
  line = line.substr(2, line.size() - 4);
  const std::size_t border = line.find(" | ");
  if (border == std::string_view::npos) return std::nullopt;
  return std::pair(line.substr(0, border), line.substr(border + 3));
}

std::vector<WordElsewhere> read_tables(std::string_view page) {
  std::vector<WordElsewhere> rows;
  std::string tool;  // of the current table
  for (const std::string_view line : split_lines(page)) {
    const auto cells = cells_of(line);
    if (!cells) {
      if (!line.starts_with("|---")) tool.clear();
    } else if (cells->second == "Casement") {
      tool = std::string(cells->first);
    } else if (!tool.empty()) {
      rows.push_back({tool, without_marks(cells->first), without_marks(cells->second), words_in(cells->first)});
    }
  }
  return rows;
}

}  // namespace

const std::vector<WordElsewhere>& words_elsewhere() {
  static const std::vector<WordElsewhere> rows = read_tables(coming_from_other_tools());
  return rows;
}

std::string hint_for_word_elsewhere(std::string_view word) {
  const std::string wanted = bare(word);
  std::string hint;
  std::vector<std::string> told;  // tools whose first row with the word was added
  for (const WordElsewhere& row : words_elsewhere()) {
    const auto found = std::find_if(row.words.begin(), row.words.end(),
                                    [&](const std::string& known) { return bare(known) == wanted; });
    if (wanted.empty() || found == row.words.end() || std::find(told.begin(), told.end(), row.tool) != told.end())
      continue;
    hint += fmt::format("; for {}'s '{}' write: {}", row.tool, *found, row.ours);
    told.push_back(row.tool);
  }
  return hint;
}

}  // namespace casement
