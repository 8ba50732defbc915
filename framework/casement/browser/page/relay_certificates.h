// The certificates that a relay shows Chrome: it ends TLS itself, to read the messages of sockets or to present a
// client certificate, and checks the server's certificate in Chrome's place.
#pragma once

#include "casement/browser/events/event_table.h"
#include "casement/browser/values/context_options.h"

namespace casement {

// Lets Chrome go on if the certificate of an address that goes through the relay is not valid. Other addresses fail as
// without a relay. A Chrome that this process has started trusts the relay's key, and does not ask. Another Chrome asks
// about pages, their frames and dedicated workers, but not about shared and service workers, whose connections fail.
void accept_relay_certificates(EventTable& events, const ContextOptions& options);

}  // namespace casement
