// The certificates of WebSockets that go through a SocketRelay. The relay ends TLS itself, so that it can read the
// messages, and checks the server's certificate in Chrome's place.
#pragma once

#include "casement/browser/events/event_table.h"

namespace casement {

// Lets Chrome go on if the certificate of a wss:// address is not valid, because it is the relay's. Other addresses
// fail as without a relay. Chrome asks about pages, their frames and dedicated workers, but not about shared and
// service workers, whose wss:// sockets therefore fail.
void accept_relay_certificates(EventTable& events);

}  // namespace casement
