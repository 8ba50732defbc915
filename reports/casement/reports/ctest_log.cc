#include "casement/reports/ctest_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "casement/base/file_system.h"
#include "casement/base/file_text.h"
#include "casement/base/text.h"
#include "casement/reports/report_text.h"

namespace casement::reports {
namespace {

constexpr std::string_view kEndOfOutput = "<end of output>";

// Returns NAME of "2/5 Testing: NAME"; "" for any other line.
std::string tested_name(std::string_view line) {
  const std::size_t at = line.find_first_not_of("0123456789/");
  constexpr std::string_view kWord = " Testing: ";
  if (at == 0 || at == line.npos || !line.substr(at).starts_with(kWord)) return "";
  return std::string(line.substr(at + kWord.size()));
}

// The lines of one test, from its "Testing: " line on.
class Entry {
 public:
  Entry(const std::vector<std::string_view>& lines, std::size_t& at) {
    for (; at < lines.size() && lines[at] != "Output:"; ++at) {
      if (lines[at].starts_with("Command: ")) command_ = lines[at];
      if (lines[at].ends_with("start time: ")) has_run_ = false;  // otherwise a time follows
    }
    for (at = std::min(at + 2, lines.size()); at < lines.size() && !lines[at].ends_with(kEndOfOutput); ++at)
      output_ += std::string(lines[at]) + "\n";
  }
  bool has_run() const { return has_run_; }
  bool replaces_tests() const { return command_.find("CasementFailedTest.cmake") != command_.npos; }
  const std::string& output() const { return output_; }

 private:
  std::string_view command_;
  std::string output_;
  bool has_run_ = true;
};

// Returns the newest log of a ctest that is running: LastTest.log.tmp, or LastTest_20261130-0800.log.tmp of a
// dashboard.
std::filesystem::path newest_log(const std::filesystem::path& folder) {
  std::filesystem::path newest;
  std::filesystem::file_time_type newest_time;
  if (!is_folder(folder)) return newest;
  for (const std::filesystem::path& entry : entries_of(folder)) {
    const std::string name = entry.filename().string();
    std::error_code gone;
    const auto time = std::filesystem::last_write_time(entry, gone);
    if (gone || !name.starts_with("LastTest") || !name.ends_with(".log.tmp")) continue;
    if (newest.empty() || time > newest_time) newest = entry, newest_time = time;
  }
  return newest;
}

}  // namespace

std::vector<UnreportedTest> unreported_tests(std::string_view log) {
  const std::vector<std::string_view> lines = split_lines(log);
  std::vector<UnreportedTest> found;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const std::string name = tested_name(lines[at]);
    if (name.empty()) continue;
    const std::string reason(at == 0 ? "" : lines[at - 1]);
    const Entry entry(lines, at);
    std::erase_if(found, [&](const UnreportedTest& earlier) { return earlier.name == name; });  // ctest --repeat
    // A disabled test has no reason.
    if (!entry.has_run() && !reason.empty()) found.push_back({name, reason});
    if (entry.has_run() && entry.replaces_tests()) found.push_back({name, entry.output(), true});
  }
  return found;
}

void add_unreported_tests(results::Run& joined, const std::filesystem::path& build_folder) {
  const std::filesystem::path log = newest_log(build_folder / "Testing" / "Temporary");
  const std::string text = log.empty() ? "" : read_whole_file(log.string()).value_or("");
  results::Suite suite{"Tests that ctest did not run", "", {}};
  std::map<std::string, std::size_t> reasons;
  for (const UnreportedTest& test : unreported_tests(text)) {
    if (test.has_run) {
      joined.errors.push_back(test.name + ": " + test.reason);
      continue;
    }
    ++reasons[test.reason];
    results::Case one;
    one.suite = suite.name;
    one.class_name = "ctest";
    one.name = test.name;
    one.outcome = results::Outcome::Skipped;
    one.skip_reason = "not run by ctest: " + test.reason;
    one.not_run = true;
    suite.cases.push_back(std::move(one));
  }
  for (const auto& [reason, count] : reasons)
    joined.errors.push_back(fmt::format("ctest did not run {}: {}", counted(count, "test"), reason));
  if (suite.cases.empty()) return;
  joined.info.cases += suite.cases.size();
  ++joined.info.suites;
  joined.suites.push_back(std::move(suite));
}

}  // namespace casement::reports
