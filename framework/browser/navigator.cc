// Reloading, the page's history, and what a navigation waits for. Opening has a file of its own.
#include "casement/browser/navigator.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "casement/base/machine_load.h"
#include "casement/base/text.h"
#include "casement/browser/page_session.h"

namespace casement {

using cdp::Connection;

namespace {

// Chrome's error of a load that the browser or the page gave up.
constexpr const char* kAborted = "net::ERR_ABORTED";
// For what Chrome says after a navigation has failed.
constexpr std::chrono::seconds kCalmTimeout{2};
// How long a document may take to let another one come, until it is asked whether it is there at all.
constexpr std::chrono::milliseconds kBusyTimeout{500};
// And how long until it answers, on a machine that is not busy. What it does before it goes, sending its
// state say, may take its time.
constexpr std::chrono::seconds kAnswerTimeout{2};

// For the document that follows one whose end is reported only now, as a crash.
constexpr std::chrono::seconds kSuccessorTimeout{2};

}  // namespace

Navigator::Navigator(PageSession& page)
    : page_(page), connection_(page.connection()), frames_(page.frames()), dialogs_(page.dialogs()) {}

cdp::Command Navigator::command(std::string method, Json params) const {
  return {page_.session(), std::move(method), std::move(params), nullptr};
}

bool Navigator::answers_or_ends_script(const std::function<bool()>& over, Deadline deadline) {
  const cdp::Call there = connection_.send(command("Runtime.evaluate", {{"expression", "0"}}));
  const auto is_over = [&] { return there.done() || over(); };
  if (connection_.pump_until(is_over, deadline.at_most(allow_for_load(kAnswerTimeout)))) {
    if (!there.done()) connection_.abandon(there);
    return true;
  }
  connection_.abandon(there);
  connection_.send(command("Runtime.terminateExecution"));
  return false;
}

// The end of a script that does not end, before its document is left. Later it may be too late: from the response on
// Chrome speaks to what comes next (content::RenderFrameHostManager, RenderDocument), and a document of the same
// process hears of nothing, not of the order to end its script either, before that one lets go.
void Navigator::end_endless_script(Deadline deadline) {
  const auto needs_no_answer = [&] {
    return page_.closed() || frames_.main().crashed || dialogs_.any_open() || frames_.main().url == "about:blank";
  };
  if (needs_no_answer() || answers_or_ends_script(needs_no_answer, deadline)) return;
  answers_or_ends_script(needs_no_answer, deadline);  // until the script is ended indeed
}

// A script that does not end keeps its process from showing anything else, and nobody wants to see its
// document any more. It may begin at any time before the next document comes, so the page is asked again and again.
bool Navigator::await_unload(const std::function<bool()>& left, Deadline deadline) {
  for (;;) {
    if (connection_.pump_until(left, deadline.at_most(kBusyTimeout))) return true;
    if (deadline.expired() || frames_.main().crashed) return connection_.pump_until(left, deadline);
    answers_or_ends_script(left, deadline);
  }
}

std::vector<std::string> Navigator::busy_lines() const {
  std::vector<std::string> lines = MachineLoad().lines();
  if (std::string flood = connection_.describe_flood(); !flood.empty()) lines.push_back(std::move(flood));
  return lines;
}

bool Navigator::lies_crashed() const {
  const Frame& main = frames_.main();
  return main.crashed && !main.navigation.pending();
}

// A document that is left, or whose load a script stops, ends with ERR_ABORTED: another one may follow.
bool Navigator::is_cut_off() const {
  const Frame& main = frames_.main();
  return !main.cut_off.empty() && main.cut_off != kAborted;
}

Error Navigator::cut_off_error(const std::string& url) const {
  return cannot_open(url, "its document was cut off in the middle: " + frames_.main().cut_off);
}

// What the main document waits for, as the end of a sentence; "" if that is not known.
std::string Navigator::missing_resource(LoadState wait_until) const {
  const Frame& main = frames_.main();
  if (main.cut_off == kAborted) return ": its load was stopped";
  const RequestRecord* missing = page_.network().missing(main.id, main.loader_id, wait_until == LoadState::Loaded);
  return missing == nullptr ? "" : fmt::format(": {} has not come", shorten(missing->url, 200));
}

Error Navigator::crash_error() const {
  return {ErrorKind::TargetCrashed, frames_.main().url + " has crashed: its renderer has ended"};
}

void Navigator::end_if_crashed(const std::function<bool()>& came, Deadline deadline) {
  if (!lies_crashed() || came()) return;
  connection_.pump_until([&] { return came() || !lies_crashed(); },
                         deadline.at_most(allow_for_load(kSuccessorTimeout)));
  if (lies_crashed() && !came()) throw crash_error();
}

NavigationResult Navigator::reload(LoadState wait_until, Deadline deadline) {
  const Connection::EngineLock lock(connection_);
  const auto started = Deadline::Clock::now();
  end_endless_script(deadline);
  NavigationResult result;
  result.requested_url = frames_.main().unreachable_url.empty() ? frames_.main().url : frames_.main().unreachable_url;
  const std::string before = frames_.main().loader_id;
  const EventNumber mark = page_.clock().now();
  const cdp::Call reloading = connection_.send(command("Page.reload"));
  const auto over = [&] {
    return page_.closed() || frames_.main().loader_id != before || dialogs_.beforeunload_dismissed_since(mark);
  };
  const bool ended = await_unload([&] { return over() || (reloading.done() && reloading.reply().error); }, deadline);
  if (page_.closed()) throw page_.end_error();
  if (dialogs_.beforeunload_dismissed_since(mark)) throw_beforeunload_dismissed(result.requested_url, deadline);
  if (reloading.done() && reloading.reply().error) throw Error(*reloading.reply().error);
  if (!ended) {
    connection_.abandon(reloading);
    connection_.send(command("Page.stopLoading"));
    throw Error(ErrorKind::Timeout, result.requested_url + " did not answer in time", busy_lines());
  }
  return await_navigation(std::move(result), before, frames_.main().loader_id, wait_until, deadline, started);
}

// While the page changes hands between two renderers it has no history to tell: it is asked again once more is known.
Json Navigator::history(Deadline deadline) {
  for (;;) {
    const std::uint64_t before = frames_.revision();
    try {
      return connection_.call(command("Page.getNavigationHistory"), deadline);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::FrameGone || page_.closed() || deadline.expired()) throw;
    }
    connection_.pump_until([&] { return page_.closed() || frames_.revision() != before; },
                           deadline.at_most(kCalmTimeout));
  }
}

