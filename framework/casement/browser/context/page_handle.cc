#include "casement/browser/context/page_handle.h"

#include <utility>

#include "casement/base/error.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/page/page_session.h"

namespace casement {

PageHandle::Use::Use(std::shared_ptr<ContextSession> context, PageSession& page)
    : context_(std::move(context)), page_(&page) {}

PageHandle::PageHandle(PageSession& page) : page_(page.weak()), has_context_(page.environment().context != nullptr) {
  if (has_context_) context_ = page.environment().context->weak_from_this();
}

PageSession* PageHandle::find(const std::shared_ptr<ContextSession>& context) const {
  return has_context_ && context == nullptr ? nullptr : page_.get();
}

PageHandle::Use PageHandle::use() const {
  cdp::check_this_thread();
  std::shared_ptr<ContextSession> context = context_.lock();
  PageSession* const page = find(context);
  if (page == nullptr)
    throw Error(ErrorKind::SessionClosed, "the page is closed: its context or its browser was closed");
  return {std::move(context), *page};
}

PageHandle::Use PageHandle::operator->() const {
  return use();
}

PageSession& PageHandle::operator*() const {
  return *use();
}

bool PageHandle::closed() const {
  const std::shared_ptr<ContextSession> context = context_.lock();
  PageSession* const page = find(context);
  if (page == nullptr) return true;
  const cdp::Connection::EngineLock lock(page->connection());
  return page->closed();
}

}  // namespace casement
