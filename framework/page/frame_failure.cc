#include "casement/page/frame_failure.h"

#include <algorithm>

#include "casement/base/text.h"

namespace casement {

std::string_view to_string(FrameFailure::Kind kind) {
  switch (kind) {
    case FrameFailure::Detached: return "detached";
    case FrameFailure::Navigating: return "navigating";
    case FrameFailure::TimedOut: return "timed_out";
    case FrameFailure::Crashed: return "crashed";
    case FrameFailure::Blocked: return "blocked";
    case FrameFailure::LoadFailed: return "load_failed";
    case FrameFailure::NotLoaded: return "not_loaded";
    case FrameFailure::DepthCut: return "depth_cut";
    case FrameFailure::BudgetCut: return "budget_cut";
    case FrameFailure::AttachFailed: return "attach_failed";
    case FrameFailure::HttpError: return "http_error";
    case FrameFailure::NotParsed: return "not_parsed";
  }
  return "attach_failed";
}

FramePolicy::OnFailure FramePolicy::verdict(const FrameFailure& failure) const {
  const auto own = failure.kind == FrameFailure::HttpError ? on_status.find(failure.status) : on_status.end();
  const OnFailure meant = own == on_status.end() ? on_failure : own->second;
  if (failure.expected || meant == OnFailure::Ignore) return OnFailure::Ignore;
  const bool may_fail = std::any_of(optional.begin(), optional.end(), [&](const auto& pattern) {
    return glob_match(pattern, failure.url) || glob_match(pattern, failure.frame_name) ||
           glob_match(pattern, failure.frame_attribute_name);
  });
  return may_fail || failure.recovered ? OnFailure::Warn : meant;
}

}  // namespace casement
