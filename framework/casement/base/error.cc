#include "casement/base/error.h"

#include <utility>

namespace casement {
namespace {

std::string text_of(const std::string& message, const std::vector<std::string>& trail) {
  std::string text = message;
  for (const std::string& line : trail) text += "\n  " + line;
  return text;
}

std::string begin_of(const SourcePlace& place) {
  return place.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": error: ";
}

}  // namespace

std::string_view to_string(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::Usage:
      return "usage";
    case ErrorKind::Authoring:
      return "authoring";
    case ErrorKind::Environment:
      return "environment";
    case ErrorKind::Timeout:
      return "timeout";
    case ErrorKind::Interrupted:
      return "interrupted";
    case ErrorKind::ConnectionLost:
      return "connection_lost";
    case ErrorKind::Infrastructure:
      return "infrastructure";
    case ErrorKind::Protocol:
      return "protocol";
    case ErrorKind::SessionClosed:
      return "session_closed";
    case ErrorKind::TargetCrashed:
      return "target_crashed";
    case ErrorKind::FrameGone:
      return "frame_gone";
    case ErrorKind::StaleRef:
      return "stale_ref";
    case ErrorKind::UnknownRef:
      return "unknown_ref";
    case ErrorKind::Detached:
      return "detached";
    case ErrorKind::NotFound:
      return "not_found";
    case ErrorKind::Ambiguous:
      return "ambiguous";
    case ErrorKind::NotActionable:
      return "not_actionable";
    case ErrorKind::Navigation:
      return "navigation";
    case ErrorKind::Evaluation:
      return "evaluation";
    case ErrorKind::Assertion:
      return "assertion";
    case ErrorKind::Internal:
      return "internal";
  }
  return "internal";
}

ExitCode exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::Usage:
    case ErrorKind::Authoring:
      return ExitCode::Usage;
    case ErrorKind::Environment:
      return ExitCode::Environment;
    case ErrorKind::Internal:
      return ExitCode::Internal;
    default:
      return ExitCode::Failed;
  }
}

Error::Error(ErrorKind kind, const std::string& message, std::vector<std::string> trail)
    : std::runtime_error(text_of(message, trail)), kind_(kind), message_(message), trail_(std::move(trail)) {}

Error::Error(ErrorKind kind, const SourcePlace& place, const std::string& problem, std::vector<std::string> trail)
    : Error(kind, begin_of(place) + problem, std::move(trail)) {
  place_ = place;
  problem_at_ = message_.size() - problem.size();
}

Error Error::with_context(std::string_view context) const {
  const std::string text = std::string(context) + ": " + problem();
  return place_ ? Error(kind_, *place_, text, trail_) : Error(kind_, text, trail_);
}

Error Error::with_trail(std::vector<std::string> trail) const {
  return place_ ? Error(kind_, *place_, problem(), std::move(trail)) : Error(kind_, message_, std::move(trail));
}

}  // namespace casement
