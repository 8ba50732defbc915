// Small text helpers that several rooms share. All text is UTF-8.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace casement {

// Valid UTF-8 whatever came in: each ill-formed sequence becomes U+FFFD (Unicode 15, section 3.9,
// "substitution of maximal subparts").
std::string to_valid_utf8(std::string_view text);

bool is_valid_utf8(std::string_view text);  // nothing in it is ill-formed

// Number of code points, counting each ill-formed byte as one.
std::size_t count_characters(std::string_view text);

// The first `characters` code points, and "…" if anything was cut.
std::string shorten(std::string_view text, std::size_t characters);

// Leading and trailing ASCII white space removed, and inner runs made one space.
std::string collapse_white_space(std::string_view text);

std::vector<std::string_view> split_lines(std::string_view text);  // without their ends; parts of `text`
std::string join(std::span<const std::string> parts, std::string_view separator);  // in order
// Puts `prefix` before each line.
std::string indent(std::string_view text, std::string_view prefix);

// Whole-text match where * stands for any run of characters; all else is literal, so that a URL's
// "?" needs no escape.
bool glob_match(std::string_view pattern, std::string_view text);

// Number of insertions, deletions, substitutions and swaps of neighbours between two texts, in
// bytes.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidate nearest to `word` if it is near enough to be what was meant, else "".
std::string nearest_word(std::string_view word, std::span<const std::string> candidates);

// The text with A–Z made small; all else as it is.
std::string ascii_lower(std::string_view text);

}  // namespace casement
