#include <fmt/format.h>

#include <algorithm>

#include "casement/base/error.h"
#include "casement/flow/run/case_run.h"
#include "casement/flow/steps/page_look.h"

namespace casement {

void CaseRun::fail(const std::string& type, const results::SourcePlace& where, const Error& error) {
  results::Failure failure;
  const bool is_expectation = type.starts_with("expect.");
  const bool has_judged = is_expectation && error.kind() != ErrorKind::ConnectionLost &&
                          error.kind() != ErrorKind::Infrastructure && error.kind() != ErrorKind::Interrupted;
  failure.type = has_judged ? type : fmt::format("{}.{}", type, to_string(error.kind()));
  failure.where = where;
  const std::string_view message = error.message();
  const std::size_t first_line = std::min(message.find('\n'), message.size());
  failure.message = std::string(message.substr(0, first_line));
  if (first_line < message.size()) failure.details = std::string(message.substr(first_line + 1));
  for (const std::string& line : error.trail()) {
    if (!failure.details.empty()) failure.details += '\n';
    failure.details += line;
  }
  record().failures.push_back(std::move(failure));
  if (acting_ == nullptr) return;
  keep("a screenshot", [&] {
    const std::size_t number = record().failures.size();
    const auto is_taken = [this](const std::string& name) {  // a step keeps pictures too
      return std::ranges::any_of(record().attachments,
                                 [&](const results::Attachment& one) { return one.name == name; });
    };
    const std::string name =
        number == 1 && !is_taken("screenshot") ? "screenshot" : fmt::format("screenshot of failure {}", number);
    record().attachments.push_back({name, "image/png", acting_->screenshot(), ""});
    record().failures.back().screenshot = name;
  });
}

void CaseRun::keep(std::string_view what, const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    record().warnings.push_back(fmt::format("could not keep {}: {}", what, error.message()));
  } catch (const std::exception& error) {
    record().warnings.push_back(fmt::format("could not keep {}: {}", what, error.what()));
  }
}

void CaseRun::collect_evidence() {
  keep("the page's text", [&] {
    FlowPage::Seen seen = pages_[""]->see();
    record().snapshot = std::move(seen.snapshot);
    record().frames = std::move(seen.frames);
  });
  const bool has_failed = !record().failures.empty();
  if (has_failed) {
    keep("the output of programs", [&] {
      for (FlowEnvironment::ProgramOutput& one : environment_.outputs()) {
        record().attachments.push_back(
            {"program-" + one.name + ".log", "text/plain; charset=utf-8", std::move(one.text), ""});
      }
    });
  }
  for (auto& [role, page] : pages_) {
    if (!page) continue;
    const std::string whose = role.empty() ? "" : role + ": ";
    if (!role.empty() && has_failed) {
      keep("the page's text", [&] {
        record().attachments.push_back({"page of " + role, "text/plain; charset=utf-8", page->see().snapshot, ""});
      });
    }
    keep("the requests", [&] {
      for (results::Request& request : page->requests()) record().requests.push_back(std::move(request));
    });
    keep("the console", [&] {
      for (const std::string& line : page->console()) record().console.push_back(whose + line);
    });
    keep("the warnings", [&] {
      for (const std::string& text : page->warnings()) record().warnings.push_back(whose + text);
    });
    keep("the missed changes", [&] {
      for (std::string& text : page->missed_changes()) {
        ++record().missed_changes;
        record().warnings.push_back(std::move(text));
      }
    });
    keep("the frame failures", [&] { judge_frames(page->frame_failures()); });
  }
}

void CaseRun::judge_frames(const std::vector<FrameFailure>& failures) {
  using Verdict = results::FrameFailure::Verdict;
  results::Case& open = record();
  // The step that failed first may have failed because of a frame.
  if (!open.failures.empty()) {
    std::string& details = open.failures.front().details;
    for (const FrameFailure& failure : failures) {
      if (failure.expected || details.find(failure.url) != std::string::npos) continue;
      if (!details.empty()) details += '\n';
      details += describe(failure);
    }
  }
  for (const FrameFailure& failure : failures) {
    results::FrameFailure judged = reported(failure);
    switch (flow_.frames.verdict(failure)) {
      case FramePolicy::OnFailure::Ignore:
        judged.verdict = Verdict::Ignored;
        break;
      case FramePolicy::OnFailure::Warn:
        judged.verdict = Verdict::Warned;
        break;
      case FramePolicy::OnFailure::Fail:
        judged.verdict = Verdict::Failed;
        open.failures.push_back({"frame." + judged.kind, describe(failure), "", case_.where});
        break;
    }
    open.frame_failures.push_back(std::move(judged));
  }
}

}  // namespace casement
