// Addresses a command about a context's cookies.
#pragma once

#include "casement/browser/context/context_session.h"
#include "casement/cdp/message.h"

namespace casement {

// Addresses the browser, which finds the context by its id. The context of an application has no id in every host, so
// the command goes to a page of it. Throws Error{SessionClosed} if the application has no open page.
cdp::Command cookie_command(const ContextSession& context, const char* of_context, const char* of_page,
                            Json params = Json::object());

}  // namespace casement
