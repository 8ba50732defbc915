// Annotations of GitHub Actions, which show failures at their lines of a pull request. GitHub takes log lines that
// begin with "::" for commands, also if they are indented. So commands are switched off while text from pages may be
// printed, until the annotations come at the end.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "casement/results/sink.h"

namespace casement::reports {

// Returns one annotation, a whole line: `kind` is error, warning or notice. Line and column of `where` may be unknown.
std::string github_annotation(std::string_view kind, const results::SourcePlace& where, std::string_view title,
                              std::string_view message);

// Returns an error for each failed case, at its line, a warning for each flaky case, and the errors of the run.
std::string github_annotations(const results::Run& run);

class GithubSink : public results::Sink {
 public:
  // `out` must outlive the sink; `token` must be impossible to guess. GitHub shows at most ten annotations of a kind
  // per step.
  GithubSink(std::ostream& out, std::string token);

  void run_started(const results::RunInfo& info) override;
  void run_finished(const results::Run& run) override;

 private:
  std::ostream& out_;
  std::string token_;
};

}  // namespace casement::reports
