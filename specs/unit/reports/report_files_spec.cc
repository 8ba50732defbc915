#include "casement/reports/report_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "approved.h"
#include "casement/base/error.h"
#include "casement/results/results_json.h"
#include "example_runs.h"
#include "temp_folder.h"
#include "xmllint.h"

namespace casement::reports {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> files_below(const fs::path& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_directory()) files.push_back(entry.path().lexically_relative(folder).string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string message_of_writing(const Run& run, const fs::path& folder) {
  try {
    write_reports(run, folder);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Environment);
    return error.what();
  }
  return "nothing was thrown";
}

TEST(ReportFiles, AreBelowTheReportFolder) {
  const TempFolder temp;
  const ReportFiles files = write_reports(mixed(), temp.path() / "new/reports");
  EXPECT_EQ(files.junit, temp.path() / "new/reports/junit.xml");
  EXPECT_EQ(files.html, temp.path() / "new/reports/index.html");
  EXPECT_THAT(files_below(temp.path() / "new/reports"),
              ElementsAre("attachments/checkout-3-d-secure-passed-5fea2297-requests.json",
                          "attachments/checkout-3-d-secure-passed-5fea2297-screenshot.png", "index.html", "junit.xml",
                          "results.json"));
}

TEST(ReportFiles, AreTheirOwnersAlone) {
  const TempFolder temp;
  write_reports(mixed(), temp.path() / "new");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(temp.path())) {
    EXPECT_EQ(static_cast<unsigned>(entry.status().permissions()), entry.is_directory() ? 0700u : 0600u)
        << entry.path();
  }
}

TEST(ReportFiles, KeepTheBytesOfAnAttachment) {
  const TempFolder temp;
  write_reports(mixed(), temp.path());
  EXPECT_EQ(read_file(temp.path() / "attachments/checkout-3-d-secure-passed-5fea2297-screenshot.png"), small_png());
}

TEST(ReportFiles, NameTheAttachmentsInBothReports) {
  const TempFolder temp;
  const ReportFiles files = write_reports(mixed(), temp.path());
  const std::string path = "attachments/checkout-3-d-secure-passed-5fea2297-screenshot.png";
  EXPECT_THAT(read_file(files.junit), HasSubstr(path + "]]\n"));
  EXPECT_THAT(read_file(files.html), HasSubstr("href=\"./" + path + "\""));
}

// Jenkins keeps the files of all cases of a class in one folder, also of cases that other processes ran.
TEST(ReportFiles, NameNoTwoAttachmentsOfAClassAlike) {
  std::set<std::string> names;
  for (const std::string name : {"pays", "Pays", "pays!", "付款", "退款", "x", "pays twice"}) {
    const TempFolder temp;
    Case one = case_of(name, 1);
    one.attachments = {{"screenshot", "image/png", small_png(), ""}, {"screenshot", "image/png", small_png(), ""}};
    one.outcome = Outcome::Failed;
    Case again = one;
    again.earlier_attempts = {one};
    write_reports(run_of({again}), temp.path());
    for (const auto& entry : fs::recursive_directory_iterator(temp.path() / "attachments")) {
      EXPECT_TRUE(names.insert(entry.path().filename().string()).second) << entry.path();
    }
  }
  EXPECT_EQ(names.size(), 7u * 4u);
}

