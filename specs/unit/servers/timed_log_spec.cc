// Logs with the arrival time of each line, and the lines of programs for traces.
#include "casement/servers/timed_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "casement/base/utc_time.h"
#include "casement/servers/process.h"
#include "casement/servers/process_outputs.h"
#include "casement/servers/program_lines.h"

namespace casement {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

using Lines = std::vector<std::pair<double, std::string>>;

class TimedLogs : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_);
    ProcessOutputs::forget_ended();
  }
  void TearDown() override { fs::remove_all(folder_); }
  static Lines read(const std::string& path, double since = 0) {
    Lines lines;
    read_timed_log(path, since, [&](double at, bool, const std::string& line) { lines.emplace_back(at, line); });
    return lines;
  }
  // Runs the script to its end, with `path_` as its log.
  void print(const std::string& script) const {
    const Process program("/bin/sh", {.arguments = {"-c", script}, .log_file = path_});
    ASSERT_TRUE(program.wait_for_end(Milliseconds(60'000)));
    program.output();  // waits for the rest
  }
  // The lines of a log, as another process reads them for a trace.
  static std::vector<results::ProgramLine> lines_of_log(const std::string& path, double since = 0) {
    std::vector<results::ProgramLine> lines;
    ProcessOutputs::forget_ended();
    read_program_lines({{"shop", "", path}}, since,
                       [&](results::ProgramLine line) { lines.push_back(std::move(line)); });
    return lines;
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / ("casement-timed-" + std::to_string(::getpid()));
  const std::string path_ = (folder_ / "shop.log").string();
};

TEST_F(TimedLogs, GiveTheLinesSinceATime) {
  TimedLog log;
  log.open(path_);
  log.write("one", 1000);
  log.write("two", 1000.5);  // at most 1 ms too early
  log.write("", 2000.25);
  log.write("three", 3000);
  EXPECT_THAT(read(path_), ElementsAre(Pair(1000, "one"), Pair(1000, "two"), Pair(2000.25, ""), Pair(3000, "three")));
  EXPECT_THAT(read(path_, 2000.25), ElementsAre(Pair(2000.25, ""), Pair(3000, "three")));
  EXPECT_THAT(read(path_, 3001), IsEmpty());
  std::ofstream(path_, std::ios::app) << "unfinished";
  EXPECT_EQ(read(path_).size(), 4u);
}

TEST_F(TimedLogs, AreReadAsFarAsTheyExist) {
  print("echo one; echo two");
  EXPECT_EQ(lines_of_log(path_).size(), 2u);
  fs::resize_file(path_, 5);
  EXPECT_EQ(lines_of_log(path_).size(), 1u);
  fs::remove(path_);
  EXPECT_THAT(lines_of_log(path_), IsEmpty());
  print("echo one");
  fs::remove(path_ + ".times");
  EXPECT_THAT(lines_of_log(path_), IsEmpty());
  EXPECT_THAT(lines_of_log(""), IsEmpty());
}

TEST_F(TimedLogs, TakeALineWhenTheProgramFlushesIt) {
  const double began = wall_milliseconds();
  print(
      "exec python3 -c 'import time\n"
      "for i in range(20): print(time.time() * 1000, flush=True); time.sleep(0.02)'");
  const Lines lines = read(path_, began);
  ASSERT_EQ(lines.size(), 20u);
  double nearest = 1e9;
  for (const auto& [at, text] : lines) {
    const double delay = at - std::strtod(text.c_str(), nullptr);
    EXPECT_GT(delay, -1.1) << text;
    nearest = std::min(nearest, delay);
  }
  EXPECT_LT(nearest, 10);  // a busy machine delays some lines
}

TEST_F(TimedLogs, LinesOfAProgramThatBuffersMayBeEarlier) {
  const auto late = [&](const std::string& script) {
    print(script);
    std::size_t count = 0;
    for (const results::ProgramLine& line : lines_of_log(path_)) count += line.late ? 1 : 0;
    return count;
  };
  const std::string lines =
      "import time\nfor i in range(600): print(\"line\", i, \"x\" * (i % 50)); time.sleep(0.003)'";
  EXPECT_EQ(late("unset PYTHONUNBUFFERED; exec python3 -c '" + lines), 600u);
  EXPECT_EQ(late("exec python3 -u -c '" + lines), 0u);
  EXPECT_EQ(
      late("exec perl -e 'for (1..2000) { print qq(line $_\\n); select undef, undef, undef, 0.001 } print qq(end\\n)'"),
      2001u);
}

TEST_F(TimedLogs, ALineCountsWhenItsEndArrives) {
  const double began = wall_milliseconds();
  print("printf 'half '; sleep 0.3; echo whole");
  const Lines lines = read(path_);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].second, "half whole");
  EXPECT_GE(lines[0].first, began + 299);
}

TEST_F(TimedLogs, AFloodHasFewTimes) {
  print("head -c 50000000 /dev/zero | tr '\\0' x | fold -w 100");
  EXPECT_EQ(fs::file_size(path_), 50'500'000u);
  EXPECT_LT(fs::file_size(path_ + ".times"), 2'000'000u);
  EXPECT_EQ(read(path_).size(), 500'000u);
}

TEST_F(TimedLogs, ControlCharactersAndCommandsOfBuildServersDoNotReachTheTrace) {
  print("printf '\\033[31mred\\r\\n\\000\\377\\tb\\n::error::no\\n##[group]x\\n'");
  std::vector<std::string> texts;
  for (const results::ProgramLine& line : lines_of_log(path_)) texts.push_back(line.text);
  EXPECT_THAT(texts, ElementsAre("\\x1b[31mred", "\\x00\uFFFD\tb", ": :error::no", "# #[group]x"));
}

TEST_F(TimedLogs, AFullDiskHurtsNobody) {
  Process program("/bin/sh", {.arguments = {"-c", "echo one; echo two; exit 3"}, .log_file = "/dev/full"});
  ASSERT_TRUE(program.wait_for_end(Milliseconds(60'000)));
  EXPECT_EQ(program.output(), "one\ntwo\n");
  EXPECT_EQ(program.stop(), 3);
  EXPECT_FALSE(fs::exists("/dev/full.times"));
  fs::create_symlink("/dev/full", path_ + ".times");
  print("echo one; sleep 0.1; echo two");
  EXPECT_THAT(read(path_), IsEmpty());
}

TEST_F(TimedLogs, ProgramsOfThisProcessNeedNoLog) {
  const double began = wall_milliseconds();
  {
    const Process ended("/bin/sh", {.arguments = {"-c", "echo gone, key=sugar"}, .name = "shop", .secrets = {"sugar"}});
    ASSERT_TRUE(ended.wait_for_end(Milliseconds(60'000)));
  }
  const Process runs("/bin/sh", {.arguments = {"-c", "echo up; exec sleep 100"}, .name = "shop", .ready_line = "up"});
  std::vector<std::string> lines;
  const auto take = [&](const results::ProgramLine& line) { lines.push_back(line.program + ": " + line.text); };
  read_program_lines({}, began, take);
  EXPECT_THAT(lines, ElementsAre("shop: gone, key=•••", "shop-2: up"));
  lines.clear();
  read_program_lines({}, wall_milliseconds(), take);
  EXPECT_THAT(lines, IsEmpty());
}

TEST_F(TimedLogs, AProgramOfThisProcessKeepsItsNewestMegabyte) {
  const Process program("/bin/sh",
                        {.arguments = {"-c", "head -c 5000000 /dev/zero | tr '\\0' x | fold -w 99; echo; echo end"}});
  ASSERT_TRUE(program.wait_for_end(Milliseconds(60'000)));
  program.output();
  const std::vector<results::ProgramLine> lines = ProcessOutputs::lines(0);
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(lines.back().text, "end");
  EXPECT_GT(lines.size(), 9'000u);
  EXPECT_LT(lines.size(), 11'000u);
}

}  // namespace
}  // namespace casement
