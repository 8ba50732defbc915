// The one error type of the library and the vocabulary of its kinds.
//
// Every failure that reaches a caller is an `Error`. An `Error` contains the kind, a message that names the failed
// operation, and a trail of what Casement saw last. Expected outcomes inside retry loops are values, never exceptions.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/source_place.h"

namespace casement {

enum class ErrorKind {
  Usage,           // the caller asked for something impossible
  Authoring,       // a flow, target or template has a syntax error or is invalid
  Environment,     // Chrome, a port, a folder or a package is missing
  Timeout,         // the deadline passed
  Interrupted,     // the test or the run was stopped from outside, at its own deadline
  ConnectionLost,  // Chrome closed the pipe or the websocket
  Infrastructure,  // a remote browser has gone: the browser, its machine, or its session
  Protocol,        // Chrome answered a command with an error
  SessionClosed,   // the page, its context or browser was closed, or a frame changed its process during a command
  TargetCrashed,   // the renderer crashed
  FrameGone,       // the frame was removed, or navigated during the call
  StaleRef,        // the ref's frame has loaded another document since
  UnknownRef,      // no snapshot contained this ref
  Detached,        // the ref's element has left its document
  NotFound,        // a target matches nothing
  Ambiguous,       // a target matches several elements
  NotActionable,   // the element is hidden, disabled, covered or similar
  Navigation,      // a navigation, or a request made by the test itself, failed
  Evaluation,      // script in the page threw
  Assertion,       // an expectation did not hold
  Internal,        // a bug in this library
};

// The kind in the words that reports use, e.g. "not_found".
std::string_view to_string(ErrorKind kind);

// Process exit codes, in one place because scripts depend on them.
enum class ExitCode { Passed = 0, Failed = 1, Usage = 2, Environment = 3, Internal = 4 };

// The exit code of a program that ends with an error of this kind.
ExitCode exit_code(ErrorKind kind);

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message, std::vector<std::string> trail = {});  // see below
  // An error at a place in a file. The message is "file:line:column: error: PROBLEM".
  Error(ErrorKind kind, const SourcePlace& place, const std::string& problem, std::vector<std::string> trail = {});

  ErrorKind kind() const { return kind_; }  // for programs
  // The message in one line. `what()` also contains the trail, because many test frameworks print only `what()`.
  const std::string& message() const { return message_; }
  // The place of the mistake in a file; empty if the error concerns no file.
  const std::optional<SourcePlace>& place() const { return place_; }
  // The message without its place.
  std::string problem() const { return message_.substr(problem_at_); }
  // The last observations before the error, the most informative line first; for people, not for programs.
  const std::vector<std::string>& trail() const { return trail_; }
  // The message followed by the trail, each trail line indented by two spaces; the same as `what()`.
  std::string full_text() const { return what(); }
  // A copy with "context: " before the problem, and with the same kind, place and trail.
  Error with_context(std::string_view context) const;
  // A copy with another trail.
  Error with_trail(std::vector<std::string> trail) const;

 private:
  ErrorKind kind_;
  std::string message_;
  std::vector<std::string> trail_;
  std::optional<SourcePlace> place_;
  std::size_t problem_at_ = 0;  // offset in the message, after the place
};

}  // namespace casement