TEST(ReportFiles, HaveSafeAndUniqueNamesForAnyText) {
  const TempFolder temp;
  write_reports(hostile(), temp.path() / "reports");
  const std::vector<std::string> files = files_below(temp.path());
  EXPECT_EQ(files.size(), 9u);  // three reports, and three cases with two attachments each
  for (const std::string& file : files) {
    EXPECT_TRUE(file.starts_with("reports/")) << file;
    EXPECT_EQ(file.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-./"), std::string::npos) << file;
  }
}

TEST(ReportFiles, StayInTheFolderForAnyName) {
  const TempFolder temp;
  Case one = case_of("../../..", 1);
  one.class_name = "..";
  one.attachments = {{"../../x", "text/html", "<script>", ""}};
  write_reports(run_of({one}), temp.path());
  EXPECT_THAT(files_below(temp.path()),
              ElementsAre("attachments/case-unnamed-3845a82b-x.txt", "index.html", "junit.xml", "results.json"));
}

TEST(ReportFiles, ReplaceThoseOfAnEarlierRun) {
  const TempFolder temp;
  write_reports(mixed(), temp.path());
  const ReportFiles files = write_reports(all_passed(), temp.path());
  EXPECT_EQ(xpath(read_file(files.junit), "string(/testsuites/@failures)"), "0");
}

// A folder below a file can be made by nobody, not even by root.
TEST(ReportFiles, ReportAFolderThatCannotBeMadeAndWhy) {
  const TempFolder temp;
  std::ofstream(temp.path() / "file") << "x";
  EXPECT_THAT(message_of_writing(mixed(), temp.path() / "file/reports"),
              AllOf(HasSubstr((temp.path() / "file/reports").string()), HasSubstr("Not a directory")));
}

TEST(ReportFiles, ReportAFileThatCannotBeReplacedAndWhy) {
  const TempFolder temp;
  fs::create_directories(temp.path() / "junit.xml/in_the_way");
  EXPECT_THAT(message_of_writing(all_passed(), temp.path()),
              AllOf(HasSubstr((temp.path() / "junit.xml").string()), HasSubstr("s a directory")));
  EXPECT_THAT(files_below(temp.path()), ElementsAre("index.html", "results.json"));
}

TEST(ReportFiles, AreWrittenDespiteAnAttachmentThatCannotBeStored) {
  const TempFolder temp;
  Case one = case_of("pays", 1);
  one.attachments = {{"screenshot", "image/png", "PNG", ""}, {"page", "text/plain", "A", ""}};
  std::ofstream(temp.path() / "attachments") << "a file stands where the folder should be";
  EXPECT_THAT(message_of_writing(run_of({one}), temp.path()),
              AllOf(HasSubstr("/attachments: "), HasSubstr("Not a directory")));
  EXPECT_THAT(files_below(temp.path()), ElementsAre("attachments", "index.html", "junit.xml", "results.json"));
  EXPECT_THAT(read_file(temp.path() / "index.html"), HasSubstr("cannot write the report"));
  EXPECT_THAT(read_file(temp.path() / "junit.xml"), Not(HasSubstr("[[ATTACHMENT")));
}

TEST(ReportFiles, StateThatAKilledRunDidNotEnd) {
  const TempFolder temp;
  Case one = case_of("pays", 1);
  one.attachments = {{"screenshot", "image/png", "PNG", ""}};
  Case flaky = one;
  one.outcome = results::Outcome::Failed;
  flaky.outcome = results::Outcome::Flaky;
  flaky.earlier_attempts = {one};
  write_reports(run_of({flaky}), temp.path());
  std::ofstream(temp.path() / "attachments/mine") << "x";
  begin_reports(run_of({case_of("another", 1)}), temp.path());
  EXPECT_THAT(files_below(temp.path()), ElementsAre("attachments/mine", "index.html", "junit.xml", "results.json"));
  EXPECT_EQ(xpath(read_file(temp.path() / "junit.xml"), "string(/testsuites/@errors)"), "1");
  EXPECT_EQ(xpath(read_file(temp.path() / "junit.xml"), "count(//skipped)"), "1");
  EXPECT_THAT(read_file(temp.path() / "index.html"), HasSubstr("the run did not complete"));
}

TEST(ReportFiles, RemoveNothingThatAForgedResultNames) {
  const TempFolder temp;
  Case one = case_of("pays", 1);
  one.attachments = {{"a", "text/plain", "", "attachments/../../kept"}, {"b", "text/plain", "", "../kept"}};
  fs::create_directories(temp.path() / "reports/attachments");
  std::ofstream(temp.path() / "kept") << "x";
  std::ofstream(temp.path() / "reports/results.json")
      << results::run_to_text(run_of({one}), results::AttachmentBytes::LeftOut);
  begin_reports(run_of({one}), temp.path() / "reports");
  EXPECT_TRUE(fs::exists(temp.path() / "kept"));
  std::ofstream(temp.path() / "reports/results.json") << "no results";
  EXPECT_NO_THROW(begin_reports(run_of({one}), temp.path() / "reports"));
}

// A limit on the size of files stands for a full disk: writing stops in the middle for root too.
TEST(ReportFiles, LeaveNoPartialFileIfWritingStops) {
  const TempFolder temp;
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{100, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string message = message_of_writing(all_passed(), temp.path());
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(message, AllOf(HasSubstr((temp.path() / "junit.xml").string()), HasSubstr("File too large")));
  EXPECT_THAT(files_below(temp.path()), testing::IsEmpty());
}

}  // namespace
}  // namespace casement::reports
