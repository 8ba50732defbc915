// What the recorder is told of a case beside its steps: failures, and what is kept of its pages.
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

  // What a case holds at some moment, to forget what came after it.
  struct Mark {
    std::size_t failures, attachments;
  };
  Mark mark() { return {open().failures.size(), open().attachments.size()}; }
  bool failed_since(const Mark& before) { return open().failures.size() > before.failures; }
  // The first of the failures since, in one line; they no longer count.
  std::string forgive(const Mark& before);

  // Adds a failure, with a picture of the page that acts.
  void fail(const std::string& type, const results::SourcePlace& where, const Error& error);
  // After the last step: texts, requests, consoles, warnings and frame failures of all pages.
  void collect_evidence();
  // A case that fails as was said is reported as skipped, as other test frameworks do.
  void judge_expected_failure();

 private:
  void judge_frames(const std::vector<FrameFailure>& failures);
  // Whatever fails here must not hide why the case failed.
  void keep(std::string_view what, const std::function<void()>& body);

  const Flow& flow_;
  const FlowCase& case_;
  FlowEnvironment& environment_;
  results::Recorder& recorder_;
  CasePages& pages_;
};

}  // namespace casement
