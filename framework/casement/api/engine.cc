#include "casement/api/engine.h"

#include <utility>

#include "casement/browser/context/context_session.h"

namespace casement {

// Knows the insides of the handles.
struct HandleAccess {
  static const PageHandle& handle(const Page& page) { return page.session_; }
  static Page page(const PageHandle& handle) { return Page(handle); }
  static ContextSession& session(const Context& context) { return *context.use(); }
  static Context context(ContextSession& session) { return Context(session.weak_from_this()); }
  static BrowserSession& session(const Browser& browser) { return *browser.session_; }
  static Browser browser(std::shared_ptr<BrowserSession> session) { return Browser(std::move(session)); }
};

PageSession& engine_of(const Page& page) {
  return *HandleAccess::handle(page);
}

const PageHandle& handle_of(const Page& page) {
  return HandleAccess::handle(page);
}

Page page_of(PageSession& session) {
  return HandleAccess::page(PageHandle(session));
}

Page page_of(const PageHandle& handle) {
  return HandleAccess::page(handle);
}

ContextSession& engine_of(const Context& context) {
  return HandleAccess::session(context);
}

Context context_of(ContextSession& session) {
  return HandleAccess::context(session);
}

BrowserSession& engine_of(const Browser& browser) {
  return HandleAccess::session(browser);
}

Browser browser_of(std::shared_ptr<BrowserSession> session) {
  return HandleAccess::browser(std::move(session));
}

}  // namespace casement
