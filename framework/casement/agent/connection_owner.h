// Finds the user of the process at the other end of a local connection.
#pragma once

#include <netinet/in.h>

namespace casement {

// Whether `peer`, which is connected to `own`, belongs to a process of this program's user. Any thread.
bool is_own_process(const sockaddr_in& peer, const sockaddr_in& own);

}  // namespace casement
