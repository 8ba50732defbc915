// Measures text on a terminal, where a character takes no column, one, or two. Any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace casement::reports {

// Returns the columns that `text`, a line of valid UTF-8, takes on a terminal (East Asian wide characters and most
// emoji take two, combining marks none, according to the C library's tables).
std::size_t count_columns(std::string_view text);

// Returns the beginning of `text` that fits into that many columns, with "…" in the last column if anything was cut.
std::string fit_columns(std::string_view text, std::size_t columns);

}  // namespace casement::reports
