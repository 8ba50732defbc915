#include "casement/flow/run/case_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/flow/steps/page_capture.h"

namespace casement {

void CaseRecord::fail(const std::string& type, const results::SourcePlace& where, const Error& error) {
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
  open().failures.push_back(std::move(failure));
  if (pages_.acting() == nullptr) return;
  keep("a screenshot", [&] {
    const std::size_t number = open().failures.size();
    const auto is_taken = [this](const std::string& name) {  // steps may attach screenshots too
      return std::ranges::any_of(open().attachments, [&](const results::Attachment& one) { return one.name == name; });
    };
    const std::string name =
        number == 1 && !is_taken("screenshot") ? "screenshot" : fmt::format("screenshot of failure {}", number);
    open().attachments.push_back({name, "image/png", pages_.acting()->screenshot(), ""});
    open().failures.back().screenshot = name;
  });
}

void CaseRecord::keep(std::string_view what, const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    open().warnings.push_back(fmt::format("could not save {}: {}", what, error.message()));
  } catch (const std::exception& error) {
    open().warnings.push_back(fmt::format("could not save {}: {}", what, error.what()));
  }
}

std::string CaseRecord::forgive(const Mark& before) {
  std::vector<results::Failure>& failures = open().failures;
  std::string message = failures[before.failures].message;
  failures.resize(before.failures);
  open().attachments.resize(before.attachments);
  return message;
}

void CaseRecord::collect_evidence() {
  keep("the page's text", [&] {
    FlowPage::Seen seen = pages_.own().see();
    open().snapshot = std::move(seen.snapshot);
    open().frames = std::move(seen.frames);
  });
  const bool has_failed = !open().failures.empty();
  if (has_failed) {
    keep("the output of programs", [&] {
      for (FlowEnvironment::ProgramOutput& one : environment_.outputs()) {
        open().attachments.push_back(
            {"program-" + one.name + ".log", "text/plain; charset=utf-8", std::move(one.text), ""});
      }
    });
  }
  std::vector<std::string> unused = environment_.unused_socket_routes();
  for (const auto& [user, page] : pages_.all()) {
    const std::string whose = user.empty() ? "" : user + ": ";
    if (!user.empty() && has_failed) {
      keep("the page's text", [&] {
        open().attachments.push_back({"page of " + user, "text/plain; charset=utf-8", page->see().snapshot, ""});
      });
    }
    keep("the unused routes", [&] {
      for (const std::string& line : page->unused_routes()) unused.push_back(whose + line);
    });
    keep("the requests", [&] {
      for (results::Request& request : page->requests()) open().requests.push_back(std::move(request));
    });
    keep("the console", [&] {
      for (const ConsoleLine& line : page->console()) {
        open().console.push_back(whose + line.full_text());
        open().console_times.push_back(line.time);
      }
    });
    keep("the warnings", [&] {
      for (const std::string& text : page->warnings()) open().warnings.push_back(whose + text);
    });
    keep("the missed changes", [&] {
      for (std::string& text : page->missed_changes()) {
        ++open().missed_changes;
        open().warnings.push_back(std::move(text));
      }
    });
    keep("the frame failures", [&] { judge_frames(page->frame_failures()); });
  }
  note_unused(unused);
}

// A route that answers no request may be the reason for the first failure, or a case may pass for a wrong reason.
void CaseRecord::note_unused(const std::vector<std::string>& lines) {
  if (open().failures.empty()) {
    open().warnings.insert(open().warnings.end(), lines.begin(), lines.end());
    return;
  }
  std::string& details = open().failures.front().details;
  if (!lines.empty()) details = fmt::format("{}{}{}", join(lines, "\n"), details.empty() ? "" : "\n", details);
}

void CaseRecord::judge_frames(const std::vector<FrameFailure>& failures) {
  using Verdict = results::FrameFailure::Verdict;
  results::Case& judged_case = open();
  // A frame may be the reason for the first failure.
  if (!judged_case.failures.empty()) {
    std::string& details = judged_case.failures.front().details;
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
        judged_case.failures.push_back({"frame." + judged.kind, describe(failure), "", case_.where});
        break;
    }
    judged_case.frame_failures.push_back(std::move(judged));
  }
}

void CaseRecord::judge_expected_failure() {
  if (case_.expected_failure.empty()) return;
  if (open().failures.empty()) {
    open().failures.push_back({"expected_failure",
                               fmt::format("the case passed, but was expected to fail: {}", case_.expected_failure),
                               "Remove 'expected_failure' if its problem is fixed.", case_.where});
    return;
  }
  for (const results::Failure& failure : open().failures) {
    open().warnings.push_back(fmt::format("expected failure: {}: {}", failure.type, failure.message));
  }
  open().failures.clear();
  open().skip_reason = "expected failure: " + case_.expected_failure;
  open().failed_as_expected = true;
}

}  // namespace casement
