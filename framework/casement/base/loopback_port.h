// Finds free ports of the loopback address, for programs that cannot choose a port themselves. Any thread.
#pragma once

namespace casement {

// Returns a TCP port at which a program can listen on 127.0.0.1 at this moment. Another program may take the port
// first. Throws Error{Environment} with the system's reason if there is none.
int free_loopback_port();

}  // namespace casement
