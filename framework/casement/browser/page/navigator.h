// The navigation of a page: opens an address, reloads, and steps through the history.
#pragma once

#include <optional>
#include <string>

#include "casement/browser/frames/frame_tree.h"
#include "casement/browser/page/dialogs.h"
#include "casement/browser/page/load_watch.h"
#include "casement/browser/page/navigation_news.h"
#include "casement/browser/values/page_options.h"
#include "casement/cdp/connection.h"

namespace casement {

class NavigationAttempt;
class PageSession;

class Navigator {
 public:
  // `page` must already have its frames and dialogs.
  explicit Navigator(PageSession& page);

  // The known navigations, and the waits for their documents.
  NavigationNews& news() { return news_; }
  const NavigationNews& news() const { return news_; }
  LoadWatch& loads() { return loads_; }
  const LoadWatch& loads() const { return loads_; }

  NavigationResult open(const std::string& url, LoadState wait_until, Deadline deadline);
  const std::string& last_opened() const { return last_opened_; }  // the requested address; "" before the first
  NavigationResult reload(LoadState wait_until, Deadline deadline);
  // Goes `steps` back (negative) or forward in the session history; empty if the history ends sooner. A step may belong
  // to a child frame or stay within the document; then no document loads.
  std::optional<NavigationResult> go_in_history(int steps, LoadState wait_until, Deadline deadline);

 private:
  cdp::Command command(std::string method, Json params = Json::object()) const;
  Error download_instead_of(const std::string& url) const;
  void request_navigation(NavigationAttempt& opening, const std::string& url, Deadline deadline,
                          Deadline::Clock::time_point started);

  PageSession& page_;
  cdp::Connection& connection_;
  FrameTree& frames_;
  const Dialogs& dialogs_;
  NavigationNews news_;
  LoadWatch loads_;
  std::string last_opened_;
};

}  // namespace casement
