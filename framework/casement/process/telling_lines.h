// Finds the lines of a program's output that best explain why it ended. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace casement {

// The first report of a clang or gcc sanitizer (address, leak, memory, thread, undefined behaviour): the error and
// where it happened, down to the summary, without the map of shadow bytes; at most 20 lines and the summary. Empty if
// there is none.
std::vector<std::string> sanitizer_report(std::string_view output);

// The sanitizer's report if there is one, else the last `most` lines.
std::vector<std::string> telling_lines(std::string_view output, std::size_t most = 20);

}  // namespace casement
