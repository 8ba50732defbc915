// The certificates that a relay shows Chrome: it ends TLS itself, to read the messages of sockets or to present a
// client certificate, and checks the server's certificate in Chrome's place.
#pragma once

#include <vector>

#include "casement/browser/events/event_table.h"
#include "casement/browser/values/page_environment.h"
#include "casement/browser/values/page_notes.h"

namespace casement {

// A Chrome that trusts the relay's key needs no command. Any other Chrome asks Casement about each certificate that is
// not valid, in pages, their frames and dedicated workers, but not in shared and service workers, whose connections to
// the relay fail. Casement lets Chrome go on if the address goes through the relay. Other addresses fail; Chrome's
// reason is then net::ERR_ABORTED, so `notes` gets the true reason.
void accept_relay_certificates(EventTable& events, const PageEnvironment& environment, PageNotes& notes);
// The commands for the main session of a page, before its document runs.
std::vector<cdp::Command> relay_certificate_commands(const PageEnvironment& environment, const cdp::SessionId& session);

}  // namespace casement
