#include "casement/agent/agent_look.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

#include "casement/agent/change_summary.h"
#include "casement/api/engine.h"
#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/browser/page/page_session.h"
#include "casement/snapshot/node_words.h"

namespace casement {
namespace {

constexpr std::size_t kMostShown = 10;  // of the candidates for an ambiguous word

std::string frame_words(const SnapshotFrame& frame) {
  return fmt::format("{} {} {} {}", frame.ordinal, frame.owner_ref == 0 ? "main" : frame.owner(),
                     dump_json(frame.name.empty() ? frame.owner_name : frame.name), dump_json(shorten(frame.url, 100)));
}

[[noreturn]] void refuse_frame(ErrorKind kind, std::string_view wanted, std::string_view why,
                               const std::vector<const SnapshotFrame*>& frames) {
  std::vector<std::string> lines;
  for (const SnapshotFrame* one : frames) {
    if (lines.size() < kMostShown) lines.push_back(frame_words(*one));
  }
  throw Error(kind, fmt::format("frame {}: {}", dump_json(shorten(wanted, 100)), why), std::move(lines));
}

// Tries ref or "main", then index, name, label and address; uses the first of these ways that matches.
const SnapshotFrame& frame_of(const Snapshot& snapshot, const std::string& wanted) {
  int index = -1;
  const auto [end, failed] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), index);
  if (failed != std::errc() || end != wanted.data() + wanted.size()) index = -1;
  const auto means = [&](int way, const SnapshotFrame& frame) {
    if (way == 0) return frame.ordinal == 0 ? wanted == kMainFrame : frame.owner() == wanted;
    if (way == 1) return frame.ordinal == index;
    if (way == 2) return frame.name == wanted;
    if (way == 3) return frame.owner_name == wanted;
    return frame.url == wanted || glob_match(wanted, frame.url);
  };
  for (int way = 0; way <= 4; ++way) {
    std::vector<const SnapshotFrame*> meant;
    for (const SnapshotFrame& frame : snapshot.frames()) {
      if (means(way, frame)) meant.push_back(&frame);
    }
    if (meant.size() == 1) return *meant.front();
    if (meant.size() > 1) refuse_frame(ErrorKind::Ambiguous, wanted, "several match; give a ref or an index", meant);
  }
  std::vector<const SnapshotFrame*> all;
  for (const SnapshotFrame& frame : snapshot.frames()) all.push_back(&frame);
  refuse_frame(ErrorKind::NotFound, wanted, "no frame has this name, index, address or ref; the frames are", all);
}

// The snapshot's node for `within` and `frame`; kNoNode for the whole page.
NodeIndex part_of(const Snapshot& snapshot, const LookOptions& options) {
  const Nodes& nodes = snapshot.nodes();
  NodeIndex root = kNoNode;
  if (!options.frame.empty()) {
    const SnapshotFrame& frame = frame_of(snapshot, options.frame);
    if (frame.ordinal != 0) {
      root = frame.owner_ref == 0 ? kNoNode : snapshot.node_of(frame.owner());
      if (root == kNoNode) {
        refuse_frame(ErrorKind::FrameGone, options.frame, "the element is hidden, so it is not in the page's text",
                     {&frame});
      }
    }
  }
  if (options.within.empty()) return root;
  const Target target(options.within);
  std::vector<SnapshotMatch> found = snapshot.find(target);
  if (found.empty()) static_cast<void>(snapshot.ref(target));  // throws an error with similar elements
  if (root != kNoNode) {
    std::erase_if(found, [&](const SnapshotMatch& one) { return one.node < root || one.node >= nodes[root].end; });
  }
  if (found.size() == 1) return found.front().node;
  std::vector<std::string> lines;
  for (const SnapshotMatch& one : found) {
    if (lines.size() < kMostShown) lines.push_back(fmt::format("{} {} {}", one.owner_ref, one.label, one.context));
  }
  throw Error(found.empty() ? ErrorKind::NotFound : ErrorKind::Ambiguous,
              found.empty() ? "within: the element is not in this frame"
                            : fmt::format("within: {} elements match; narrow the target, or give a ref", found.size()),
              std::move(lines));
}

