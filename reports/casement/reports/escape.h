// Makes text of unknown origin safe for a report. All text that a writer did not write itself passes one of the two
// `visible` functions, and `escape_markup` if the writer writes markup.
#pragma once

#include <string>
#include <string_view>

namespace casement::reports {

// Returns valid UTF-8 without anything that acts on a terminal, reorders a line or is illegal in XML 1.0: control
// characters, bidirectional controls, line separators and U+FFFE/U+FFFF become readable escapes such as \x1b and
// \u202e. Line feeds and tabs are kept; CR LF becomes LF. Commands of CI servers (`[[ATTACHMENT|…]]`, `::error::` at
// the start of a line, `##[…]`, `##vso[…]`, `##teamcity[…]`) get a space inside.
std::string visible_lines(std::string_view text);

// The same with line feeds and tabs escaped too, so that the text stays in its line.
std::string visible_line(std::string_view text);

// Escapes & < > " and ' for text and attribute values in XML and HTML.
std::string escape_markup(std::string_view text);

}  // namespace casement::reports
