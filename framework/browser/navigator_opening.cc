// Opening an address: what is sent, how long each state of its way may last, and what people are told.
#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "casement/base/machine_load.h"
#include "casement/browser/navigation_attempt.h"
#include "casement/browser/navigator.h"
#include "casement/browser/page_session.h"
#include "casement/cdp/protocol_error.h"

namespace casement {
namespace {

using State = NavigationAttempt::State;

// For Chrome to tell what it has given a navigation up for.
constexpr std::chrono::seconds kReasonTimeout{2};
// For an answer that another document may have taken along, and for a document that the page went to by
// itself: what is asked for next ends that one.
constexpr std::chrono::milliseconds kCompetingNavigationTimeout{500};
// For Chrome to say anything at all, where it has been silent for so long.
constexpr std::chrono::seconds kSignOfLife{5};

// What the reducers feed, as long as it lives.
class CurrentAttempt {
 public:
  CurrentAttempt(NavigationAttempt*& place, NavigationAttempt& attempt) : place_(place) { place_ = &attempt; }
  ~CurrentAttempt() { place_ = nullptr; }
  CurrentAttempt(const CurrentAttempt&) = delete;
  CurrentAttempt& operator=(const CurrentAttempt&) = delete;

 private:
  NavigationAttempt*& place_;
};

}  // namespace

NavigationResult Navigator::open(const std::string& url, LoadState wait_until, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  const auto started = Deadline::Clock::now();
  NavigationResult result;
  result.requested_url = url;
  end_endless_script(deadline);
  const std::string before = frames_.main().loader_id;
  NavigationAttempt attempt(url, dialogs_.beforeunload_dismissed_last());
  const CurrentAttempt current(attempt_, attempt);
  while (attempt.state() != State::Committed) {
    const State state = attempt.state();
    const auto goes_on = [&] { return page_.closed() || attempt.state() != state; };
    if (state == State::Retry) {
      request_navigation(attempt, url, deadline);
    } else if (state == State::Aborted) {
      const auto is_over = [&] { return page_.closed() || (attempt.is_settled() && !dialogs_.any_open()); };
      await_or_silence([&] { return is_over() || !attempt.competing_navigation().empty(); }, kReasonTimeout, deadline);
      await_or_silence(is_over, kCompetingNavigationTimeout, deadline);
      attempt.settle();
    } else if (state == State::Superseding) {
      if (!await_or_silence(goes_on, kCompetingNavigationTimeout, deadline)) attempt.settle();
    } else if (state == State::Committing) {
      if (!await_unload([&] { return goes_on() || lies_crashed(); }, deadline)) break;
      end_if_crashed(goes_on, deadline);
    } else {
      // The answer comes first, then Page.frameNavigated of Chrome's error page.
      if (!attempt.hangs()) await_navigation_settled(deadline);
      throw attempt.is_download() ? download_instead_of(url) : cannot_open(url, attempt.failure());
    }
    if (page_.closed() && attempt.state() != State::Failed) break;
    if (attempt.state() != State::Retry || !deadline.expired()) continue;
    if (attempt.competing_navigation().empty())
      throw Error(ErrorKind::Timeout, fmt::format("{} did not answer in time", url));
    throw Error(ErrorKind::Navigation, fmt::format("cannot open {}: the page itself went to {} meanwhile", url,
                                                   attempt.competing_navigation()));
  }
  return await_navigation(std::move(result), before, attempt.loader(), wait_until, deadline, started);
}

Error Navigator::download_instead_of(const std::string& url) const {
  return Error(ErrorKind::Navigation, fmt::format("cannot open {}: it is no page, but a download", url),
               {"what begins a download stands inside expect_download"});
}

Error Navigator::cannot_open(const std::string& url, const std::string& reason) const {
  std::vector<std::string> help = page_.environment().help_for(url, reason);
  if (reason.find("ERR_UNSAFE_PORT") != std::string::npos) {
    help.push_back(
        "Chrome opens no page at the port of another protocol; take another port, or start Chrome with "
        "--explicitly-allowed-ports=PORT");
  }
  return Error(ErrorKind::Navigation, fmt::format("cannot open {}: {}", url, reason), help);
}

// Silence means something only where Chrome had time to speak: it is asked, and what it had to tell comes
// before the answer. On a busy machine that is later than `quiet`.
bool Navigator::await_or_silence(const std::function<bool()>& happened, Milliseconds quiet, Deadline deadline) {
  if (connection_.pump_until(happened, deadline.at_most(quiet))) return true;
  const cdp::Call sign = connection_.send(command("Runtime.evaluate", {{"expression", "0"}}));
  connection_.pump_until([&] { return sign.done() || happened() || page_.closed() || frames_.main().crashed; },
                         deadline.at_most(kSignOfLife));
  connection_.abandon(sign);
  return happened();
}

// Until Chrome has answered, or it is known that it will not.
void Navigator::request_navigation(NavigationAttempt& attempt, const std::string& url, Deadline deadline) {
  const MachineLoad load;
  const FrameNavigation& navigation = frames_.main().navigation;
  attempt.ask(navigation.is_asked_for(), navigation.pending() == nullptr ? "" : navigation.pending()->loader_id);
  const cdp::Call call = connection_.send(command("Page.navigate", {{"url", url}}));
  await_unload([&] { return call.done() || page_.closed() || attempt.state() != State::Requested; }, deadline);
  // A document that the page itself had asked for and that comes only now can take the question with
  // it whether the old one may be left: this navigation waits for the answer for ever, and has sent no
  // request.
  if (attempt.state() == State::Unanswered &&
      !await_or_silence([&] { return call.done(); }, kCompetingNavigationTimeout, deadline)) {
    attempt.settle();
    // Chrome takes the next question for the same address as this one, as long as this one waits.
    if (attempt.state() == State::Retry) connection_.send(command("Page.stopLoading"));
  }
  const auto is_over = [&] {
    return call.done() || attempt.state() == State::Retry || attempt.state() == State::Failed;
  };
  if (!await_unload(is_over, deadline)) {
    connection_.abandon(call);
    connection_.send(command("Page.stopLoading"));  // leave the page usable
    throw Error(ErrorKind::Timeout, fmt::format("{} did not answer in time", url), load.lines());
  }
  if (!call.done()) return connection_.abandon(call);
  if (call.reply().error && call.reply().error->kind() == ErrorKind::TargetCrashed && attempt.forgives_crash()) return;
  try {
    const Json answer = connection_.result(call, deadline);
    attempt.on_answer(answer.value("loaderId", std::string()), answer.value("errorText", std::string()),
                      answer.value("isDownload", false));
  } catch (const Error& refused) {
    if (!cdp::means_invalid_address(refused)) throw;
    throw Error(ErrorKind::Usage, fmt::format("'{}' is no address that Chrome can open", url));
  }
}

}  // namespace casement
