// The system's messages for error and signal numbers, always in English, so that reports have one language whatever the
// program's locale.
#pragma once

#include <string>
#include <system_error>

namespace casement {

// The message of an `errno`, e.g. "No such file or directory".
std::string system_message(int error);
std::string system_message(const std::error_code& error);

// The message of a signal, e.g. "Killed".
std::string signal_message(int signal);

}  // namespace casement
