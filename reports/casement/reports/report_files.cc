#include "casement/reports/report_files.h"

#include <fmt/format.h>

#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/file_system.h"
#include "casement/base/file_text.h"
#include "casement/reports/build_server.h"
#include "casement/reports/case_id.h"
#include "casement/reports/escape.h"
#include "casement/reports/html.h"
#include "casement/reports/junit.h"
#include "casement/reports/replaced_file.h"
#include "casement/reports/report_reading.h"
#include "casement/reports/trace_page.h"
#include "casement/results/results_json.h"

namespace casement::reports {

namespace fs = std::filesystem;

namespace {

// Collects errors, so that the other files are still written.
class Failures {
 public:
  // Returns false if `write` failed.
  template <typename Write>
  bool attempt(Write write) {
    try {
      write();
      return true;
    } catch (const Error& error) {
      messages_.push_back(error.message());
      return false;
    }
  }
  const std::string& last() const { return messages_.back(); }
  void throw_if_any() const {
    if (messages_.empty()) return;
    throw Error(ErrorKind::Environment, messages_.front(), {messages_.begin() + 1, messages_.end()});
  }

 private:
  std::vector<std::string> messages_;
};

// Uses only suffixes that a double click opens harmlessly: the HTML of a page is stored as text, and a trace is a page
// of ours.
std::string_view suffix(std::string_view media_type) {
  if (media_type == "image/png") return ".png";
  if (media_type == "image/jpeg") return ".jpg";
  if (media_type == "image/webp") return ".webp";
  if (media_type == "image/gif") return ".gif";
  if (media_type == "application/json") return ".json";
  if (media_type == results::kTraceMediaType) return ".html";
  if (media_type.starts_with("text/")) return ".txt";
  return ".bin";
}

class UniquePaths {
 public:
  std::string claim(const std::string& stem, std::string_view ending) {
    std::string path = stem + std::string(ending);
    for (int number = 2; !taken_.insert(path).second; ++number) {
      path = fmt::format("{}-{}{}", stem, number, ending);
    }
    return path;
  }

 private:
  std::set<std::string> taken_;
};

// File names are unique even without their folders, because Jenkins puts all attachments of a class into one folder.
class AttachmentWriter {
 public:
  AttachmentWriter(const fs::path& folder, Failures& failures) : folder_(folder), failures_(failures) {}

  void write(results::Case& one) {
    for (results::Case& attempt : one.earlier_attempts) write(attempt);
    const std::string id = case_id(one);
    for (results::Attachment& attachment : one.attachments) {
      const std::string_view ending = suffix(attachment.media_type);
      std::string_view name = attachment.name;
      if (name.ends_with(ending)) name.remove_suffix(ending.size());
      const std::string path = files_.claim("attachments/" + id + "-" + slug(name, "file"), ending);
      const bool kept = failures_.attempt([&] {
        make_report_folder(folder_ / "attachments");
        const bool is_trace = attachment.media_type == results::kTraceMediaType;
        replace_file(folder_ / path, is_trace ? trace_page(attachment.content) : attachment.content);
      });
      attachment.path = kept ? path : "";
      if (!kept) one.warnings.push_back(failures_.last());
    }
  }

