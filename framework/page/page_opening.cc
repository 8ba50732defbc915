// Opening an address: what is sent, how long each state of its way may last, and what people are told.
#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "casement/base/machine_load.h"
#include "casement/page/opening.h"
#include "casement/page/page_target.h"

namespace casement {
namespace {

using Way = Opening::State;

// For Chrome to tell what it has given a navigation up for.
constexpr std::chrono::seconds kReasonTimeout{2};
// For an answer that another document may have taken along, and for a document that the page went to by
// itself: what is asked for next ends that one.
constexpr std::chrono::milliseconds kRivalTimeout{500};
// For Chrome to say anything at all, where it has been silent for so long.
constexpr std::chrono::seconds kSignOfLife{5};

// What the reducers feed, as long as it lives.
class InHand {
 public:
  InHand(Opening*& place, Opening& opening) : place_(place) { place_ = &opening; }
  ~InHand() { place_ = nullptr; }
  InHand(const InHand&) = delete;
  InHand& operator=(const InHand&) = delete;

 private:
  Opening*& place_;
};

}  // namespace

NavigationResult PageTarget::open(const std::string& url, LoadState wait_until, Deadline deadline) {
  const cdp::Connection::Turn turn(connection_);
  const auto started = Deadline::Clock::now();
  NavigationResult result;
  result.requested_url = url;
  const std::string before = frames_.main().loader_id;
  Opening opening(url, was_kept_last());
  const InHand in_hand(opening_, opening);
  while (opening.state() != Way::Arrived) {
    const Way way = opening.state();
    const auto goes_on = [&] { return closed() || opening.state() != way; };
    if (way == Way::Again) {
      ask_for(opening, url, deadline);
    } else if (way == Way::Aborted) {
      const auto is_over = [&] { return closed() || (opening.is_settled() && open_dialogs_ == 0); };
      await_or_silence([&] { return is_over() || !opening.rival().empty(); }, kReasonTimeout, deadline);
      await_or_silence(is_over, kRivalTimeout, deadline);
      opening.settle();
    } else if (way == Way::Contested) {
      if (!await_or_silence(goes_on, kRivalTimeout, deadline)) opening.settle();
    } else if (way == Way::Accepted) {
      if (!await_leaving([&] { return goes_on() || lies_crashed(); }, deadline)) break;
      end_if_crashed(goes_on, deadline);
    } else {
      // The answer comes first, then Page.frameNavigated of Chrome's error page.
      if (!opening.hangs()) await_calm(deadline);
      throw Error(ErrorKind::Navigation, fmt::format("cannot open {}: {}", url, opening.failure()));
    }
    if (closed() && opening.state() != Way::Failed) break;
    if (opening.state() != Way::Again || !deadline.expired()) continue;
    if (opening.rival().empty()) throw Error(ErrorKind::Timeout, fmt::format("{} did not answer in time", url));
    throw Error(ErrorKind::Navigation,
                fmt::format("cannot open {}: the page itself went to {} meanwhile", url, opening.rival()));
  }
  return await_navigation(std::move(result), before, opening.loader(), wait_until, deadline, started);
}

// Silence means something only where Chrome had time to speak: it is asked, and what it had to tell comes
// before the answer. On a busy machine that is later than `quiet`.
bool PageTarget::await_or_silence(const std::function<bool()>& happened, Milliseconds quiet, Deadline deadline) {
  if (connection_.pump_until(happened, deadline.at_most(quiet))) return true;
  const cdp::Call sign = connection_.send(command("Runtime.evaluate", {{"expression", "0"}}));
  connection_.pump_until([&] { return sign.done() || happened() || closed() || frames_.main().crashed; }, deadline.at_most(kSignOfLife));
  connection_.give_up(sign);
  return happened();
}

// Until Chrome has answered, or it is known that it will not.
void PageTarget::ask_for(Opening& opening, const std::string& url, Deadline deadline) {
  const MachineLoad load;
  const FrameNavigation& navigation = frames_.main().navigation;
  opening.ask(navigation.is_asked_for(), navigation.pending() == nullptr ? "" : navigation.pending()->loader_id);
  const cdp::Call call = connection_.send(command("Page.navigate", {{"url", url}}));
  await_leaving([&] { return call.done() || closed() || opening.state() != Way::Asked; }, deadline);
  // A document that the page itself had asked for and that comes only now can take the question with
  // it whether the old one may be left: this navigation waits for the answer for ever, and has sent no
  // request.
  if (opening.state() == Way::Unheard &&
      !await_or_silence([&] { return call.done(); }, kRivalTimeout, deadline)) {
    opening.settle();
    // Chrome takes the next question for the same address as this one, as long as this one waits.
    if (opening.state() == Way::Again) connection_.send(command("Page.stopLoading"));
  }
  const auto is_over = [&] {
    return call.done() || opening.state() == Way::Again || opening.state() == Way::Failed;
  };
  if (!await_leaving(is_over, deadline)) {
    connection_.give_up(call);
    connection_.send(command("Page.stopLoading"));  // leave the page usable
    throw Error(ErrorKind::Timeout, fmt::format("{} did not answer in time", url), load.lines());
  }
  if (!call.done()) return connection_.give_up(call);
  if (call.reply().error && call.reply().error->kind() == ErrorKind::TargetCrashed && opening.forgives_crash()) return;
  try {
    const Json answer = connection_.result(call, deadline);
    opening.on_answer(answer.value("loaderId", std::string()), answer.value("errorText", std::string()),
                      answer.value("isDownload", false));
  } catch (const Error& refused) {
    if (refused.message().find("Cannot navigate to invalid URL") == std::string::npos) throw;
    throw Error(ErrorKind::Usage, fmt::format("'{}' is no address that Chrome can open", url));
  }
}

}  // namespace casement