std::optional<NavigationResult> Navigator::go_in_history(int steps, LoadState wait_until, Deadline deadline) {
  const auto started = Deadline::Clock::now();
  const Connection::EngineLock lock(connection_);
  end_endless_script(deadline);
  const Json known = history(deadline);
  const Json& entries = known.at("entries");
  const int index = known.value("currentIndex", 0) + steps;
  if (index < 0 || index >= static_cast<int>(entries.size())) return std::nullopt;
  const Json& entry = entries.at(static_cast<std::size_t>(index));
  NavigationResult result;
  result.requested_url = entry.value("url", std::string());
  const EventNumber mark = page_.clock().now();
  // Chrome tells nothing of a step that is done; that the history stands there is all there is.
  const auto arrived = [&] {
    const cdp::Call now = connection_.send(command("Page.getNavigationHistory"));
    if (!connection_.await(now, deadline)) return false;
    // While the page changes hands between two renderers it has no history to tell.
    return !now.reply().error && now.reply().result.value("currentIndex", -1) == index;
  };
  // Nor of one that the end of a refused navigation has taken along.
  bool may_be_taken_along = dialogs_.beforeunload_dismissed_last();
  const auto taken_along = [&] {
    return may_be_taken_along && !page_.closed() && !dialogs_.beforeunload_dismissed_since(mark) &&
           !frames_.main().navigation.pending() && !arrived();
  };
  // The history counts a step from when it begins: it may yet be refused, and where no start is told it may have been
  // seen to be done when nothing has happened yet.
  const std::uint64_t moves_before = moves_told_;
  const auto reached = [&] {
    const Frame& main = frames_.main();
    if (page_.closed() || dialogs_.beforeunload_dismissed_since(mark)) return true;
    if (main.navigation.pending() || !main.world) return false;
    if (is_cut_off()) return true;
    if (!tells_of_starts_ && !may_be_taken_along && moves_told_ == moves_before) return false;
    return wait_until == LoadState::Committed || (wait_until == LoadState::Loaded ? main.loaded : main.dom_ready);
  };
  for (;; may_be_taken_along = false) {
    connection_.call(command("Page.navigateToHistoryEntry", {{"entryId", entry.at("id")}}), deadline);
    while (!arrived() && !taken_along()) {
      const std::uint64_t before = frames_.revision();
      const auto news = [&] {
        return page_.closed() || dialogs_.beforeunload_dismissed_since(mark) || frames_.revision() != before;
      };
      const bool came = await_unload(news, deadline);
      if (page_.closed()) throw page_.end_error();
      if (dialogs_.beforeunload_dismissed_since(mark)) throw_beforeunload_dismissed(result.requested_url, deadline);
      if (!came) {
        connection_.send(command("Page.stopLoading"));  // leave the page usable
        throw Error(ErrorKind::Timeout,
                    result.requested_url +
                        ", the next step in the page's history, "
                        "did not answer in time",
                    busy_lines());
      }
    }
    await_unload(
        [&] {
          return page_.closed() || dialogs_.beforeunload_dismissed_since(mark) || !frames_.main().navigation.pending();
        },
        deadline);
    if (!connection_.pump_until(reached, deadline)) {
      throw Error(ErrorKind::Timeout,
                  fmt::format("{}, a step in the page's history, was not {} in time{}", result.requested_url,
                              wait_until == LoadState::Loaded ? "loaded" : "parsed", missing_resource(wait_until)),
                  busy_lines());
    }
    if (page_.closed()) throw page_.end_error();
    if (wait_until != LoadState::Committed && is_cut_off()) throw cut_off_error(result.requested_url);
    if (dialogs_.beforeunload_dismissed_since(mark)) throw_beforeunload_dismissed(result.requested_url, deadline);
    if (!taken_along()) break;
  }
  complete(result, started);
  return result;
}

