// How wide text is on a terminal, where a character takes no column, one, or two. Any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace casement::reports {

// Columns that `text`, a line of valid UTF-8, takes on a terminal (East Asian wide characters and
// most emoji two, combining marks none, as the C library's tables have it).
std::size_t count_columns(std::string_view text);

// As much of the start of `text` as fits into so many columns, with "…" in the last one if anything
// was cut.
std::string fit_columns(std::string_view text, std::size_t columns);

}  // namespace casement::reports
