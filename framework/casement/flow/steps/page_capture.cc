#include "casement/flow/steps/page_capture.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "casement/api/engine.h"
#include "casement/base/error.h"
#include "casement/base/utc_time.h"
#include "casement/browser/page/page_session.h"
#include "casement/frames/sign_of_life.h"
#include "casement/snapshot/node_box.h"
#include "casement/trace/page_copier.h"

namespace casement {
namespace {

constexpr std::ptrdiff_t kMostRequests = 200;  // in a report; the newest

results::Box box_of(const Node& node) {
  const auto [x, y, width, height] = numbers_of_box(node.box);
  return {x, y, width, height};
}

}  // namespace

FlowPage::Look look_at_page(Page page, const std::optional<Target>& target, PageCopier& copier,
                            Milliseconds frame_timeout) {
  require_answering(engine_of(page));
  SnapshotOptions options;
  options.frame_timeout = frame_timeout;
  const Snapshot snapshot = page.snapshot(options);
  FlowPage::Look seen;
  seen.snapshot = snapshot.text();
  seen.screenshot = page.screenshot();
  PageSession& session = engine_of(page);
  seen.copy = std::make_shared<const Json>(copier.copy(session, session.deadline({})));
  if (!target) return seen;
  std::vector<SnapshotMatch> matches;
  try {
    matches = snapshot.find(*target);
  } catch (const Error&) {
    return seen;  // only the page can answer this notation
  }
  if (matches.size() != 1) return seen;
  const std::string& ref = matches.front().owner_ref;
  seen.matched = matches.front().label + (ref.empty() ? "" : " [" + ref + "]");
  options.boxes = true;
  const Snapshot measured = page.snapshot(options);
  const NodeIndex node = measured.node_of(ref);
  if (node == kNoNode) return seen;
  seen.box = box_of(measured.nodes()[node]);
  seen.frame_path = "main";
  std::string inner;
  const SnapshotFrame* frame = measured.frame(static_cast<int>(measured.nodes()[node].frame));
  for (; frame != nullptr && frame->parent_ordinal >= 0; frame = measured.frame(frame->parent_ordinal)) {
    inner = " › iframe \"" + frame->owner_name + "\" (" + frame->label() + ")" + inner;
    const NodeIndex owner = measured.node_of(frame->owner());
    if (owner == kNoNode) continue;
    const results::Box around = box_of(measured.nodes()[owner]);
    seen.box.x += around.x;
    seen.box.y += around.y;
  }
  seen.frame_path += inner;
  return seen;
}

std::vector<results::FrameInfo> frames_of(const Snapshot& snapshot) {
  std::vector<results::FrameInfo> frames;
  for (const SnapshotFrame& frame : snapshot.frames()) {
    results::FrameInfo info;
    info.depth = frame.depth;
    info.label = frame.label();
    info.name = frame.display_name();
    info.url = frame.url;
    info.cross_site = frame.cross_site;
    info.state = frame.state;
    frames.push_back(std::move(info));
  }
  return frames;
}

results::FrameFailure reported(const FrameFailure& failure) {
  results::FrameFailure record{failure.owner_ref, failure.frame_name, failure.url, std::string(to_string(failure.kind)),
                               failure.message,   failure.expected};
  record.milliseconds = static_cast<double>(failure.duration.count());
  record.status = failure.status;
  record.time = utc_time(failure.time);
  return record;
}

void report_action(const ActionResult& action, results::Step& step) {
  for (const ActionAttempt& one : action.attempts) {
    step.attempts.push_back({one.strategy, one.frame, one.success, one.milliseconds, one.error});
  }
  if (action.ref.empty() || !step.matched.empty()) return;
  step.matched = fmt::format("{} [{}]", action.target, action.ref);
  if (action.frame_context) step.frame_path = action.frame_context->path;  // "main > Bank"
}

std::vector<results::Request> reported_requests(std::vector<RequestRecord> records) {
  // No server was asked for data: URLs, e.g. icons of Chrome's date pickers and pictures inside the page.
  std::erase_if(records, [](const RequestRecord& record) { return record.url.starts_with("data:"); });
  if (std::ssize(records) > kMostRequests) records.erase(records.begin(), records.end() - kMostRequests);
  std::vector<results::Request> requests;
  for (const RequestRecord& record : records) {
    // A response whose body was not read is not a failed request.
    const bool is_unread = record.status != 0 && record.failure == "net::ERR_ABORTED";
    requests.push_back({record.method, record.url, record.resource_type, record.status, is_unread ? "" : record.failure,
                        record.milliseconds, record.bytes, record.answered_by_route});
  }
  return requests;
}

}  // namespace casement