void Navigator::await_navigation_settled(Deadline deadline) {
  connection_.pump_until(
      [&] { return page_.closed() || (!frames_.main().navigation.pending() && !dialogs_.any_open()); },
      deadline.at_most(kCalmTimeout));
}

void Navigator::throw_beforeunload_dismissed(const std::string& url, Deadline deadline) {
  await_navigation_settled(deadline);
  // The page hears of the answer after Chrome; what it says then is the end of the navigation.
  const cdp::Call heard = connection_.send(command("Runtime.evaluate", {{"expression", "0"}}));
  if (!connection_.await(heard, deadline.at_most(kCalmTimeout))) connection_.abandon(heard);
  throw Error(ErrorKind::Navigation,
              fmt::format("cannot open {}: the page asked not to be left, and the dialog was dismissed", url));
}

NavigationResult Navigator::await_navigation(NavigationResult result, const std::string& loader_before,
                                             const std::string& loader_id, LoadState wait_until, Deadline deadline,
                                             Deadline::Clock::time_point started) {
  const auto committed = [&] {
    const Frame& main = frames_.main();
    // A script of the new document may have gone on to another one; that one counts then.
    return main.loader_id == loader_id || (main.loader_id != loader_before && !main.navigation.pending());
  };
  const auto reached = [&] {
    if (page_.closed()) return true;
    const Frame& main = frames_.main();
    if (!loader_id.empty() && !committed()) return false;
    if (wait_until == LoadState::Committed || loader_id.empty()) return true;
    return wait_until == LoadState::Loaded ? main.loaded : main.dom_ready;
  };
  const auto is_there = [&] { return page_.closed() || committed(); };
  while (!loader_id.empty() && !is_there()) {
    if (!await_unload([&] { return is_there() || lies_crashed(); }, deadline)) break;
    end_if_crashed(is_there, deadline);
  }
  const auto is_cut = [&] { return is_there() && is_cut_off(); };
  const bool has_come = connection_.pump_until([&] { return reached() || lies_crashed() || is_cut(); }, deadline);
  if (has_come && !reached()) throw lies_crashed() ? crash_error() : cut_off_error(result.requested_url);
  if (!has_come) {
    throw Error(ErrorKind::Timeout,
                fmt::format("{} answered, but its document was not {} in time{}", result.requested_url,
                            wait_until == LoadState::Loaded ? "loaded" : "parsed", missing_resource(wait_until)),
                busy_lines());
  }
  if (page_.closed()) throw page_.end_error();
  complete(result, started);
  return result;
}

void Navigator::complete(NavigationResult& result, Deadline::Clock::time_point started) const {
  const Frame& main = frames_.main();
  if (!main.unreachable_url.empty()) {
    throw cannot_open(main.unreachable_url, main.load_error.empty() ? "it cannot be reached" : main.load_error);
  }
  result.url = main.url;
  if (const DocumentResponse* response = log_.find(main.loader_id)) {
    result.status = response->status;
    result.content_type = response->content_type;
    result.redirects = response->redirects;
  }
  result.milliseconds = std::chrono::duration<double, std::milli>(Deadline::Clock::now() - started).count();
}

bool Navigator::await_loaded(Deadline deadline) {
  const Connection::EngineLock lock(connection_);
  const auto ended = [&] { return page_.closed() || frames_.main().loaded; };
  const bool has_ended = connection_.pump_until([&] { return ended() || lies_crashed(); }, deadline);
  if (has_ended && !ended()) throw crash_error();
  return has_ended;
}

bool Navigator::any_request_in_flight() const {
  return page_.network().any_in_flight([this](const RequestRecord& record) {
    const Frame* frame = frames_.find(record.place.frame);
    if (frame == nullptr) return false;
    if (!record.is_navigation) return record.loader_id == frame->loader_id;
    // Of a navigation that was overtaken by another one nobody hears the end.
    const PendingNavigation* pending = frame->navigation.pending();
    return record.loader_id == frame->loader_id || (pending && pending->loader_id == record.loader_id);
  });
}

bool Navigator::await_network_idle(Milliseconds quiet, Deadline deadline) {
  const Connection::EngineLock lock(connection_);
  for (;;) {
    if (!connection_.pump_until([&] { return page_.closed() || lies_crashed() || !any_request_in_flight(); },
                                deadline)) {
      return false;
    }
    if (page_.closed()) throw page_.end_error();
    if (lies_crashed()) throw crash_error();
    const Deadline calm = deadline.at_most(quiet);
    if (connection_.pump_until([&] { return page_.closed() || any_request_in_flight(); }, calm)) continue;
    // Nothing came: quiet for long enough, unless the caller's own deadline cut it short.
    return calm.when() < deadline.when() || deadline.is_never();
  }
}

}  // namespace casement
