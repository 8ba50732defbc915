// Whom a command about a context's cookies goes to.
#pragma once

#include "casement/browser/context/context_session.h"
#include "casement/cdp/message.h"

namespace casement {

// To the browser, which finds the context by its id; or, since an application's context has no id in every host, to a
// page of it. Throws Error{SessionClosed} where an application has none open.
cdp::Command cookie_command(const ContextSession& context, const char* of_context, const char* of_page,
                            Json params = Json::object());

}  // namespace casement
