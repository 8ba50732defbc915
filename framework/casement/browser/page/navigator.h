// Where a page goes: opening an address, reloading, and its history.
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
  // The page has its frames and its dialogs already.
  explicit Navigator(PageSession& page);

  // What is known of navigations, and waiting for their documents.
  NavigationNews& news() { return news_; }
  const NavigationNews& news() const { return news_; }
  LoadWatch& loads() { return loads_; }
  const LoadWatch& loads() const { return loads_; }

  NavigationResult open(const std::string& url, LoadState wait_until, Deadline deadline);
  NavigationResult reload(LoadState wait_until, Deadline deadline);
  // Goes `steps` back (negative) or forward in the session's history; empty if the history ends sooner. A
  // step may be a child frame's navigation or one within the document, and loads nothing then.
  std::optional<NavigationResult> go_in_history(int steps, LoadState wait_until, Deadline deadline);

 private:
  cdp::Command command(std::string method, Json params = Json::object()) const;
  Error download_instead_of(const std::string& url) const;
  void request_navigation(NavigationAttempt& opening, const std::string& url, Deadline deadline);

  PageSession& page_;
  cdp::Connection& connection_;
  FrameTree& frames_;
  const Dialogs& dialogs_;
  NavigationNews news_;
  LoadWatch loads_;
};

}  // namespace casement
