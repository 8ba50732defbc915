#include "casement/reports/report_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include "casement/base/error.h"
#include "casement/base/unique_fd.h"
#include "casement/reports/html.h"
#include "casement/reports/junit.h"
#include "casement/reports/wording.h"
#include "casement/results/results_json.h"

namespace casement::reports {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const fs::path& path, const std::string& reason) {
  throw Error(ErrorKind::Environment,
              fmt::format("cannot write the report {}: {}", path.string(), reason));
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) fail(folder, error.message());
}

// 0, or the errno of what went wrong.
int write_all(const fs::path& path, std::string_view bytes) {
  UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file) return errno;
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  // Some file systems report a full disk only here.
  return ::close(file.release()) == 0 ? 0 : errno;
}

void replace_file(const fs::path& path, std::string_view bytes) {
  const fs::path partial =
      path.parent_path() / fmt::format(".{}.{}.partial", path.filename().string(), ::getpid());
  std::error_code error;
  fs::remove(partial, error);  // of a killed run whose process had the same number
  if (const int code = write_all(partial, bytes); code != 0) {
    fs::remove(partial, error);
    fail(path, std::generic_category().message(code));
  }
  fs::rename(partial, path, error);
  if (error) {
    const std::string reason = error.message();
    fs::remove(partial, error);
    fail(path, reason);
  }
}

// `text` as part of a file name on any system: lower-case ASCII letters, digits and single dashes.
std::string slug(std::string_view text, std::string_view fallback) {
  constexpr std::size_t kLongest = 60;
  std::string made;
  for (const char c : text) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool kept = (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9');
    if (kept)
      made += lower;
    else if (!made.empty() && made.back() != '-')
      made += '-';
    if (made.size() == kLongest) break;
  }
  while (!made.empty() && made.back() == '-') made.pop_back();
  return made.empty() ? std::string(fallback) : made;
}

// Only suffixes that a double click opens harmlessly: a page's HTML is kept as text.
std::string_view suffix(std::string_view media_type) {
  if (media_type == "image/png") return ".png";
  if (media_type == "image/jpeg") return ".jpg";
  if (media_type == "image/webp") return ".webp";
  if (media_type == "image/gif") return ".gif";
  if (media_type == "application/json") return ".json";
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

class AttachmentWriter {
 public:
  explicit AttachmentWriter(const fs::path& folder) : folder_(folder) {}

  void write(results::Case& one) {
    for (results::Case& attempt : one.earlier_attempts) write(attempt);
    if (one.attachments.empty()) return;
    const std::string case_folder = folders_.claim(
        "attachments/" + slug(last_part(one.class_name), "case") + "-" + slug(one.name, "unnamed"), "");
    make_folder(folder_ / case_folder);
    for (results::Attachment& attachment : one.attachments) {
      attachment.path = files_.claim(case_folder + "/" + slug(attachment.name, "file"),
                                     suffix(attachment.media_type));
      replace_file(folder_ / attachment.path, attachment.content);
    }
  }

 private:
  const fs::path& folder_;
  UniquePaths folders_, files_;
};

}  // namespace

ReportFiles write_reports(results::Run run, const fs::path& folder, const JunitOptions& junit) {
  make_folder(folder);
  AttachmentWriter attachments(folder);
  for (results::Suite& suite : run.suites) {
    for (results::Case& one : suite.cases) attachments.write(one);
  }
  ReportFiles files{folder / "junit.xml", folder / "index.html", folder / "results.json", {}};
  replace_file(files.junit, junit_xml(run, junit));
  replace_file(files.html, html_page(run));
  replace_file(files.results, results::run_to_text(run, results::AttachmentBytes::LeftOut));
  files.run = std::move(run);
  return files;
}

}  // namespace casement::reports
