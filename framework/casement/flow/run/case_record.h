// Records the parts of a case other than steps: failures, and evidence from its pages.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/flow/run/case_pages.h"
#include "casement/results/recorder.h"

namespace casement {

class CaseRecord {
 public:
  CaseRecord(const Flow& flow, const FlowCase& flow_case, FlowEnvironment& environment, results::Recorder& recorder,
             CasePages& pages)
      : flow_(flow), case_(flow_case), environment_(environment), recorder_(recorder), pages_(pages) {}

  results::Case& open() { return recorder_.current_case(); }

  // The size of a case's record at some moment, so that later entries can be removed.
  struct Mark {
    std::size_t failures, attachments;
  };
  Mark mark() { return {open().failures.size(), open().attachments.size()}; }
  bool failed_since(const Mark& before) { return open().failures.size() > before.failures; }
  // Removes the failures since `before`, and their screenshots. Returns the first line of the first failure.
  std::string forgive(const Mark& before);

  // Adds a failure, with a screenshot of the acting page.
  void fail(const std::string& type, const results::SourcePlace& where, const Error& error);
  // After the last step: collects texts, requests, console lines, warnings and frame failures of all pages.
  void collect_evidence();
  // Reports a case that failed as expected as skipped, as other test frameworks do.
  void judge_expected_failure();

 private:
  void judge_frames(const std::vector<FrameFailure>& failures);
  void note_unused(const std::vector<std::string>& lines);
  // Turns an exception into a warning, so that it does not hide why the case failed.
  void keep(std::string_view what, const std::function<void()>& body);

  const Flow& flow_;
  const FlowCase& case_;
  FlowEnvironment& environment_;
  results::Recorder& recorder_;
  CasePages& pages_;
};

}  // namespace casement
