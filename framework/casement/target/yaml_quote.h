// Writing text that may hold anything as one line of YAML that reads back the same. All text is
// valid UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace casement {

// Appends `text` as a JSON string, which is a YAML double-quoted scalar too: quotes, backslashes,
// controls, line breaks of any kind, byte order marks, non-characters and the marks that turn the
// direction of writing are escaped, all else stands as it is. After `longest` characters "…" stands
// for the rest.
void append_json_string(std::string& out, std::string_view text, std::size_t longest = std::string_view::npos);

// Whether a template would take `text` for an expression between slashes, "/x+/i". What is no
// expression is quoted, so that a snapshot's text is a template of itself.
bool reads_as_expression(std::string_view text);

// Appends `text` as a scalar: plain where YAML and templates read that as this very string, else as
// above.
void append_scalar(std::string& out, std::string_view text, std::size_t longest = std::string_view::npos);

// Puts what stands in `out` from `begin` on, one line of printable text, in single quotes if YAML
// would not read it as a plain key or item otherwise. It must begin with a letter.
void quote_key(std::string& out, std::size_t begin);

}  // namespace casement
