// A handle of a page, for owners that may outlive the page. Its use throws Error{SessionClosed} if the page has gone
// with its context or its browser. Any thread may use a handle.
#pragma once

#include <memory>

#include "casement/base/weak_ptr.h"

namespace casement {

class ContextSession;
class PageSession;

class PageHandle {
 public:
  // The page is in memory now.
  explicit PageHandle(PageSession& page);

  // While it lives, another thread may close the page and its context, but they stay in memory.
  class Use {
   public:
    PageSession& operator*() const { return *page_; }
    PageSession* operator->() const { return page_; }

   private:
    friend class PageHandle;
    Use(std::shared_ptr<ContextSession> context, PageSession& page);

    std::shared_ptr<ContextSession> context_;  // null for a page that was made without one
    PageSession* page_;
  };

  // Keeps the page in memory. Throws Error{SessionClosed}.
  Use use() const;
  Use operator->() const;
  // The page itself, for a caller in a Use: nothing else keeps it in memory.
  PageSession& operator*() const;
  // Also true while the page is in memory, if Chrome has closed it.
  bool closed() const;

 private:
  // Null if the page has gone; it must be asked for after `context`.
  PageSession* find(const std::shared_ptr<ContextSession>& context) const;

  WeakPtr<PageSession> page_;
  std::weak_ptr<ContextSession> context_;
  bool has_context_;
};

}  // namespace casement
