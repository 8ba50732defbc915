// A page that a context opens for itself, and closes and forgets again.
#pragma once

#include <deque>

#include "casement/base/deadline.h"
#include "casement/cdp/message.h"

namespace casement {

class ContextSession;
class PageSession;

class HelperPage {
 public:
  // The caller holds the engine lock. Throws what `ContextSession::new_page` throws.
  HelperPage(ContextSession& context, Deadline deadline);
  ~HelperPage();
  HelperPage(const HelperPage&) = delete;
  HelperPage& operator=(const HelperPage&) = delete;

  PageSession& page() const { return page_; }
  // The requests that Chrome holds back until the page is closed.
  std::deque<cdp::Event>& hold_requests();

 private:
  ContextSession& context_;
  PageSession& page_;
  Deadline deadline_;
  std::deque<cdp::Event> held_;
};

}  // namespace casement
