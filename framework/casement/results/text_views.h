// Reads a text in other ways: without its escapes, decoded from base64 and hexadecimal, without its markup. Each byte
// of a view has the place in the text from which it comes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace casement::results {

struct TextRange {
  std::uint32_t begin = 0, end = 0;
};

struct TextView {
  std::string text;
  std::vector<TextRange> from;  // by byte of `text`
};

// Separates two parts of a view that are not neighbours. UTF-8 never contains this byte.
constexpr char kViewBreak = '\xFF';

// Every function returns an empty view if the text contains nothing to convert. The view has the text up to `reach`
// bytes around each place that changes, because the other parts are the same as in the text.

// Removes one layer of the escapes of addresses (%41, %u0041, RFC 3986), JSON, JavaScript and CSS (\x41, \u0041, \41),
// and HTML (&amp;, &#65;). `signs` are the characters that begin an escape.
constexpr const char* kAllEscapes = "%\\&";
TextView without_escapes(std::string_view text, std::size_t reach, const char* signs = kAllEscapes);

// Decodes quoted-printable (RFC 2045, section 6.7).
TextView without_quoted_printable(std::string_view text, std::size_t reach);

// HTML without its tags and comments.
TextView without_tags(std::string_view text, std::size_t reach);

// Only the names and texts, in order, of a snapshot's lines (`- listitem: a`).
TextView outline_texts(std::string_view text);

// Only the values, in order, of the members "text", "name" and "value" in JSON.
TextView member_texts(std::string_view text);

// A character that base64 uses, in either alphabet of RFC 4648.
bool is_base64_character(char c);

// Decodes runs of base64, once for each of four places where the first byte may begin. A run has at least 8 characters;
// line breaks belong to it.
std::vector<TextView> out_of_base64(std::string_view text);

// Decodes runs of at least 8 hexadecimal digits, once for each of two places where the first byte may begin. Up to four
// separators can be between digits (" ", ":", ",", "-", ";", "|", line breaks), and "0x".
std::vector<TextView> out_of_hexadecimal(std::string_view text);

}  // namespace casement::results
