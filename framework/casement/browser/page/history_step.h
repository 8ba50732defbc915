// A step of a page in the session history. Chrome does not report the end of a step, so the step asks for the current
// history entry.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "casement/browser/page/load_watch.h"
#include "casement/browser/page/navigation_news.h"
#include "casement/browser/values/page_options.h"
#include "casement/cdp/connection.h"

namespace casement {

class PageSession;

class HistoryStep {
 public:
  HistoryStep(PageSession& page, const NavigationNews& news, LoadWatch& loads, LoadState wait_until, Deadline deadline);

  // Goes back (negative) or forward; empty if the history ends sooner. Throws Error: Timeout, Navigation,
  // SessionClosed. Requires the engine lock.
  std::optional<NavigationResult> go(int steps);

 private:
  cdp::Command command(std::string method, Json params = Json::object()) const;
  Json history();
  // Requests the entry, and waits until the page has arrived and reached `wait_until_`. False if the step was lost.
  bool go_to_entry();
  void await_arrival();
  void await_document();
  // Whether the page is closed, or has refused to be left.
  bool is_over() const;
  void throw_if_over();
  bool has_arrived();
  bool is_lost();
  bool is_reached() const;

  PageSession& page_;
  cdp::Connection& connection_;
  const NavigationNews& news_;
  LoadWatch& loads_;
  const LoadState wait_until_;
  const Deadline deadline_;
  const Deadline::Clock::time_point started_ = Deadline::Clock::now();
  EventNumber began_ = 0;
  // The history counts a step from its beginning, although the page may still refuse the step. If Chrome does not
  // report starts of navigations, a step may therefore seem done before anything has happened.
  std::uint64_t moves_before_ = 0;
  // The end of a navigation that the page refused may abort the step.
  bool may_be_lost_ = false;
  int index_ = 0;  // index of the entry in the history
  int entry_ = 0;  // Chrome's id of the entry
  std::string url_;
};

}  // namespace casement
