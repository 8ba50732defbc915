// The one place that knows Chrome's error texts.
#pragma once

#include <string>
#include <string_view>

#include "casement/base/error.h"
#include "casement/base/json.h"

namespace casement::cdp {

// The Error for the "error" member of a reply to `method`.
Error protocol_error(std::string_view method, const Json& error);

// True for an error that means "that document, frame or session has just gone": the command may be
// sent again to what took its place. Everything else is final.
bool means_gone(const Error& error);

// True for a command that only a renderer answers: after a crash Chrome keeps it, mute, until a navigation
// has brought another renderer, and runs it there.
bool needs_renderer(std::string_view method);

// True for an event by which a session shows that it has a renderer again.
bool tells_of_renderer(std::string_view event);

}  // namespace casement::cdp
