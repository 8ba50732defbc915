// The engine behind the public handles, for Casement's own rooms and specs. Programs that use Casement do not include
// this header: what is in it may change with any version.
#pragma once

#include <memory>

#include "casement/api/browser.h"
#include "casement/api/context.h"
#include "casement/api/page.h"

namespace casement {

class BrowserSession;

// The session of a page. Throws Error{SessionClosed} if the page has gone; without a PageHandle::Use of the caller,
// another thread may close it at any time.
PageSession& engine_of(const Page& page);
const PageHandle& handle_of(const Page& page);
Page page_of(PageSession& session);
Page page_of(const PageHandle& handle);

// Throws Error{SessionClosed} if the context has gone.
ContextSession& engine_of(const Context& context);
Context context_of(ContextSession& session);

// The session of a browser, which lives as long as the handle or a copy of it.
BrowserSession& engine_of(const Browser& browser);
// A handle that shares the ownership of the session.
Browser browser_of(std::shared_ptr<BrowserSession> session);

}  // namespace casement
