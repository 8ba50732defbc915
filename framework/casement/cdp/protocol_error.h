// The one place that knows the texts of the errors with which Chrome answers commands. The names of network errors
// (net::ERR_…) are no such texts: they are fields of events, and data.
#pragma once

#include <string>
#include <string_view>

#include "casement/base/error.h"
#include "casement/base/json.h"

namespace casement::cdp {

// The Error for the "error" member of a reply to `method`. Error{Environment} that names the browser where this one
// does not have the command or what it is about, as Chromes inside applications lack contexts and windows.
Error protocol_error(std::string_view method, const Json& error, std::string_view browser = "this browser");

// True for an error that means "that document, frame or session has just gone": the command may be
// sent again to what took its place. Everything else is final.
bool means_gone(const Error& error);

// Of Page.navigate: the address cannot be opened by anybody.
bool means_invalid_address(const Error& error);

// Of commands that set an option for a process: another of its sessions has set the same, and it holds.
bool means_already_set(const Error& error);

// Of Runtime.evaluate: the page has no document yet, or none any more, so that nothing was run.
bool means_no_document(const Error& error);

// Of Page.handleJavaScriptDialog: the dialog belongs to a document that is about to be replaced.
bool means_not_active(const Error& error);

// True for a command that only a renderer answers: after a crash Chrome keeps it, mute, until a navigation
// has brought another renderer, and runs it there.
bool needs_renderer(std::string_view method);

// True for an event by which a session shows that it has a renderer again.
bool tells_of_renderer(std::string_view event);

}  // namespace casement::cdp