// The part in an earlier view of the page: the element with the same ref in the same document.
NodeIndex same_part(const PageView& before, const PageView& after, NodeIndex part) {
  const Node& node = after.snapshot().nodes()[part];
  if (node.ref == 0) return kNoNode;
  const auto generation = [&](const Snapshot& snapshot) -> std::optional<std::uint64_t> {
    const SnapshotFrame* frame = snapshot.frame(static_cast<int>(node.frame));
    return frame == nullptr ? std::nullopt : std::optional(frame->generation);
  };
  if (generation(before.snapshot()) != generation(after.snapshot())) return kNoNode;
  const NodeIndex then = before.snapshot().node_of(describe_match(after.snapshot().nodes(), part).ref);
  return then == kNoNode ? kNoNode : before.node_of(then);
}

void tell_failures(const Snapshot& now, Json& data) {
  Json failures = Json::array();
  for (const FrameFailure& failure : now.frame_failures()) {
    if (!failure.expected) failures.push_back({{"ref", failure.owner_ref}, {"kind", to_string(failure.kind)}});
  }
  if (!failures.empty()) data["frame_failures"] = std::move(failures);
}

// Waits until the document is parsed, because an action ends when its document begins, and the agent would take the
// first half for the whole page. Returns false if the rest does not come in time; some documents never end.
bool await_parsed(PageSession& page) {
  const cdp::Connection::EngineLock lock(page.connection());
  const auto is_parsed = [&] {
    const Frame& main = page.frames().main();
    return page.closed() || main.crashed || !is_being_parsed(main);
  };
  return page.connection().pump_until(is_parsed, Deadline::in(page.frame_timeout()));
}

// The whole page or part as text, for answers that list no changes.
std::string whole_text(const PageView& view, NodeIndex part, bool compact) {
  if (part == kNoNode) return compact ? view.text() : view.snapshot().text();
  return compact ? part_text(view.nodes(), view.node_of(part)) : part_text(view.snapshot().nodes(), part);
}

}  // namespace

AgentAnswer look_at(AgentPage& page, const LookOptions& options) {
  const bool is_parsed = await_parsed(engine_of(page.page()));
  const auto view = std::make_shared<const PageView>(page.page().snapshot(options.snapshot));
  const Snapshot& now = view->snapshot();
  const SeenPages::Seen base = options.since > 0 ? page.told.of_number(options.since) : page.told.last_told();
  const int number = options.peek ? 0 : page.told.keep(view);
  page.seen = now;

  AgentAnswer answer;
  answer.data["page"] = page.handle;
  if (!is_parsed) answer.data["loading"] = true;
  tell_failures(now, answer.data);
  const NodeIndex part = part_of(now, options);
  if (!options.peek) {
    answer.data["snapshot"] = number;
    answer.says = fmt::format("{}{}snapshot {}", is_parsed ? "" : "the page is still loading\n",
                              part == kNoNode ? "" : "part of ", number);
    if (part == kNoNode) page.told.set_told(number);
  }
  answer.page_says = whole_text(*view, part, options.compact);
  if (options.peek || (options.whole && options.since <= 0)) return answer;

  if (base.view == nullptr) {
    if (options.since > 0)
      answer.says += fmt::format("; {} is no longer stored, so the changes since it are unknown", options.since);
    return answer;
  }
  if (base.view->snapshot().url() != now.url()) {
    if (options.since > 0) answer.says += fmt::format("; the page was at another address in {}", options.since);
    return answer;
  }
  PagePart where;
  if (part != kNoNode) {
    where = {same_part(*base.view, *view, part), view->node_of(part)};
    if (where.before == kNoNode) {
      if (options.since > 0) answer.says += fmt::format("; this was not there in {}", base.number);
      return answer;
    }
  }
  const std::string changes = change_summary(*base.view, *view, where);
  const std::string since = options.since > 0 ? fmt::format(" since {}", options.since) : "";
  if (changes.empty()) {
    answer.says += fmt::format(", nothing changed{}", since);
    answer.page_says.clear();
  } else if (changes.size() < answer.page_says.size()) {
    answer.says += fmt::format(", changed{}:", since);
    answer.page_says = changes;
    answer.data["since"] = base.number;
  }
  return answer;
}

}  // namespace casement
