#include "casement/browser/page/history_step.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "casement/base/time_limit.h"
#include "casement/browser/page/page_session.h"

namespace casement {
namespace {

// For the history of a page that moves between two renderers.
constexpr std::chrono::seconds kHandOverTimeout{2};

}  // namespace

HistoryStep::HistoryStep(PageSession& page, const NavigationNews& news, LoadWatch& loads, LoadState wait_until,
                         Deadline deadline)
    : page_(page),
      connection_(page.connection()),
      news_(news),
      loads_(loads),
      wait_until_(wait_until),
      deadline_(deadline) {}

std::optional<NavigationResult> HistoryStep::go(int steps) {
  loads_.end_endless_script(deadline_);
  const Json known = history();
  const Json& entries = known.at("entries");
  index_ = known.value("currentIndex", 0) + steps;
  if (index_ < 0 || index_ >= static_cast<int>(entries.size())) return std::nullopt;
  const Json& entry = entries.at(static_cast<std::size_t>(index_));
  entry_ = entry.at("id").get<int>();
  url_ = entry.value("url", std::string());
  began_ = page_.clock().now();
  moves_before_ = news_.moves();
  may_be_lost_ = page_.dialogs().beforeunload_dismissed_last();
  if (!go_to_entry()) {
    may_be_lost_ = false;
    go_to_entry();
  }
  NavigationResult result;
  result.requested_url = url_;
  loads_.complete(result, started_);
  return result;
}

cdp::Command HistoryStep::command(std::string method, Json params) const {
  return {page_.session(), std::move(method), std::move(params), nullptr};
}

// A page that moves between two renderers has no history, so the request is repeated after the next event.
Json HistoryStep::history() {
  for (;;) {
    const std::uint64_t before = page_.frames().revision();
    try {
      return connection_.call(command("Page.getNavigationHistory"), deadline_);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::FrameGone || page_.closed() || deadline_.expired()) throw;
    }
    connection_.pump_until([&] { return page_.closed() || page_.frames().revision() != before; },
                           deadline_.at_most(kHandOverTimeout));
  }
}

bool HistoryStep::go_to_entry() {
  connection_.call(command("Page.navigateToHistoryEntry", {{"entryId", entry_}}), deadline_);
  await_arrival();
  await_document();
  return !is_lost();
}

void HistoryStep::await_arrival() {
  while (!has_arrived() && !is_lost()) {
    const std::uint64_t before = page_.frames().revision();
    const bool came = loads_.await_unload([&] { return is_over() || page_.frames().revision() != before; }, deadline_);
    throw_if_over();
    if (came) continue;
    connection_.send(command("Page.stopLoading"));  // leave the page usable
    throw loads_.timeout_error(fmt::format("{}, the next entry of the page's history, did not answer {}", url_,
                                           describe_limit(deadline_, started_)));
  }
}

void HistoryStep::await_document() {
  loads_.await_unload([&] { return is_over() || !page_.frames().main().navigation.pending(); }, deadline_);
  if (!connection_.pump_until([&] { return is_reached(); }, deadline_)) {
    throw loads_.timeout_error(fmt::format("{}, an entry of the page's history, was not {} {}{}", url_,
                                           wait_until_ == LoadState::Loaded ? "loaded" : "parsed",
                                           describe_limit(deadline_, started_), loads_.missing_resource(wait_until_)));
  }
  if (page_.closed()) throw page_.end_error();
  if (wait_until_ != LoadState::Committed && loads_.is_cut_off()) throw loads_.cut_off_error(url_);
  throw_if_over();
}

bool HistoryStep::is_over() const {
  return page_.closed() || page_.dialogs().beforeunload_dismissed_since(began_);
}

void HistoryStep::throw_if_over() {
  if (page_.closed()) throw page_.end_error();
  if (page_.dialogs().beforeunload_dismissed_since(began_)) loads_.throw_beforeunload_dismissed(url_, deadline_);
}

// A page that moves between two renderers has no history.
bool HistoryStep::has_arrived() {
  const cdp::Call now = connection_.send(command("Page.getNavigationHistory"));
  if (!connection_.await(now, deadline_)) return false;
  return !now.reply().error && now.reply().result.value("currentIndex", -1) == index_;
}

bool HistoryStep::is_lost() {
  return may_be_lost_ && !is_over() && !page_.frames().main().navigation.pending() && !has_arrived();
}

bool HistoryStep::is_reached() const {
  if (is_over()) return true;
  const Frame& main = page_.frames().main();
  if (main.navigation.pending() || !main.world) return false;
  if (loads_.is_cut_off()) return true;
  if (!news_.reports_starts() && !may_be_lost_ && news_.moves() == moves_before_) return false;
  return wait_until_ == LoadState::Committed || (wait_until_ == LoadState::Loaded ? main.loaded : main.dom_ready);
}

}  // namespace casement
