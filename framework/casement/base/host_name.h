// The name of this machine.
#pragma once

#include <string>

namespace casement {

std::string host_name();  // "" if unknown; any thread

}  // namespace casement
