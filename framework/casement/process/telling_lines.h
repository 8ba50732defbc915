// The lines of a program's output that tell most of why it ended. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace casement {

// The first report of a sanitizer of clang or gcc (address, leak, memory, thread, undefined behaviour): what was found
// and where, down to its summary, without the map of shadow bytes. Empty where there is none.
std::vector<std::string> sanitizer_report(std::string_view output);

// That report, or the last `most` lines.
std::vector<std::string> telling_lines(std::string_view output, std::size_t most);

}  // namespace casement
