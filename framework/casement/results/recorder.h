// Builds the Run while telling every sink about it. Keeps the events paired: finishing something
// finishes what is still open inside it. One recorder a run, used on one thread.
#pragma once

#include <memory>
#include <vector>

#include "casement/results/secret_redactor.h"
#include "casement/results/sink.h"
#include "casement/results/source_lines.h"

namespace casement::results {

class Recorder {
 public:
  // `sinks` get each event in this order and must outlive the recorder.
  explicit Recorder(std::vector<Sink*> sinks);

  void start_run(RunInfo info);                          // once, before anything else
  void start_suite(std::string name, std::string file);  // ends an open one
  // `known` holds what is known before the case runs: name, place, tags. `secrets` are taken out of every event of the
  // case before sinks get it, and out of the case itself when it is finished.
  void start_case(Case known, const std::vector<std::string>& secrets = {});
  // Of the open case, from now on; events that sinks have had already are not changed.
  void add_secret(const std::string& secret);
  // `text` without the secrets of the open case: for what goes to files and people past the sinks.
  std::string masked(std::string_view text) const { return masker_.masked(text); }
  // Adds the line of the file that `where` names.
  void start_step(Step known);
  // Of the step that was started last; `message` says why it failed or was skipped.
  void finish_step(Outcome outcome, std::string message, double milliseconds);
  // The open case, to add failures, frames, attachments and so on. Precondition: one is open.
  Case& current_case();
  // A case with failures has failed, whatever `outcome` says.
  void finish_case(Outcome outcome, double milliseconds);
  void finish_suite();                         // an open case in it has failed
  const Run& finish_run(double milliseconds);  // all of it

  void add_run_error(std::string message);  // what is no single case's fault
  const Run& run() const { return run_; }   // as far as it has come

 private:
  std::vector<Sink*> sinks_;
  Run run_;
  bool suite_open_ = false;
  bool case_open_ = false;
  std::vector<std::size_t> open_steps_;  // indices into the open case's steps
  std::vector<std::string> secrets_;     // of the open case
  SecretRedactor masker_;                // of the open case
  SourceLines sources_;
};

struct Totals {  // how many cases ended how
  std::size_t passed = 0, failed = 0, skipped = 0, flaky = 0, frame_failures = 0;
  std::size_t not_run = 0;         // among the skipped
  std::size_t infrastructure = 0;  // among the failed: their browser has gone
};
Totals count_totals(const Run& run);  // over all suites

}  // namespace casement::results
