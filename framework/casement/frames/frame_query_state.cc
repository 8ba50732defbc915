#include "casement/frames/frame_query_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "casement/base/text.h"
#include "casement/frames/frame_state.h"

namespace casement {
namespace {

constexpr int kFirstError = 400;  // RFC 9110 section 15.5
// The reason that Chrome gives if it shows its own page for an error response without content.
constexpr const char* kEmptyError = "net::ERR_HTTP_RESPONSE_CODE_FAILURE";

FrameFailure http_error_of(PageSession& page, int status, const Frame& frame) {
  FrameFailure failure =
      frame_failure(page, FrameFailure::HttpError, fmt::format("its server answered with status {}", status), &frame);
  failure.status = status;
  return failure;
}

}  // namespace

bool have_all_answered(const FrameQueryStates& visits) {
  bool has_asked = false;
  for (const auto& [id, visit] : visits) {
    if (visit.call && !visit.call->done()) return false;
    has_asked = has_asked || visit.call;
  }
  return has_asked;
}

bool was_visible(PageSession& page, const Frame& frame) {
  if (frame.parent.empty() || !FrameStates::of(page).frames[frame].visible_last_time) return false;
  const Frame* parent = page.frames().find(frame.parent);
  return parent != nullptr && frame.owner_generation == parent->generation &&
         (parent->parent.empty() || was_visible(page, *parent));
}

FrameFailure frame_failure(PageSession& page, FrameFailure::Kind kind, std::string message, const Frame* frame) {
  FrameFailure failure;
  failure.kind = kind;
  failure.message = std::move(message);
  failure.expected = kind == FrameFailure::Detached || kind == FrameFailure::NotLoaded;
  if (frame == nullptr) return failure;
  const std::string& owner_src = FrameStates::of(page).frames[*frame].owner_src;
  const PendingNavigation* going = frame->has_committed ? nullptr : frame->navigation.pending();
  failure.url = going != nullptr                                       ? going->url
                : !frame->unreachable_url.empty()                      ? frame->unreachable_url
                : !frame->has_committed && !frame->no_document.empty() ? frame->no_document_url
                : frame->has_committed || owner_src.empty()            ? frame->url
                                                                       : owner_src;
  failure.frame_attribute_name = frame->name;
  return failure;
}

FrameFailure load_failure(PageSession& page, const Frame& frame) {
  // Before Chrome's error page commits, the reason is known from the navigation.
  const std::string& reason = frame.unreachable_url.empty() ? frame.no_document : frame.load_error;
  if (reason.empty()) return frame_failure(page, FrameFailure::LoadFailed, "could not be loaded", &frame);
  const int status = frame.unreachable_url.empty() ? frame.no_document_status : frame.status;
  if (reason == kEmptyError && status >= kFirstError) return http_error_of(page, status, frame);
  if (reason.starts_with(kRefused)) return frame_failure(page, FrameFailure::Blocked, reason, &frame);
  if (!reason.starts_with("net::")) return frame_failure(page, FrameFailure::LoadFailed, reason, &frame);
  // net::ERR_BLOCKED_BY_…: the document refuses to be framed, or a client blocked the request.
  const bool blocked = reason.find("BLOCKED") != std::string::npos;
  return frame_failure(page, blocked ? FrameFailure::Blocked : FrameFailure::LoadFailed,
                       (blocked ? kRefused : "could not be loaded: ") + reason, &frame);
}

std::optional<FrameFailure> http_error(PageSession& page, const Frame& frame) {
  if (frame.parent.empty() || frame.status < kFirstError) return std::nullopt;
  return http_error_of(page, frame.status, frame);
}

bool is_unpainted(const FrameQueryState& visit, const Frame& frame) {
  return !visit.is_empty && is_render_blocked(frame);
}

bool may_yet_show(const FrameQueryState& visit, const Frame& frame) {
  return (visit.may_show_more && is_being_parsed(frame)) || is_unpainted(visit, frame);
}

std::string missing_sheet(const Frame& frame) {
  return shorten(frame.blocking.front().second, 200) + " has not loaded";
}

FrameFailure not_parsed(PageSession& page, const Frame& frame) {
  std::string message = "its document has begun, and shows nothing yet";
  const RequestRecord* const missing = page.network().missing(frame.id, frame.loader_id);
  if (is_render_blocked(frame))
    message += ": " + missing_sheet(frame);
  else if (missing != nullptr)
    message += fmt::format(": {} has not loaded", shorten(missing->url, 200));
  return frame_failure(page, FrameFailure::NotParsed, std::move(message), &frame);
}

void renew_deadlines(FrameQueryStates& visits, const cdp::SessionId& session, Milliseconds frame_timeout) {
  const Deadline renewed = Deadline::in(frame_timeout);
  for (auto& [id, visit] : visits) {
    const bool is_main = visit.depth == 0;
    if (visit.call && !is_main && visit.session == session) visit.own_deadline = renewed;
  }
}

HeldFrames::HeldFrames(PageSession& page, const Frame& parent) : page_(page) {
  for (const FrameId& id : parent.children) {
    const Frame* child = page.frames().find(id);
    if (child != nullptr && child->owner_ref && child->owner_generation == parent.generation) {
      by_ref_.emplace(*child->owner_ref, child);
    }
  }
}

const Frame* HeldFrames::held_by(const FrameOwner& owner) {
  const auto found = by_ref_.find(owner.ref);
  if (found == by_ref_.end()) return nullptr;
  FrameStates::of(page_).frames[*found->second].owner_name = owner.name;
  return found->second;
}

}  // namespace casement
