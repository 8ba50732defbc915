// Ports of the loopback address, for programs that cannot choose one themselves. Any thread.
#pragma once

namespace casement {

// A TCP port at which a program could listen on 127.0.0.1 just now; another one may take it before it does. Throws
// Error{Environment} with the system's reason where there is none.
int free_loopback_port();

}  // namespace casement
