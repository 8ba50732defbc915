// Options that take one of several words. CLI11's own check would print the words in its own form.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace casement::runners {

// Converts each word to its value; `--help` and completion show the words as "never|retries|always".
template <typename Enum>
CLI::Validator one_of(std::vector<std::pair<std::string, Enum>> words) {
  std::string joined;
  for (const auto& [word, value] : words) joined += (joined.empty() ? "" : "|") + word;
  const auto transform = [words = std::move(words), joined](std::string& input) -> std::string {
    for (const auto& [word, value] : words) {
      if (input != word) continue;
      input = std::to_string(static_cast<int>(value));
      return "";
    }
    std::string known = joined;
    std::replace(known.begin(), known.end(), '|', ' ');
    return "'" + input + "' is not one of: " + known;
  };
  return CLI::Validator(transform, joined);
}

}  // namespace casement::runners
