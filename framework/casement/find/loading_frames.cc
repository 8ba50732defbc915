#include "casement/find/loading_frames.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/base/quoted.h"
#include "casement/base/text.h"
#include "casement/find/unread_frames.h"
#include "casement/frames/frame_query.h"

namespace casement {
namespace {

const std::string& address_of(const Frame& frame) {
  const PendingNavigation* going = frame.has_committed ? nullptr : frame.navigation.pending();
  return going == nullptr ? frame.url : going->url;
}

Deadline time_of(PageSession& page, const Frame& frame) {
  return Deadline::at(frame.attached + page.frame_timeout());
}

}  // namespace

void add_if_coming(PageSession& page, const FrameResult& answer, std::vector<LoadingFrame>& coming) {
  const Frame* frame = page.frames().find(answer.frame_id);
  if (frame == nullptr || frame->parent.empty()) return;
  if (!answer.pending && !answer.in_part && !is_coming(*frame)) return;
  if (is_optional_frame(page, address_of(*frame), answer.owner_name, answer.name)) return;
  coming.push_back({answer, !answer.pending});
}

bool await_coming(PageSession& page, const std::vector<LoadingFrame>& coming, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  const auto still_comes = [&](const LoadingFrame& one) {
    const Frame* frame = page.frames().find(one.frame_id);
    return frame != nullptr && is_coming(*frame);
  };
  Deadline last = Deadline::at({});
  for (const LoadingFrame& one : coming) {
    const Frame* frame = page.frames().find(one.frame_id);
    if (frame != nullptr && time_of(page, *frame).when() > last.when()) last = time_of(page, *frame);
  }
  page.connection().pump_until([&] { return page.closed() || std::none_of(coming.begin(), coming.end(), still_comes); },
                               deadline.sooner(last));
  return !deadline.expired() && !std::all_of(coming.begin(), coming.end(), still_comes);
}

std::vector<std::string> tell_of_coming(PageSession& page, const std::vector<LoadingFrame>& coming) {
  std::vector<std::string> lines;
  for (const LoadingFrame& one : coming) {
    const Frame* frame = page.frames().find(one.frame_id);
    if (frame == nullptr || !is_coming(*frame)) continue;
    const std::string when = time_of(page, *frame).expired() ? " after " + describe_duration(page.frame_timeout()) : "";
    lines.push_back(fmt::format("went on without iframe {} ({}), which was still loading{}: {}",
                                json_quoted(one.display_name()), address_of(*frame), when,
                                one.in_part ? "only its loaded part was searched" : "it was not searched"));
    page.notes().warn(fmt::format("targets did not wait for iframe {} ({}), which was still loading",
                                  json_quoted(one.display_name()), address_of(*frame)));
  }
  return lines;
}

}  // namespace casement
