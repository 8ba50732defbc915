// A trace as text, for people in a terminal and for agents.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "casement/base/json.h"
#include "casement/target/target.h"

namespace casement::reports {

class TraceText {
 public:
  enum class Moment { Before, After };

  // `page`: a file that trace_page made. Throws Error{Usage} for any other text.
  explicit TraceText(std::string_view page);
  // `trace`: what such a file contains.
  static TraceText of(Json trace) { return TraceText(Parsed{std::move(trace)}); }

  // Steps count from 1. 0 is the step that failed, or the last step if none failed. A number beyond the steps throws
  // Error{Usage}, and so does a moment that was not recorded. All texts end with a line feed, and their control
  // characters are visible.
  std::string list() const;  // one line a step
  // The same, and below each step the elements that match `target` after it, with their values and states; `*` marks
  // changes. A step that consists of steps has no such lines. Throws Error{Usage} if the trace has no snapshots or none
  // of them contains the target, and the errors of RecordedSnapshot::lines_of.
  std::string list(const Target& target) const;
  std::string step(std::size_t number) const;          // all facts of a step
  std::string text(std::size_t number, Moment) const;  // the snapshot
  std::string dom(std::size_t number, Moment) const;   // the markup of all frames, with the state of controls
  std::string network() const;                         // one line a request
  std::string request(std::size_t number) const;       // headers and bodies of a request, which count from 1
  std::string console(std::size_t number) const;       // lines of the pages' consoles; 0: of all steps
  std::string server(std::size_t number) const;        // lines of programs beside the test; 0: of all steps
  std::string errors() const;                          // why the case failed

 private:
  const Json& chosen(std::size_t number) const;
  std::string describe(std::size_t number, Moment) const;
  std::string list_with(const std::function<std::string(const Json& step)>& below) const;
  std::string lines_in(const char* key, int step) const;
  std::string next_with_lines(std::size_t number, const std::function<std::string(int)>& lines_of) const;
  std::string by_steps(std::size_t number, const std::function<std::string(int)>& lines_of) const;
  const Json& all_steps() const { return trace_.at("steps"); }

  struct Parsed {
    Json trace;
  };
  explicit TraceText(Parsed parsed) : trace_(std::move(parsed.trace)) {}

  Json trace_;
};

}  // namespace casement::reports
