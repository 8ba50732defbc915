// Small text helpers that several rooms share. All text is UTF-8.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace casement {

// Makes any text valid UTF-8: each ill-formed sequence becomes U+FFFD (Unicode 15, section 3.9, "substitution of
// maximal subparts").
std::string to_valid_utf8(std::string_view text);

bool is_valid_utf8(std::string_view text);  // whether no sequence is ill-formed

// Number of code points, counting each ill-formed byte as one.
std::size_t count_characters(std::string_view text);

// The first `characters` code points, and "…" if anything was cut.
std::string shorten(std::string_view text, std::size_t characters);

// Removes leading and trailing ASCII white space, and turns each inner run of white space into one space.
std::string collapse_white_space(std::string_view text);

std::vector<std::string_view> split_lines(std::string_view text);  // without line ends; the views refer to `text`
std::string join(std::span<const std::string> parts, std::string_view separator);  // in the given order
// Puts `prefix` before each line.
std::string indent(std::string_view text, std::string_view prefix);

// Matches the whole text against a pattern in which * matches any run of characters. All other characters are literal,
// so the "?" of a URL needs no escape. With QuestionMark::AnyByte, "?" matches one byte, as in GoogleTest's filters.
enum class QuestionMark { Literal, AnyByte };
bool glob_match(std::string_view pattern, std::string_view text, QuestionMark question = QuestionMark::Literal);

// The number of insertions, deletions, substitutions and swaps of neighbours between two texts, in bytes.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidate nearest to `word` if it is similar enough to be the intended word, otherwise "".
std::string nearest_word(std::string_view word, std::span<const std::string> candidates);

// Converts A–Z to lower case, and leaves all other characters unchanged.
std::string ascii_lower(std::string_view text);

}  // namespace casement
