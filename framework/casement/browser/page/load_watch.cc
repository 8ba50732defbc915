#include "casement/browser/page/load_watch.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "casement/base/machine_load.h"
#include "casement/base/text.h"
#include "casement/base/time_limit.h"
#include "casement/browser/page/page_session.h"

namespace casement {

using cdp::Connection;

namespace {

// Chrome's error for a load that the browser or the page aborted.
constexpr const char* kAborted = "net::ERR_ABORTED";
// The time for Chrome's remaining events after a failed navigation.
constexpr std::chrono::seconds kCalmTimeout{2};
// How long a document may delay its successor before Casement checks whether the document answers at all.
constexpr std::chrono::milliseconds kBusyTimeout{500};
// The time for that answer on a machine that is not busy. A document may be busy before it ends, for example because it
// sends its state.
constexpr std::chrono::seconds kAnswerTimeout{2};
// The time for a new document after Chrome has reported the old document's crash.
constexpr std::chrono::seconds kSuccessorTimeout{2};
// The time for any sign of life after a silence.
constexpr std::chrono::seconds kSignOfLife{5};

}  // namespace

LoadWatch::LoadWatch(PageSession& page, const NavigationNews& news)
    : page_(page), connection_(page.connection()), frames_(page.frames()), dialogs_(page.dialogs()), news_(news) {}

cdp::Command LoadWatch::command(std::string method, Json params) const {
  return {page_.session(), std::move(method), std::move(params), nullptr};
}

bool LoadWatch::answers_or_ends_script(const std::function<bool()>& over, Deadline deadline) {
  const cdp::Call there = connection_.send(command("Runtime.evaluate", {{"expression", "0"}}));
  const auto is_over = [&] { return there.done() || over(); };
  if (connection_.pump_until(is_over, deadline.at_most_patient(kAnswerTimeout))) {
    if (!there.done()) connection_.abandon(there);
    return true;
  }
  connection_.abandon(there);
  connection_.send(command("Runtime.terminateExecution"));
  return false;
}

// Ends an endless script before the navigation leaves its document, because later may be too late: from the response
// on, Chrome talks to the next document (content::RenderFrameHostManager, RenderDocument). If that document is in the
// same process, it receives nothing, not even the command to end the script, before the script ends.
void LoadWatch::end_endless_script(Deadline deadline) {
  const auto needs_no_answer = [&] {
    return page_.closed() || frames_.main().crashed || dialogs_.any_open() || frames_.main().url == "about:blank";
  };
  if (needs_no_answer() || answers_or_ends_script(needs_no_answer, deadline)) return;
  answers_or_ends_script(needs_no_answer, deadline);  // until the script has really ended
}

// An endless script blocks its process and thus the next document. The script may begin at any time before the next
// document arrives, so the check is repeated.
bool LoadWatch::await_unload(const std::function<bool()>& left, Deadline deadline) {
  for (;;) {
    if (connection_.pump_until(left, deadline.at_most(kBusyTimeout))) return true;
    if (deadline.expired() || frames_.main().crashed) return connection_.pump_until(left, deadline);
    answers_or_ends_script(left, deadline);
  }
}

// Silence is conclusive only if Chrome had time to speak. The probe's answer arrives after all pending events, which on
// a busy machine takes longer than `quiet`.
bool LoadWatch::await_or_silence(const std::function<bool()>& happened, Milliseconds quiet, Deadline deadline) {
  if (connection_.pump_until(happened, deadline.at_most(quiet))) return true;
  const cdp::Call sign = connection_.send(command("Runtime.evaluate", {{"expression", "0"}}));
  connection_.pump_until([&] { return sign.done() || happened() || page_.closed() || frames_.main().crashed; },
                         deadline.at_most(kSignOfLife));
  connection_.abandon(sign);
  return happened();
}

Error LoadWatch::timeout_error(const std::string& message, const MachineLoad& load) const {
  std::vector<std::string> lines = load.lines();
  if (std::string flood = connection_.describe_flood(); !flood.empty()) lines.push_back(std::move(flood));
  lines.emplace_back("`timeout` gives a navigation more time (C++: OpenOptions::timeout)");
  return {ErrorKind::Timeout, message, std::move(lines)};
}

bool LoadWatch::lies_crashed() const {
  const Frame& main = frames_.main();
  return main.crashed && !main.navigation.pending();
}

// A document that is left, or whose load a script stops, ends with ERR_ABORTED: another document may follow.
bool LoadWatch::is_cut_off() const {
  const Frame& main = frames_.main();
  return !main.cut_off.empty() && main.cut_off != kAborted;
}

Error LoadWatch::cut_off_error(const std::string& url) const {
  return cannot_open(url, "its document was cut off: " + frames_.main().cut_off);
}

Error LoadWatch::cannot_open(const std::string& url, const std::string& reason) const {
  std::vector<std::string> help = page_.environment().help_for(url, reason);
  if (reason.find("ERR_UNSAFE_PORT") != std::string::npos) {
    help.push_back(
        "Chrome does not open pages on ports of other protocols; use another port, or start Chrome with "
        "--explicitly-allowed-ports=PORT");
  }
  return Error(ErrorKind::Navigation, fmt::format("cannot open {}: {}", url, reason), help);
}

// The resource that the main document waits for, as the end of a sentence; "" if unknown.
std::string LoadWatch::missing_resource(LoadState wait_until) const {
  const Frame& main = frames_.main();
  if (main.cut_off == kAborted) return ": its load was stopped";
  const RequestRecord* missing = page_.network().missing(main.id, main.loader_id, wait_until == LoadState::Loaded);
  return missing == nullptr ? "" : fmt::format(": {} has not loaded", shorten(missing->url, 200));
}

Error LoadWatch::crash_error() const {
  return {ErrorKind::TargetCrashed, frames_.main().url + " has crashed: its renderer has ended"};
}

void LoadWatch::end_if_crashed(const std::function<bool()>& came, Deadline deadline) {
  if (!lies_crashed() || came()) return;
  connection_.pump_until([&] { return came() || !lies_crashed(); }, deadline.at_most_patient(kSuccessorTimeout));
  if (lies_crashed() && !came()) throw crash_error();
}

void LoadWatch::await_settled(Deadline deadline) {
  connection_.pump_until(
      [&] { return page_.closed() || (!frames_.main().navigation.pending() && !dialogs_.any_open()); },
      deadline.at_most(kCalmTimeout));
}

void LoadWatch::throw_beforeunload_dismissed(const std::string& url, Deadline deadline) {
  await_settled(deadline);
  // The page receives the dialog's answer after Chrome does; the events until this reply end the navigation.
  const cdp::Call heard = connection_.send(command("Runtime.evaluate", {{"expression", "0"}}));
  if (!connection_.await(heard, deadline.at_most(kCalmTimeout))) connection_.abandon(heard);
  throw Error(ErrorKind::Navigation,
              fmt::format("cannot open {}: the page opened a beforeunload dialog, which was dismissed", url));
}

NavigationResult LoadWatch::await_document(NavigationResult result, const std::string& loader_before,
                                           const std::string& loader_id, LoadState wait_until, Deadline deadline,
                                           Deadline::Clock::time_point started) {
  const auto committed = [&] {
    const Frame& main = frames_.main();
    // A script of the new document may have navigated on; then the later document counts.
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
    throw timeout_error(fmt::format("{} answered, but its document was not {} {}{}", result.requested_url,
                                    wait_until == LoadState::Loaded ? "loaded" : "parsed",
                                    describe_limit(deadline, started), missing_resource(wait_until)));
  }
  if (page_.closed()) throw page_.end_error();
  complete(result, started);
  return result;
}

void LoadWatch::complete(NavigationResult& result, Deadline::Clock::time_point started) const {
  const Frame& main = frames_.main();
  if (!main.unreachable_url.empty()) {
    throw cannot_open(main.unreachable_url, main.load_error.empty() ? "it cannot be reached" : main.load_error);
  }
  result.url = main.url;
  if (const DocumentResponse* response = news_.log().find(main.loader_id)) {
    result.status = response->status;
    result.content_type = response->content_type;
    result.redirects = response->redirects;
  }
  result.milliseconds = std::chrono::duration<double, std::milli>(Deadline::Clock::now() - started).count();
}

bool LoadWatch::await_loaded(Deadline deadline) {
  const Connection::EngineLock lock(connection_);
  const auto ended = [&] { return page_.closed() || frames_.main().loaded; };
  const bool has_ended = connection_.pump_until([&] { return ended() || lies_crashed(); }, deadline);
  if (has_ended && !ended()) throw crash_error();
  return has_ended;
}

bool LoadWatch::any_request_in_flight() const {
  return page_.network().any_in_flight([this](const RequestRecord& record) {
    const Frame* frame = frames_.find(record.place.frame);
    if (frame == nullptr) return false;
    if (!record.is_navigation) return record.loader_id == frame->loader_id;
    // Chrome reports no end for a navigation that another navigation replaced.
    const PendingNavigation* pending = frame->navigation.pending();
    return record.loader_id == frame->loader_id || (pending && pending->loader_id == record.loader_id);
  });
}

bool LoadWatch::await_network_idle(Milliseconds quiet, Deadline deadline) {
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
    // No request came: the page was quiet for long enough, unless the caller's deadline was earlier.
    return calm.when() < deadline.when() || deadline.is_never();
  }
}

}  // namespace casement
