// Classifies the error texts of Chrome's answers; no other file knows these texts. The names of network errors
// (net::ERR_…) are not among them, because those are fields of events.
#pragma once

#include <string>
#include <string_view>

#include "casement/base/error.h"
#include "casement/base/json.h"

namespace casement::cdp {

// Converts the "error" member of a reply to `method`. Returns Error{Environment} with the name of the browser if the
// browser lacks the command or the feature: Chromes inside applications, for example, lack contexts and windows.
Error protocol_error(std::string_view method, const Json& error, std::string_view browser = "this browser");

// True if the document, frame or session of the command has just gone: the caller may send the command again to the
// successor. All other errors are final.
bool means_gone(const Error& error);

// True if Page.navigate failed because no browser can open the address.
bool means_invalid_address(const Error& error);

// True if an option of a process is already set: another session has set the same value, which remains in effect.
bool means_already_set(const Error& error);

// True if Runtime.evaluate ran nothing, because the page has no document yet, or no document any more.
bool means_no_document(const Error& error);

// True if Page.handleJavaScriptDialog failed because the dialog's document is about to be replaced.
bool means_not_active(const Error& error);

// True for a command that only a renderer answers. After a crash, Chrome holds such a command back without an answer,
// and runs the command when a navigation has started another renderer.
bool needs_renderer(std::string_view method);

// True for an event which proves that the session has a renderer again.
bool tells_of_renderer(std::string_view event);

}  // namespace casement::cdp
