#include "casement/snapshot/frame_failure.h"

#include "casement/base/frame_sentence.h"

namespace casement {

std::string_view to_string(FrameFailure::Kind kind) {
  switch (kind) {
    case FrameFailure::Detached:
      return "detached";
    case FrameFailure::Navigating:
      return "navigating";
    case FrameFailure::TimedOut:
      return "timed_out";
    case FrameFailure::Crashed:
      return "crashed";
    case FrameFailure::Blocked:
      return "blocked";
    case FrameFailure::LoadFailed:
      return "load_failed";
    case FrameFailure::NotLoaded:
      return "not_loaded";
    case FrameFailure::DepthCut:
      return "depth_cut";
    case FrameFailure::BudgetCut:
      return "budget_cut";
    case FrameFailure::AttachFailed:
      return "attach_failed";
    case FrameFailure::HttpError:
      return "http_error";
    case FrameFailure::NotParsed:
      return "not_parsed";
  }
  return "attach_failed";
}

std::string describe(const FrameFailure& failure) {
  return to_text({failure.owner_ref, failure.frame_name, failure.url, to_string(failure.kind), failure.message});
}

}  // namespace casement
