// Builds the Run and sends each event to every sink. Events are paired: finishing something finishes everything that is
// still open inside it. Use one recorder per run, on one thread.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "casement/results/secret_redactor.h"
#include "casement/results/sink.h"
#include "casement/results/source_lines.h"

namespace casement::results {

class Recorder {
 public:
  // `sinks` receive each event in this order, and must outlive the recorder.
  explicit Recorder(std::vector<Sink*> sinks);

  void start_run(RunInfo info);                          // once, before anything else
  void start_suite(std::string name, std::string file);  // ends an open suite
  // Fails a case that is still open. Precondition: a suite is open. `known` contains the fields known before the case
  // runs: name, place, tags. `secrets` are masked in every event of the case before sinks receive it, and in the case
  // itself when it is finished.
  void start_case(Case known, const std::vector<std::string>& secrets = {});
  // Names headers of HTTP whose values are secret in archives and traces of the open case.
  void hide_headers(std::vector<std::string> names) { secret_headers_ = std::move(names); }
  const std::vector<std::string>& secret_headers() const { return secret_headers_; }
  // Adds a secret of the open case. Events that sinks have already received do not change.
  void add_secret(const std::string& secret);
  // Returns `text` with the secrets of the open case masked, for files and output that do not pass the sinks.
  std::string masked(std::string_view text) const { return masker_.masked(text); }
  // Adds the source line at `where`.
  void start_step(Step known);
  // Ends the step that was started last; `message` is the reason for a failure or a skip.
  void finish_step(Outcome outcome, std::string message, double milliseconds);
  // Returns the open case, to add failures, frames, attachments and so on. Precondition: a case is open.
  Case& current_case();
  // A case with failures has failed, whatever `outcome` is.
  void finish_case(Outcome outcome, double milliseconds);
  void finish_suite();                         // fails a case that is still open
  const Run& finish_run(double milliseconds);  // ends everything that is still open

  void add_run_error(std::string message);  // an error that no case caused
  const Run& run() const { return run_; }   // the results so far

 private:
  std::vector<Sink*> sinks_;
  Run run_;
  bool suite_open_ = false;
  bool case_open_ = false;
  std::vector<std::size_t> open_steps_;      // indices into the open case's steps
  std::vector<std::string> secrets_;         // of the open case
  SecretRedactor masker_;                    // of the open case
  std::vector<std::string> secret_headers_;  // of the open case
  SourceLines sources_;
};

struct Totals {  // numbers of cases by outcome
  std::size_t passed = 0, failed = 0, skipped = 0, flaky = 0, frame_failures = 0;
  std::size_t not_run = 0;             // included in `skipped`
  std::size_t failed_as_expected = 0;  // included in `skipped`
  std::size_t infrastructure = 0;      // included in `failed`: their browser was lost
};
Totals count_totals(const Run& run);  // over all suites

}  // namespace casement::results
