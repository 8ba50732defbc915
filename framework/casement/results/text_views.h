// Other readings of a text: without its escapes, out of base64 and hexadecimal, without its markup. Each byte of a
// reading has the place in the text that it comes from.
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

// This byte separates two parts of a view that are not neighbours. UTF-8 never contains it.
constexpr char kViewBreak = '\xFF';

// All functions return an empty view if the text contains nothing of the kind. The view has the text up to `reach`
// bytes around each place that changes, because the other parts read as the text itself does.

// One layer of the escapes of addresses (%41, %u0041, RFC 3986), JSON, JavaScript and CSS (\x41, \u0041, \41), and HTML
// (&amp;, &#65;). `signs` are the characters that begin an escape.
constexpr const char* kAllEscapes = "%\\&";
TextView without_escapes(std::string_view text, std::size_t reach, const char* signs = kAllEscapes);

// Quoted-printable (RFC 2045, section 6.7).
TextView without_quoted_printable(std::string_view text, std::size_t reach);

// HTML without its tags and comments.
TextView without_tags(std::string_view text, std::size_t reach);

// Names and texts alone, one after another, of a snapshot's lines (`- listitem: a`).
TextView outline_texts(std::string_view text);

// Values alone, one after another, of the members "text", "name" and "value" in JSON.
TextView member_texts(std::string_view text);

// A character that base64 uses, in either alphabet of RFC 4648.
bool is_base64_character(char c);

// What runs of base64 contain if their first byte begins at one of four places. Line breaks belong to a run.
std::vector<TextView> out_of_base64(std::string_view text);

// What runs of hexadecimal digits contain if their first byte begins at one of two places. Up to four separators can be
// between digits (" ", ":", ",", "-", ";", "|", line breaks), and "0x".
std::vector<TextView> out_of_hexadecimal(std::string_view text);

}  // namespace casement::results
