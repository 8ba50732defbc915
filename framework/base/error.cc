#include "casement/base/error.h"

#include <utility>

namespace casement {
namespace {

std::string with_trail(const std::string& message, const std::vector<std::string>& trail) {
  std::string text = message;
  for (const std::string& line : trail) text += "\n  " + line;
  return text;
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
    : std::runtime_error(with_trail(message, trail)), kind_(kind), message_(message), trail_(std::move(trail)) {}

Error Error::with_context(std::string_view context) const {
  return Error(kind_, std::string(context) + ": " + message_, trail_);
}

}  // namespace casement
