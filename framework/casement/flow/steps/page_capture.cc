#include "casement/flow/steps/page_capture.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "casement/api/engine.h"
#include "casement/base/error.h"
#include "casement/base/utc_time.h"
#include "casement/browser/page/page_session.h"
#include "casement/frames/sign_of_life.h"

namespace casement {
namespace {

constexpr std::ptrdiff_t kMostRequests = 200;  // in a report; the newest

}  // namespace

FlowPage::Look look_at_page(Page page, PageCopier& copier, FlowPage::Picture picture, Milliseconds frame_timeout) {
  PageSession& session = engine_of(page);
  require_answering(session);
  SnapshotOptions options;
  options.frame_timeout = frame_timeout;
  FlowPage::Look seen;
  seen.snapshot = page.snapshot(options).text();
  if (picture == FlowPage::Picture::Yes) seen.screenshot = page.screenshot();
  seen.copy = std::make_shared<const Json>(copier.copy(session, session.deadline({})));
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
  step.point = action.point;
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
