#include "casement/expect/page_conditions.h"

#include <fmt/format.h>

#include "casement/base/text.h"
#include "casement/expect/evidence.h"
#include "casement/expect/patience.h"
#include "casement/find/unread_frames.h"
#include "casement/reading/capture.h"
#include "casement/snapshot/diff.h"
#include "casement/snapshot/match.h"
#include "casement/target/text_pattern.h"

namespace casement {
namespace {

const char* to(Negated negated) {
  return negated == Negated::Yes ? "not to" : "to";
}

}  // namespace

void await_url(PageSession& page, std::string_view glob, Negated negated, const WaitBudget& within) {
  Expectation expected;
  expected.what = fmt::format("the URL {} match {}", to(negated), glob);
  expected.events_only = true;
  await_condition(page, expected, within, [&](Deadline) -> Observation {
    const cdp::Connection::EngineLock lock(page.connection());
    const std::string& url = page.frames().main().url;
    const bool is_path = glob.starts_with('/') && negated == Negated::No;
    return {glob_match(glob, url) != (negated == Negated::Yes),
            "it is " + quote_seen(url) + (is_path ? fmt::format("; the whole address is compared: *{}", glob) : "")};
  });
}

void await_title(PageSession& page, const TextPattern& title, Negated negated, const WaitBudget& within) {
  Expectation expected;
  expected.what = fmt::format("the title {} be {}", to(negated), describe(title));
  expected.question = {{"ask", {{"title", true}}}};
  const TextMatcher matcher(title);
  await_condition(page, expected, within, [&](Deadline by) -> Observation {
    const FrameId main = page.id();
    const Json answer = page.call_bridge(main, {"observe", Json::array({expected.question})}, by);
    const std::string seen = answer.at("title").is_string() ? answer["title"].get<std::string>() : "";
    return {matcher.matches(seen) != (negated == Negated::Yes), "it is " + quote_seen(seen)};
  });
}

namespace {

enum class Needs { WhatIsShown, EveryFrame };

// Waits until `compare` holds for the page's newest snapshot (or, negated, does not hold). A snapshot that lacks a
// frame cannot show that something is absent.
void await_snapshots(PageSession& page, const char* what, Negated negated, const char* seen_where_not, Needs needs,
                     const WaitBudget& within, const std::function<Observation(const Snapshot&)>& compare) {
  SnapshotOptions options;
  options.frame_timeout = page.frame_timeout();
  Expectation expected;
  expected.what = fmt::format(fmt::runtime(what), to(negated));
  await_condition(page, expected, within, [&](Deadline by) -> Observation {
    const Snapshot now = capture_snapshot(page, options, by);
    Observation seen = compare(now);
    if (negated == Negated::Yes) seen = {!seen.holds, seen_where_not};
    if (!seen.holds || (needs == Needs::WhatIsShown && negated == Negated::No)) return seen;
    const std::vector<std::string> unread = unread_frames(page, now);
    if (!unread.empty()) return {false, "the snapshot lacks a frame: " + join(unread, "; ")};
    return seen;
  });
}

}  // namespace

void await_snapshot(PageSession& page, std::string_view snapshot_template, Negated negated, const WaitBudget& within) {
  await_snapshots(page, "the page {} match the template", negated, "it does", Needs::WhatIsShown, within,
                  [&](const Snapshot& now) -> Observation {
                    const TemplateMatch found = match(now, snapshot_template);
                    return {found.matched, found.message};
                  });
}

void await_unchanged(PageSession& page, const Snapshot& before, Negated negated, const WaitBudget& within) {
  await_snapshots(page, "the page {} be as it was", negated, "nothing has changed", Needs::EveryFrame, within,
                  [&](const Snapshot& now) -> Observation {
                    const std::vector<SnapshotChange> changes = diff(before, now);
                    return {changes.empty(), "since then:\n" + describe(changes)};
                  });
}

void await_changed(PageSession& page, const Snapshot& before, const ExpectedChanges& expected, Negated negated,
                   const WaitBudget& within) {
  await_snapshots(page, "the page {} have changed as expected", negated, "it has", Needs::EveryFrame, within,
                  [&](const Snapshot& now) -> Observation {
                    ChangesMatch found = match_changes(before, now, expected);
                    return {found.matched, std::move(found.message)};
                  });
}

void await_function(PageSession& page, std::string_view what, const std::function<bool()>& holds, Negated negated,
                    const WaitBudget& within) {
  const bool is_negated = negated == Negated::Yes;
  Expectation expected;
  expected.what = is_negated ? fmt::format("not {}", what) : std::string(what);
  expected.patience = kPollPause;
  await_condition(page, expected, within, [&](Deadline) -> Observation {
    return {holds() != is_negated, is_negated ? "the condition was always true" : "the condition was never true"};
  });
}

}  // namespace casement