 private:
  const fs::path& folder_;
  Failures& failures_;
  UniquePaths files_;
};

// Removes the attachments that the results of an earlier run name: other files in the folder are not ours.
void remove_attachments(const results::Case& one, const fs::path& folder) {
  for (const results::Case& attempt : one.earlier_attempts) remove_attachments(attempt, folder);
  for (const results::Attachment& attachment : one.attachments) {
    const fs::path path = fs::path(attachment.path).lexically_normal();
    if (!path.string().starts_with("attachments/")) continue;
    std::error_code ignored;
    fs::remove(folder / path, ignored);
    fs::remove((folder / path).parent_path(), ignored);  // if it is empty
  }
}

void remove_earlier_attachments(const fs::path& folder) {
  const std::string text = read_whole_file((folder / "results.json").string()).value_or("");
  if (text.empty()) return;
  try {
    for (const results::Suite& suite : results::run_from_text(text).suites) {
      for (const results::Case& one : suite.cases) remove_attachments(one, folder);
    }
  } catch (const Error&) {  // results of another version, or an unrelated file
  }
}

// This file is in a folder while the reports of tests below it are to be merged.
constexpr const char* kJoining = ".joining";

fs::path attempt_folder(const fs::path& folder, std::size_t number) {
  return folder / fmt::format("attempt-{}", number);
}

void keep_attempt(const fs::path& folder) {
  if (!path_exists(folder / "results.json")) return;
  const fs::path kept = attempt_folder(folder, kept_attempts(folder).size() + 1);
  make_report_folder(kept);
  for (const char* name : {"attachments", "index.html", "junit.xml", "results.json"}) {
    if (!path_exists(folder / name)) continue;
    std::error_code error;
    fs::rename(folder / name, kept / name, error);
    if (error) throw cannot_write(kept / name, error);
  }
}

void remove_reports(const fs::path& folder) {
  for (const fs::path& attempt : kept_attempts(folder)) remove_reports(attempt);
  remove_earlier_attachments(folder);
  std::error_code ignored;
  for (const char* name : {"index.html", "junit.xml", "results.json"}) fs::remove(folder / name, ignored);
  fs::remove(folder, ignored);  // if it is empty
}

std::vector<fs::path> traces_of(const ReportFiles& files, bool (*is_meant)(const results::Case&)) {
  std::vector<fs::path> traces;
  for (const results::Suite& suite : files.run.suites) {
    for (const results::Case& one : suite.cases) {
      if (!is_meant(one)) continue;
      for (const results::Attachment& attachment : one.attachments) {
        if (attachment.media_type == results::kTraceMediaType && !attachment.path.empty())
          traces.push_back(files.results.parent_path() / attachment.path);
      }
    }
  }
  return traces;
}

}  // namespace

std::vector<fs::path> ReportFiles::traces() const {
  return traces_of(*this, [](const results::Case&) { return true; });
}

std::vector<fs::path> ReportFiles::traces_of_failed() const {
  return traces_of(*this, [](const results::Case& one) { return one.outcome == results::Outcome::Failed; });
}

std::string ReportFiles::told() const {
  constexpr std::size_t kMostTraces = 5;
  std::string text = "JUnit  " + visible_line(junit.string()) + "\nHTML   " + visible_line(html.string()) + "\n";
  const std::vector<fs::path> traces = traces_of_failed();
  for (std::size_t i = 0; i < traces.size() && i < kMostTraces; ++i)
    text += "Trace  " + visible_line(traces[i].string()) + "\n";
  if (traces.size() > kMostTraces)
    text += fmt::format("       and {} more: see the failed cases in the HTML report\n", traces.size() - kMostTraces);
  return text;
}

ReportFiles write_reports(results::Run run, const fs::path& folder, JunitOptions junit) {
  make_report_folder(folder);
  for (results::ServerInfo& server : run.info.servers) {
    if (server.log.empty()) continue;
    const fs::path log = absolute_path(server.log).lexically_normal();
    server.log = log.lexically_relative(absolute_path(folder).lexically_normal()).string();
  }
  Failures failures;
  AttachmentWriter attachments(folder, failures);
  for (results::Suite& suite : run.suites) {
    for (results::Case& one : suite.cases) attachments.write(one);
  }
  ReportFiles files{folder / "junit.xml", folder / "index.html", folder / "results.json", {}};
  junit.attachment_prefix = attachment_prefix(folder);
  junit.file_path = path_in_project;
  failures.attempt([&] { replace_file(files.junit, junit_xml(run, junit)); });
  if (!junit.copy_for_bazel.empty()) {
    const fs::path copy = absolute_path(junit.copy_for_bazel);
    junit.has_status = true;
    failures.attempt([&] {
      make_report_folder(copy.parent_path());
      replace_file(copy, junit_xml(run, junit));
    });
  }
  failures.attempt([&] { replace_file(files.html, html_page(run)); });
  failures.attempt([&] { replace_file(files.results, results::run_to_text(run, results::AttachmentBytes::LeftOut)); });
  failures.throw_if_any();
  files.run = std::move(run);
  return files;
}

void begin_reports(results::Run planned, const fs::path& folder, const JunitOptions& junit) {
  if (is_joined_above(folder))
    keep_attempt(folder);
  else
    remove_earlier_attachments(folder);
  for (results::Suite& suite : planned.suites) {
    for (results::Case& one : suite.cases) {
      one.outcome = results::Outcome::Skipped;
      one.skip_reason = "the run ended before this case completed";
      one.not_run = true;
    }
  }
  planned.errors.push_back("the run did not complete: it was killed, or is still running");
  write_reports(std::move(planned), folder, junit);
}

std::vector<fs::path> kept_attempts(const fs::path& folder) {
  std::vector<fs::path> kept;
  while (path_exists(attempt_folder(folder, kept.size() + 1) / "results.json")) {
    kept.push_back(attempt_folder(folder, kept.size() + 1));
  }
  return kept;
}

bool is_joined_above(const fs::path& folder) {
  constexpr int kMostLevels = 3;  // REPORTS/PROGRAM/TEST/shard-1-of-2
  fs::path above = absolute_path(folder).lexically_normal();
  for (int i = 0; i < kMostLevels; ++i) {
    above = above.parent_path();
    std::error_code hidden;  // reports in a folder that cannot be searched are never merged
    if (fs::exists(above / kJoining, hidden)) return true;
  }
  return false;
}

void start_joining(const fs::path& folder) {
  make_report_folder(folder);
  for (const fs::path& below : report_folders_below(folder)) remove_reports(below);
  begin_reports({}, folder);
  replace_file(folder / kJoining, "");
}

ReportFiles finish_joining(results::Run joined, const fs::path& folder) {
  remove_earlier_attachments(folder);
  ReportFiles files = write_reports(std::move(joined), folder);
  std::error_code ignored;
  fs::remove(folder / kJoining, ignored);
  return files;
}

}  // namespace casement::reports
