#include "casement/act/retry.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/act/action_recorder.h"
#include "casement/act/overlays.h"
#include "casement/base/machine_load.h"
#include "casement/cdp/protocol_error.h"
#include "casement/find/dom_change_watcher.h"

namespace casement {
namespace {

using Clock = Deadline::Clock;

// A press that the page has had, but not the element, may have done something: it is not repeated without end.
constexpr int kMostPressesLost = 3;

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

std::vector<std::string> joined(std::vector<std::string> first, const std::vector<std::string>& second) {
  append(first, second);
  return first;
}

[[noreturn]] void fail(ActionRecorder& record, ErrorKind kind, const std::string& message,
                       std::vector<std::string> trail) {
  append(trail, record.fail(message));
  throw Error(kind, message, std::move(trail));
}

}  // namespace

namespace {

bool has_overlays(PageSession& page) {
  const cdp::Connection::EngineLock lock(page.connection());
  return !Overlays::of(page).empty();
}

// What came over the page and was closed. Where that fails, the action has.
std::vector<std::string> close_what_came(PageSession& page, ActionRecorder& record, const std::string& target,
                                         Deadline deadline) {
  try {
    std::vector<std::string> closed = close_overlays(page, target, deadline);
    record.closed(closed);
    return closed;
  } catch (const Error& error) {
    record.fail(error.message());
    throw;
  }
}

// Whether a search that found nothing says nothing of an element that an earlier one found in this frame: it could not
// read that frame, or one around it.
bool did_not_look_into(int ordinal, const SearchResult& result) {
  bool left_some_out = false;
  for (const SearchedFrame& frame : result.searched) {
    if (frame.ordinal == ordinal) return !frame.failure.empty();
    left_some_out = left_some_out || !frame.failure.empty();
  }
  return left_some_out;
}

// The loop that retries; returns when `act` has done it.
void try_until_done(ActionRecorder& record, PageSession& page, const Target& target, std::string_view verb,
                    Deadline deadline, const Act& act, const Act& last_resort,
                    const std::optional<FirstCall>& first_call) {
  const Clock::duration time_given = deadline.when() - Clock::now();
  const MachineLoad load;  // of the first try, too: it may be all that there was time for
  const std::string patience = describe_duration(time_given);
  const Deadline end_of_tries = last_resort ? deadline.at_most(time_given * 4 / 5) : deadline;
  std::optional<DomChangeWatcher> watch;  // the first try goes without: mostly it succeeds
  std::optional<ActionOutcome> last;
  std::optional<ElementHandle> element;
  bool searched = false;
  int presses_lost = 0;
  std::optional<Error> silence;  // of a page that did not answer a try, and nothing else was seen
  bool may_be_overlaid = has_overlays(page);
  for (;;) {
    if (watch) watch->arm();
    bool is_ambiguous = false;
    try {
      const Clock::time_point search_began = Clock::now();
      SearchResult result = find_elements(page, target, end_of_tries, first_call);
      searched = true;
      const bool is_unknown =
          last && element && result.found.empty() && did_not_look_into(element->frame_ordinal, result);
      if (is_unknown && end_of_tries.expired()) break;
      record.searched(std::move(result.searched), milliseconds_since(search_began));
      record.went_without(std::move(result.went_without));
      is_ambiguous = result.found.size() > 1;
      if (is_ambiguous && !may_be_overlaid) throw_ambiguous(page, target, result.found, deadline);
      if (result.found.size() != 1) {
        if (!is_unknown) last.reset();
      } else {
        element = result.found.front();
        record.found(*element);
        const bool is_first = !last;
        if (is_first) last = ActionOutcome::retry("did not answer in time");  // unless it does
        if (is_first) silence.emplace(ErrorKind::Timeout, "");
        const Clock::time_point try_began = Clock::now();
        last = act(*element);
        silence.reset();
        record.tried("element", *last, milliseconds_since(try_began));
        if (last->done) break;
        if (last->gone && target.is_ref()) {
          fail(record, ErrorKind::Detached, fmt::format("cannot {} {}: it has left its document", verb, target.text()),
               {"Take a new snapshot."});
        }
        if (last->was_pressed && ++presses_lost == kMostPressesLost) last->final = true;
        if (last->final) break;
      }
    } catch (const Error& error) {
      // Where the deadline came in the middle of another try, what the tries before it saw is the reason.
      if (error.kind() == ErrorKind::Timeout && end_of_tries.expired()) {
        if (silence || !searched) silence = error;
        break;
      }
      const bool frame_crashed = error.kind() == ErrorKind::TargetCrashed && element && element->frame_ordinal > 0 &&
                                 !page.frames().main().crashed;
      if (frame_crashed && target.is_ref()) {
        fail(record, ErrorKind::TargetCrashed,
             fmt::format("cannot {} {}: the renderer of {} has crashed", verb, target.text(), record.frame()),
             {"Take a new snapshot."});
      }
      if ((!cdp::means_gone(error) && !frame_crashed) || page.closed()) {
        if (error.kind() != ErrorKind::Detached) record.fail(error.message());
        throw;
      }
      // The document went away in the middle of it. A ref says so itself the next time round.
      last = ActionOutcome::retry("went away with its document");
      if (target.is_ref()) locate_ref(page, target.ref());
    }
    const std::vector<std::string> overlays = close_what_came(page, record, target.text(), end_of_tries);
    may_be_overlaid = !overlays.empty() || (!is_ambiguous && has_overlays(page));
    if (is_ambiguous) continue;
    if (end_of_tries.expired()) break;
    if (!overlays.empty()) continue;
    if (!watch) {
      watch.emplace(page);
      continue;
    }
    watch->wait(end_of_tries);
  }
  if (last && !last->done && !last->final && element && last_resort) {
    const Clock::time_point try_began = Clock::now();
    last = last_resort(*element);
    record.tried("centre point", *last, milliseconds_since(try_began));
  }
  if (last && last->done) return;
  std::vector<std::string> busy = load.lines();
  if (std::string flood = page.connection().describe_flood(); !flood.empty()) busy.push_back(std::move(flood));
  const bool was_never_answered = !searched && silence;
  if (!last && !was_never_answered) {
    fail(record, ErrorKind::NotFound,
         fmt::format("cannot {} {}: nothing matches it within {}", verb, target.text(), patience),
         joined(explain_no_match(page, target), busy));
  }
  if (silence) {
    fail(record, ErrorKind::Timeout, fmt::format("cannot {} {}: {}", verb, target.text(), silence->message()),
         joined(silence->trail(), busy));
  }
  fail(record, ErrorKind::NotActionable,
       fmt::format("cannot {} {}: it {}{}", verb, target.text(), last->obstacle,
                   last->final ? "" : " (waited " + patience + ")"),
       last->final ? last->details : joined(last->details, busy));
}

}  // namespace

ActionResult retry_action(PageSession& page, const Target& target, std::string_view verb, Deadline deadline,
                          const Act& act, const Act& last_resort, const std::optional<FirstCall>& first_call) {
  ActionRecorder record(page, verb, target.text(), ActionRecorder::Kind::Action);
  record.look_before(deadline);
  try_until_done(record, page, target, verb, deadline, act, last_resort, first_call);
  record.settle(deadline);
  return record.succeed(deadline);
}

void retry_read(PageSession& page, const Target& target, std::string_view verb, Deadline deadline, const Act& look) {
  ActionRecorder record(page, verb, target.text(), ActionRecorder::Kind::Look);
  try_until_done(record, page, target, verb, deadline, look, nullptr, std::nullopt);
}

ActionResult run_page_action(PageSession& page, std::string_view verb, Deadline deadline,
                             const std::function<Change()>& act) {
  if (page.closed()) throw page.end_error();
  ActionRecorder record(page, verb, "", ActionRecorder::Kind::Action);
  record.look_before(deadline);
  close_what_came(page, record, "", deadline);  // such an action goes to whatever is there
  try {
    record.change(act());
  } catch (const Error& error) {
    record.fail(error.message());
    throw;
  }
  record.settle(deadline);
  return record.succeed(deadline);
}

}  // namespace casement
