// Writes any text as one line of YAML that reads back as the same text. All text is valid UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace casement {

// Appends `text` as a JSON string, which is also a YAML double-quoted scalar. Escapes quotes, backslashes, controls,
// line breaks of any kind, byte order marks, non-characters and marks that change the direction of writing. After
// `longest` characters, "…" replaces the rest.
void append_json_string(std::string& out, std::string_view text, std::size_t longest = std::string_view::npos);

// Whether a template would read `text` as an expression between slashes, "/x+/i". append_scalar quotes such text, so
// that a snapshot's text can be used as a template.
bool reads_as_expression(std::string_view text);

// Appends `text` as a plain scalar if YAML and templates read that as the same string, else as append_json_string does.
void append_scalar(std::string& out, std::string_view text, std::size_t longest = std::string_view::npos);

// Puts `out` from `begin` on, one line of printable text, in single quotes if YAML would not read it as a plain key or
// item. The text must begin with a letter.
void quote_key(std::string& out, std::size_t begin);

}  // namespace casement
