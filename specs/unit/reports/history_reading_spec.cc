#include "casement/reports/history_reading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "approved.h"
#include "casement/base/error.h"
#include "casement/reports/history_files.h"
#include "casement/reports/history_json.h"
#include "casement/reports/report_files.h"
#include "example_histories.h"
#include "temp_folder.h"

namespace casement::reports {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

class HistoryFolder : public testing::Test {
 protected:
  void report(const std::string& name, const results::Run& run) { write_reports(run, folder() / name); }
  void write(const std::string& name, const std::string& text) {
    fs::create_directories((folder() / name).parent_path());
    std::ofstream(folder() / name, std::ios::binary) << text;
  }
  History read(const std::string& name = "") {
    HistoryJoiner joiner;
    unread_ = read_history(name.empty() ? folder() : folder() / name, joiner);
    DroppedHistory dropped;
    return joiner.done({0, kFirstDay + 1000 * kDay}, dropped);
  }
  const fs::path& folder() const { return temp_.path(); }

  std::vector<UnreadFile> unread_;

 private:
  const TempFolder temp_;
};

TEST_F(HistoryFolder, HasARunForEachResultsFile) {
  report("1", run_on(0, {passed("a")}));
  report("deep/er/2", run_on(1, {failed("a")}));
  EXPECT_EQ(read().runs.size(), 2u);
  EXPECT_THAT(unread_, IsEmpty());
  EXPECT_EQ(read("1").runs.size(), 1u);
  EXPECT_EQ(read("1/results.json").runs.size(), 1u);
}

TEST_F(HistoryFolder, ReadsResultsThatOnlyTheWholeReaderCanRead) {
  write("1/results.json", R"({"format":"casement results","version":1.0,"info":{"started":"2026-03-01T12:00:00Z"},
      "suites":[{"cases":[{"n\u0061me":"a","repetition":2.0}]}]})");
  const History history = read();
  EXPECT_THAT(unread_, IsEmpty());
  ASSERT_EQ(history.cases.size(), 1u);
  EXPECT_EQ(history.cases[0].name, "a");
  EXPECT_EQ(history.cases[0].repetition, 2);
}

// As after `casement report finish`: the tests have written their results below the joined ones.
TEST_F(HistoryFolder, DoesNotReadThePartsOfARun) {
  report("all", run_on(0, {passed("a")}));
  report("all/test", run_on(1, {passed("a")}));
  EXPECT_EQ(read().runs.size(), 1u);
}

TEST_F(HistoryFolder, NeedsNoAttachments) {
  Case one = failed("a");
  one.attachments = {{"screenshot", "image/png", small_png(), ""}};
  report("1", run_on(0, {one}));
  fs::remove_all(folder() / "1/attachments");
  EXPECT_EQ(read().runs.size(), 1u);
}

TEST_F(HistoryFolder, JoinsEarlierHistories) {
  report("1", run_on(0, {passed("a")}));
  report("2", run_on(1, {failed("a")}));
  const std::string whole = history_to_text(read());
  write_history(read("1"), {}, {}, "", folder() / "cache");
  fs::remove_all(folder() / "1");
  EXPECT_EQ(history_to_text(read()), whole);
  EXPECT_EQ(read("cache/history.json").runs.size(), 1u);
}

TEST_F(HistoryFolder, NamesAndSkipsWhatItCannotRead) {
  report("1", run_on(0, {passed("a")}));
  report("no_start", results::Run());
  write("cut/results.json", read_file(folder() / "1/results.json").substr(0, 200));
  write("foreign/results.json", "{\"tests\": 5}");
  write("damaged/history.json", "{\"format\":\"casement history\",\"version\":1}");
  fs::create_directory_symlink(folder() / "1", folder() / "link");
  EXPECT_EQ(read().runs.size(), 1u);
  std::string all;
  for (const UnreadFile& file : unread_)
    all += file.path.lexically_relative(folder()).string() + ": " + file.reason + "\n";
  EXPECT_THAT(all, HasSubstr("cut/results.json: not a results file of Casement\n"));
  EXPECT_THAT(all, HasSubstr("damaged/history.json: the history is damaged: "));
  EXPECT_THAT(all, HasSubstr("foreign/results.json: not a results file of Casement\n"));
  EXPECT_THAT(all, HasSubstr("no_start/results.json: the results contain no valid start time\n"));
  EXPECT_EQ(unread_.size(), 4u);
  read("missing");
  ASSERT_EQ(unread_.size(), 1u);
  EXPECT_EQ(unread_[0].reason, "No such file or directory");
}

TEST_F(HistoryFolder, DoesNotReplaceAHistoryThatCannotBeRead) {
  write("out/history.json", "{\"format\":\"casement history\",\"version\":2}");
  report("1", run_on(0, {passed("a")}));
  const History history = read();
  ASSERT_EQ(unread_.size(), 1u);
  EXPECT_THROW(write_history(history, {}, unread_, "", folder() / "out"), Error);
  EXPECT_THAT(read_file(folder() / "out/history.json"), HasSubstr("\"version\":2"));
}

TEST_F(HistoryFolder, AFolderThatCannotBeWrittenIsNamed) {
  write("file", "");
  try {
    write_history({}, {}, {}, "", folder() / "file/out");
    ADD_FAILURE() << "written";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Environment);
    EXPECT_THAT(error.message(), HasSubstr("cannot write the report " + (folder() / "file/out").string()));
  }
}

}  // namespace
}  // namespace casement::reports
