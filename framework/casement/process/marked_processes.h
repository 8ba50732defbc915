// Finds processes by a mark in their environment, which children inherit. This also finds daemons, which have left
// their process group and their parent, but no program that was started with an empty environment (`env -i`). Uses
// Linux' /proc.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string_view>

namespace casement {

// Writes the ids of up to `most` processes whose environment contains `mark`, except this process, and returns their
// number. Makes system calls only, so the child of a process with several threads may call it.
std::size_t find_marked(std::string_view mark, pid_t* found, std::size_t most) noexcept;

// Kills these processes, and children that they start meanwhile. Gives up after 100 rounds. Makes system calls only.
void kill_marked(std::string_view mark) noexcept;

}  // namespace casement
