#include "casement/expect/last_look.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <string_view>

#include "casement/base/regex_deadline.h"
#include "casement/browser/page/internals_query.h"
#include "casement/cdp/protocol_error.h"

namespace casement {
namespace {

constexpr std::chrono::seconds kLastLook{2};
// How long the report of a change may be on its way after the look that has seen the change.
constexpr std::chrono::seconds kNewsOnItsWay{1};
// A healthy page answers in a few milliseconds.
constexpr std::chrono::milliseconds kSlowAnswer{500};

void note_missed_change(PageSession& page, const Expectation& expected) {
  const std::string text = fmt::format(
      "missed change: {} is true, but no event reported it before the deadline; please report this", expected.what);
  const cdp::Connection::EngineLock lock(page.connection());
  page.notes().missed_changes.push_back(text);
  page.connection().log().add(text);
  const char* wanted = std::getenv(kMissedChangesVariable);
  if (wanted != nullptr && std::string_view(wanted) == "fail") {
    throw Error(ErrorKind::Internal, text, page.connection().log().last(20));
  }
}

}  // namespace

LastLook look_once_more(PageSession& page, const Expectation& expected, DomChangeWatcher* watch,
                        const std::function<Observation(Deadline by)>& look) {
  LastLook result;
  try {
    const Deadline by = Deadline::patient(kLastLook);
    const RegexDeadline searches(by);
    if (!expected.question.is_null()) {
      const cdp::Connection::EngineLock lock(page.connection());
      ask_all_hosts_again(page);
    }
    const Observation seen = look(by);
    result.holds = seen.holds;
    result.seen = seen.seen;
  } catch (const Error& error) {
    if (page.closed() || (!cdp::means_gone(error) && error.kind() != ErrorKind::Timeout)) throw;
    result.silence = error.message();
    return result;
  }
  // A change that happened just now may be reported a moment later.
  if (result.holds && expected.patience.count() == 0 && watch != nullptr &&
      !watch->await_news(Deadline::in(kNewsOnItsWay), expected.happened)) {
    note_missed_change(page, expected);
  }
  return result;
}

std::vector<std::string> tell_load(const MachineLoad& load, Deadline::Clock::duration last_look) {
  if (last_look <= kSlowAnswer) return load.lines();
  return load.lines(fmt::format("Chrome needed {} for its last answer", describe_duration(last_look)));
}

}  // namespace casement
