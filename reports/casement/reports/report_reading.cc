#include "casement/reports/report_reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <system_error>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/file_system.h"
#include "casement/base/file_text.h"
#include "casement/base/system_message.h"
#include "casement/reports/merge.h"
#include "casement/reports/report_files.h"
#include "casement/reports/results_outline.h"
#include "casement/reports/trace_page.h"
#include "casement/results/results_json.h"

namespace casement::reports {

namespace fs = std::filesystem;

namespace {

std::string read_needed(const fs::path& path) {
  std::optional<std::string> text = read_whole_file(path.string());
  if (!text) throw Error(ErrorKind::Usage, "cannot read " + path.string() + ": " + system_message(errno));
  return std::move(*text);
}

// Results may come from anywhere, so attachments must be inside the folder.
void load_attachments(results::Case& one, const fs::path& folder) {
  for (results::Case& attempt : one.earlier_attempts) load_attachments(attempt, folder);
  for (results::Attachment& attachment : one.attachments) {
    const fs::path path = fs::path(attachment.path).lexically_normal();
    if (path.empty() || path.is_absolute() || *path.begin() == "..") {
      throw Error(ErrorKind::Usage,
                  "an attachment of " + folder.string() + " is outside the folder: " + attachment.path);
    }
    // A link may lead to any file, and the file would be copied.
    std::error_code error;
    const fs::path real_folder = fs::canonical(folder, error);
    const fs::path real = fs::canonical(folder / path, error);
    if (!error && (real != real_folder / path || !is_file(real))) {
      throw Error(ErrorKind::Usage,
                  "an attachment of " + folder.string() + " is not a regular file in it: " + attachment.path);
    }
    attachment.content = read_needed(folder / path);
    if (attachment.media_type == results::kTraceMediaType) attachment.content = trace_in_page(attachment.content);
  }
}

results::Run read_one(const fs::path& folder) {
  results::Run run = results::run_from_text(read_needed(folder / "results.json"));
  for (results::ServerInfo& server : run.info.servers) {
    if (!server.log.empty()) server.log = (folder / server.log).lexically_normal().string();
  }
  for (results::Suite& suite : run.suites) {
    for (results::Case& one : suite.cases) load_attachments(one, folder);
  }
  return run;
}

results::Run outline_or_whole(const std::string& text) {
  try {
    return outline_from_text(text);
  } catch (const Error&) {
    return results::run_from_text(text);
  }
}

void find_reports(const fs::path& folder, const fs::path& left_out, std::vector<fs::path>& found) {
  for (const fs::path& entry : entries_of(folder)) {
    std::error_code none;  // the folder that is left out may not exist yet
    if (fs::is_symlink(entry, none) || !is_folder(entry) || fs::equivalent(entry, left_out, none)) continue;
    if (is_file(entry / "results.json")) {
      found.push_back(entry);
    } else {
      find_reports(entry, left_out, found);
    }
  }
}

}  // namespace

results::Run read_reports(const fs::path& folder) {
  std::vector<results::Run> attempts;
  for (const fs::path& attempt : kept_attempts(folder)) attempts.push_back(read_one(attempt));
  attempts.push_back(read_one(folder));
  return join_attempts(std::move(attempts));
}

results::Run read_outline(const fs::path& folder) {
  std::vector<fs::path> folders = kept_attempts(folder);
  folders.push_back(folder);
  std::vector<results::Run> attempts;
  for (const fs::path& one : folders) {
    attempts.push_back(outline_or_whole(read_needed(one / "results.json")));
  }
  return join_attempts(std::move(attempts));
}

std::vector<fs::path> report_folders_below(const fs::path& folder, const fs::path& left_out) {
  std::vector<fs::path> found;
  find_reports(folder, left_out, found);
  std::sort(found.begin(), found.end());
  return found;
}

results::Run join_reports_below(const fs::path& folder, const fs::path& left_out) {
  std::vector<TestRun> runs;
  std::vector<std::string> errors;
  for (const fs::path& below : report_folders_below(folder, left_out)) {
    try {
      runs.push_back({below.filename().string(), read_reports(below)});
    } catch (const Error& error) {
      errors.push_back(error.full_text());
    }
  }
  results::Run joined = runs.empty() ? results::Run() : merge_tests(std::move(runs));
  joined.errors.insert(joined.errors.end(), errors.begin(), errors.end());
  return joined;
}

}  // namespace casement::reports
