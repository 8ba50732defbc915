#include "casement/browser/page/navigator.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "casement/base/machine_load.h"
#include "casement/base/time_limit.h"
#include "casement/browser/frames/navigation_attempt.h"
#include "casement/browser/page/history_step.h"
#include "casement/browser/page/page_session.h"
#include "casement/cdp/protocol_error.h"

namespace casement {
namespace {

using State = NavigationAttempt::State;

// The time for Chrome to report why it aborted a navigation.
constexpr std::chrono::seconds kReasonTimeout{2};
// The time for an answer that another document may have dropped, and for a document that the page itself navigated to,
// because the next request would abort that navigation.
constexpr std::chrono::milliseconds kCompetingNavigationTimeout{500};

}  // namespace

Navigator::Navigator(PageSession& page)
    : page_(page),
      connection_(page.connection()),
      frames_(page.frames()),
      dialogs_(page.dialogs()),
      news_(page),
      loads_(page, news_) {}

cdp::Command Navigator::command(std::string method, Json params) const {
  return {page_.session(), std::move(method), std::move(params), nullptr};
}

NavigationResult Navigator::reload(LoadState wait_until, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  const auto started = Deadline::Clock::now();
  loads_.end_endless_script(deadline);
  NavigationResult result;
  result.requested_url = frames_.main().unreachable_url.empty() ? frames_.main().url : frames_.main().unreachable_url;
  const std::string before = frames_.main().loader_id;
  const EventNumber mark = page_.clock().now();
  const cdp::Call reloading = connection_.send(command("Page.reload"));
  const auto over = [&] {
    return page_.closed() || frames_.main().loader_id != before || dialogs_.beforeunload_dismissed_since(mark);
  };
  const bool ended =
      loads_.await_unload([&] { return over() || (reloading.done() && reloading.reply().error); }, deadline);
  if (page_.closed()) throw page_.end_error();
  if (dialogs_.beforeunload_dismissed_since(mark)) loads_.throw_beforeunload_dismissed(result.requested_url, deadline);
  if (reloading.done() && reloading.reply().error) throw Error(*reloading.reply().error);
  if (!ended) {
    connection_.abandon(reloading);
    connection_.send(command("Page.stopLoading"));
    throw loads_.timeout_error(
        fmt::format("{} did not answer {}", result.requested_url, describe_limit(deadline, started)));
  }
  return loads_.await_document(std::move(result), before, frames_.main().loader_id, wait_until, deadline, started);
}

NavigationResult Navigator::open(const std::string& url, LoadState wait_until, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  const auto started = Deadline::Clock::now();
  NavigationResult result;
  result.requested_url = last_opened_ = url;
  loads_.end_endless_script(deadline);
  page_.notes().refused_certificate.clear();
  const std::string before = frames_.main().loader_id;
  NavigationAttempt attempt(url, dialogs_.beforeunload_dismissed_last());
  const NavigationNews::Feed feed(news_, attempt);
  while (attempt.state() != State::Committed) {
    const State state = attempt.state();
    const auto goes_on = [&] { return page_.closed() || attempt.state() != state; };
    if (state == State::Retry) {
      request_navigation(attempt, url, deadline, started);
    } else if (state == State::Aborted) {
      const auto is_over = [&] { return page_.closed() || (attempt.is_settled() && !dialogs_.any_open()); };
      loads_.await_or_silence([&] { return is_over() || !attempt.competing_navigation().empty(); }, kReasonTimeout,
                              deadline);
      loads_.await_or_silence(is_over, kCompetingNavigationTimeout, deadline);
      attempt.settle();
    } else if (state == State::Superseding) {
      if (!loads_.await_or_silence(goes_on, kCompetingNavigationTimeout, deadline)) attempt.settle();
    } else if (state == State::Committing) {
      if (!loads_.await_unload([&] { return goes_on() || loads_.lies_crashed(); }, deadline)) break;
      loads_.end_if_crashed(goes_on, deadline);
    } else {
      // Chrome sends the answer first, then Page.frameNavigated for its error page.
      if (!attempt.hangs()) loads_.await_settled(deadline);
      if (attempt.is_download()) throw download_instead_of(url);
      const std::string& refused = page_.notes().refused_certificate;
      const bool is_refused = attempt.failure() == "net::ERR_ABORTED" && !refused.empty();
      throw loads_.cannot_open(url, is_refused ? refused : attempt.failure());
    }
    if (page_.closed() && attempt.state() != State::Failed) break;
    if (attempt.state() != State::Retry || !deadline.expired()) continue;
    if (attempt.competing_navigation().empty())
      throw loads_.timeout_error(fmt::format("{} did not answer {}", url, describe_limit(deadline, started)));
    throw Error(ErrorKind::Navigation, fmt::format("cannot open {}: the page itself navigated to {} meanwhile", url,
                                                   attempt.competing_navigation()));
  }
  return loads_.await_document(std::move(result), before, attempt.loader(), wait_until, deadline, started);
}

Error Navigator::download_instead_of(const std::string& url) const {
  return Error(ErrorKind::Navigation, fmt::format("cannot open {}: it is a download, not a page", url),
               {"put the step that begins the download inside expect_download"});
}

// Sends Page.navigate, and waits until Chrome has answered or will certainly not answer.
void Navigator::request_navigation(NavigationAttempt& attempt, const std::string& url, Deadline deadline,
                                   Deadline::Clock::time_point started) {
  const MachineLoad load;
  const FrameNavigation& navigation = frames_.main().navigation;
  attempt.ask(navigation.is_asked_for(), navigation.pending() == nullptr ? "" : navigation.pending()->loader_id);
  const cdp::Call call = connection_.send(command("Page.navigate", {{"url", url}}));
  loads_.await_unload([&] { return call.done() || page_.closed() || attempt.state() != State::Requested; }, deadline);
  // If a document that the page itself requested arrives only now, it can drop the question whether the old document
  // may be left. Then this navigation waits for the answer forever, and has sent no request.
  if (attempt.state() == State::Unanswered &&
      !loads_.await_or_silence([&] { return call.done(); }, kCompetingNavigationTimeout, deadline)) {
    attempt.settle();
    // While this navigation waits, Chrome would merge a new one to the same address with it.
    if (attempt.state() == State::Retry) connection_.send(command("Page.stopLoading"));
  }
  const auto is_over = [&] {
    return call.done() || attempt.state() == State::Retry || attempt.state() == State::Failed;
  };
  if (!loads_.await_unload(is_over, deadline)) {
    connection_.abandon(call);
    connection_.send(command("Page.stopLoading"));  // leave the page usable
    throw loads_.timeout_error(fmt::format("{} did not answer {}", url, describe_limit(deadline, started)), load);
  }
  if (!call.done()) return connection_.abandon(call);
  if (call.reply().error && call.reply().error->kind() == ErrorKind::TargetCrashed && attempt.forgives_crash()) return;
  try {
    const Json answer = connection_.result(call, deadline);
    attempt.on_answer(answer.value("loaderId", std::string()), answer.value("errorText", std::string()),
                      answer.value("isDownload", false));
  } catch (const Error& refused) {
    if (!cdp::means_invalid_address(refused)) throw;
    throw Error(ErrorKind::Usage, fmt::format("'{}' is not an address that Chrome can open", url));
  }
}

std::optional<NavigationResult> Navigator::go_in_history(int steps, LoadState wait_until, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  return HistoryStep(page_, news_, loads_, wait_until, deadline).go(steps);
}

}  // namespace casement
