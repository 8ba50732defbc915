// Finds processes by a word of their environment, which they inherit: also those that have left their process group and
// their parent, as daemons do. A program that runs another one with an empty environment (`env -i`) hides it. Linux'
// /proc.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string_view>

namespace casement {

// Writes the ids of up to `most` processes, this one left out, whose environment holds `mark`; returns how many. Makes
// system calls only: the child of a process with several threads may call it.
std::size_t find_marked(std::string_view mark, pid_t* found, std::size_t most) noexcept;

// Kills them, and those that they make meanwhile. Like the above.
void kill_marked(std::string_view mark) noexcept;

}  // namespace casement
