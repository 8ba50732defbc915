#include "casement/expect/page_waits.h"

#include <fmt/format.h>

#include "casement/base/text.h"
#include "casement/find/frame_list.h"
#include "casement/target/text_pattern.h"

namespace casement {
namespace {

constexpr Milliseconds kQuiet{500};
constexpr std::size_t kMostListed = 5;

// Returns the requests that are under way, newest first.
std::vector<std::string> requests_under_way(PageSession& page) {
  const cdp::Connection::EngineLock lock(page.connection());
  std::vector<std::string> lines;
  const auto& entries = page.network().log().entries();
  for (auto at = entries.rbegin(); at != entries.rend() && lines.size() < kMostListed; ++at) {
    if (!at->ended() && at->resource_type != "websocket") lines.push_back("pending: " + describe_request(*at));
  }
  return lines;
}

template <typename Entry, typename Describe>
std::string describe_newest(const EventLog<Entry>& log, EventNumber since, std::string_view none,
                            const Describe& describe) {
  std::size_t count = 0;
  for (const Entry& entry : log.entries()) count += entry.number > since ? 1 : 0;
  if (count == 0) return std::string(none);
  return fmt::format("{}{}", count == 1 ? "there was only " : fmt::format("the last of {} was ", count),
                     describe(log.entries().back()));
}

}  // namespace

void await_load_state(PageSession& page, LoadState state, const WaitBudget& within) {
  const cdp::Connection::EngineLock lock(page.connection());
  const auto reached = [&] {
    const Frame& main = page.frames().main();
    if (page.closed() || main.crashed) return true;
    if (main.navigation.pending() || !main.has_committed) return false;
    return state == LoadState::Committed || (state == LoadState::Loaded ? main.loaded : main.dom_ready);
  };
  const bool came = page.connection().pump_until(reached, within.deadline);
  const Frame& main = page.frames().main();
  if (page.closed()) throw page.end_error();
  if (main.crashed) throw Error(ErrorKind::TargetCrashed, main.url + " has crashed");
  if (came) return;
  static constexpr const char* kWords[] = {"committed", "parsed", "loaded"};
  std::vector<std::string> trail;
  if (main.navigation.pending()) trail.push_back("going to " + main.navigation.pending()->url);
  for (const std::string& line : requests_under_way(page)) trail.push_back(line);
  throw Error(ErrorKind::Timeout,
              fmt::format("{} was not {} within {}", main.url, kWords[static_cast<int>(state)],
                          describe_duration(within.timeout)),
              std::move(trail));
}

void await_network_quiet(PageSession& page, const WaitBudget& within) {
  if (page.navigator().loads().await_network_idle(kQuiet, within.deadline)) return;
  throw Error(ErrorKind::Timeout, "the network was not quiet within " + describe_duration(within.timeout),
              requests_under_way(page));
}

void await_frame_count(PageSession& page, int count, const WaitBudget& within) {
  if (count < 0) throw Error(ErrorKind::Usage, fmt::format("a page cannot have {} frames", count));
  FrameSettings settings = page.frame_settings();
  settings.wait_for_count = count;
  settings.wait_for_name.clear();
  settings.wait = within.timeout;
  if (await_frames(page, settings, within.deadline)) return;
  const FrameList list =
      list_frames(page, InaccessibleFrames::Listed, Deadline::in(within.timeout + page.frame_timeout()));
  int have = 0;
  std::vector<std::string> trail;
  for (const FrameInfo& frame : list.frames) {
    if (frame.ordinal == 0 || !frame.visible) continue;
    have += frame.accessible ? 1 : 0;
    trail.push_back(fmt::format("frame {} \"{}\" {} {}", frame.ordinal, frame.owner_name, frame.url, frame.why_not));
  }
  if (have >= count) return;  // the last frame came while the frames were listed
  throw Error(ErrorKind::Assertion,
              fmt::format("expected {} frames within {}, but there {} {}", count, describe_duration(within.timeout),
                          have == 1 ? "is" : "are", have),
              std::move(trail));
}

void await_event(PageSession& page, const std::string& what, const std::function<bool()>& look,
                 const std::function<std::string()>& seen, Negated negated, const WaitBudget& within) {
  const cdp::Connection::EngineLock lock(page.connection());
  EventNumber mark = page.clock().now();
  Expectation expected;
  expected.what = (negated == Negated::Yes ? "no " : "") + what;
  expected.events_only = true;
  // A popup becomes usable by events of its own, which this page's clock does not count.
  expected.happened = [&] { return page.clock().now() != mark || look() != (negated == Negated::Yes); };
  await_condition(page, expected, within, [&](Deadline) -> Observation {
    mark = page.clock().now();
    const bool holds = look() != (negated == Negated::Yes);
    return {holds, holds ? "" : seen()};
  });
}

const ConsoleLine* find_console_line(PageSession& page, const TextPattern& text, EventNumber since) {
  const TextMatcher matcher(text);
  return page.console().log().find_since(since, [&](const ConsoleLine& line) { return matcher.matches(line.text); });
}

const PageError* find_page_error(PageSession& page, const TextPattern& message, EventNumber since) {
  const TextMatcher matcher(message);
  return page.console().errors().find_since(since,
                                            [&](const PageError& error) { return matcher.matches(error.message); });
}

std::string describe_request(const RequestRecord& record) {
  std::string line = record.method + " " + shorten(record.url, 200);
  if (record.answered()) line += fmt::format(" ({})", record.status);
  if (!record.failure.empty()) line += fmt::format(" ({})", record.failure);
  return line;
}

std::string describe_requests(PageSession& page, EventNumber since) {
  return describe_newest(page.network().log(), since, "none was sent", describe_request);
}

std::string describe_console(PageSession& page, EventNumber since) {
  return describe_newest(page.console().log(), since, "the console was empty",
                         [](const ConsoleLine& line) { return dump_json(Json(shorten(line.text, 200))); });
}

std::string describe_page_errors(PageSession& page, EventNumber since) {
  return describe_newest(page.console().errors(), since, "there was none",
                         [](const PageError& error) { return dump_json(Json(shorten(error.message, 200))); });
}

std::string describe_dialogs(PageSession& page, EventNumber since) {
  return describe_newest(page.dialogs().log(), since, "no dialog was opened", [](const DialogRecord& dialog) {
    return dialog.type + " " + dump_json(Json(shorten(dialog.message, 200)));
  });
}

std::string describe_downloads(PageSession& page, EventNumber since) {
  return describe_newest(page.downloads().log(), since, "none began", [](const DownloadRecord& download) {
    return dump_json(Json(shorten(download.suggested_name, 100))) + " from " + shorten(download.url, 200);
  });
}

void await_console(PageSession& page, const TextPattern& text, Negated negated, const WaitBudget& within) {
  await_event(
      page, "console line " + describe(text), [&] { return find_console_line(page, text, 0) != nullptr; },
      [&] { return describe_console(page, 0); }, negated, within);
}

void await_page_error(PageSession& page, const TextPattern& message, Negated negated, const WaitBudget& within) {
  await_event(
      page, "page error " + describe(message), [&] { return find_page_error(page, message, 0) != nullptr; },
      [&] { return describe_page_errors(page, 0); }, negated, within);
}

}  // namespace casement
