#include "casement/reports/bazel_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

#include "casement/base/file_system.h"
#include "casement/base/file_text.h"
#include "casement/base/unique_fd.h"
#include "casement/reports/escape.h"
#include "casement/reports/replaced_file.h"
#include "casement/reports/report_text.h"
#include "casement/results/infrastructure.h"

namespace casement::reports {
namespace {

namespace fs = std::filesystem;

void write(const std::string& path, const std::string& bytes) {
  if (path.empty()) return;
  if (const std::error_code error = write_whole_file(path, bytes)) throw cannot_write(path, error);
}

template <typename Take>
void each_case(const results::Run& run, const Take& take) {
  for (const results::Suite& suite : run.suites) {
    for (const results::Case& one : suite.cases) take(one);
  }
}

}  // namespace

PrematureExitFile::PrematureExitFile(std::string path) : path_(std::move(path)), process_(::getpid()) {
  write(path_, "0");
}

PrematureExitFile::~PrematureExitFile() {
  if (path_.empty() || ::getpid() != process_) return;
  std::error_code ignored;
  fs::remove(path_, ignored);
}

void touch_shard_status(const BazelTest& bazel) {
  if (bazel.shard_status_file.empty()) return;
  const UniqueFd touched(::open(bazel.shard_status_file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
}

void write_warnings(const BazelTest& bazel, std::vector<std::string> warnings, const results::Run& run) {
  warnings.insert(warnings.end(), run.info.warnings.begin(), run.info.warnings.end());
  each_case(run, [&](const results::Case& one) {
    for (const std::string& warning : one.warnings) warnings.push_back(short_label(one) + ": " + warning);
  });
  std::string text;
  for (const std::string& warning : warnings) text += visible_line(warning) + "\n";
  if (!text.empty()) write(bazel.warnings_file, text);
}

void write_infrastructure_failure(const BazelTest& bazel, const std::string& part, const std::string& description) {
  write(bazel.infrastructure_file, visible_line(part) + "\n" + visible_line(description) + "\n");
}

void write_infrastructure_failures(const BazelTest& bazel, const results::Run& run) {
  std::size_t count = 0;
  std::string first;
  each_case(run, [&](const results::Case& one) {
    if (!results::failed_by_infrastructure(one)) return;
    if (++count == 1) first = short_label(one) + ": " + one.failures.front().message;
  });
  if (count == 0) return;
  const std::string others = count == 1 ? "" : fmt::format(" ({} cases lost their browser)", count);
  write_infrastructure_failure(bazel, "browser", first + others);
}

void write_annotations(const BazelTest& bazel, const std::string& report_folder, const results::Run& run) {
  if (bazel.annotations_folder.empty() || bazel.outputs_folder.empty()) return;
  const fs::path outputs = absolute_path(bazel.outputs_folder).lexically_normal();
  const fs::path reports = absolute_path(report_folder).lexically_normal().lexically_relative(outputs);
  if (reports.empty() || reports.begin()->string() == "..") return;
  const auto line = [&](const std::string& path, const std::string& meaning) {
    return visible_line((reports / path).lexically_normal().string()) + "\t" + visible_line(meaning) + "\n";
  };
  std::string text = line("index.html", "Casement's report: " + totals_line(run)) +
                     line("junit.xml", "the results as JUnit") +
                     line("results.json", "the results for casement report");
  each_case(run, [&](const results::Case& one) {
    for (const results::Attachment& attachment : one.attachments) {
      if (attachment.media_type != results::kTraceMediaType || attachment.path.empty()) continue;
      text += line(attachment.path, "trace of " + short_label(one));
    }
  });
  make_report_folder(bazel.annotations_folder);
  write((fs::path(bazel.annotations_folder) / "casement.part").string(), text);
}

}  // namespace casement::reports
