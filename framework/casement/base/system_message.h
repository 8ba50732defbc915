// What the system says of its error and signal numbers, in English: messages are one language, UTF-8 and the
// same in every report, whatever locale the program has.
#pragma once

#include <string>
#include <system_error>

namespace casement {

// Of an `errno`, e.g. "No such file or directory".
std::string system_message(int error);
std::string system_message(const std::error_code& error);

// e.g. "Killed".
std::string signal_message(int signal);

}  // namespace casement
