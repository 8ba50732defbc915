// Programs that are no browser and are started as one: what is told of them, and that nothing of them is left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "casement/base/error.h"
#include "casement/browser/host/browser_session.h"
#include "casement/process/process_table.h"
#include "specs/support/patience.h"

namespace casement {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

class Launch : public testing::Test {
 protected:
  void TearDown() override {
    fs::remove(path_);
    fs::remove(path_ + ".folder");
  }

  // The error of a launch of this script, which has said first where its folder is.
  Error error_of(const std::string& script, Deadline deadline) {
    std::ofstream(path_) << "#!/bin/sh\necho \"$TMPDIR\" > \"$0.folder\"\n" << script << "\n";
    ::chmod(path_.c_str(), 0700);
    LaunchOptions options;
    options.browser = {path_, browser_kind(path_)};
    try {
      BrowserSession::launch(options, deadline);
    } catch (const Error& error) {
      return error;
    }
    return {ErrorKind::Internal, "launched"};
  }
  void expect_no_trace() {
    std::string folder;
    std::ifstream(path_ + ".folder") >> folder;
    ASSERT_NE(folder, "");
    EXPECT_FALSE(fs::exists(folder));
    EXPECT_THAT(live_processes(0, folder), IsEmpty());
  }

  const std::string path_ = "/tmp/csmspec-launch-" + std::to_string(::getpid());
};

TEST_F(Launch, ReportsAProgramThatNeverAnswers) {
  for (const char* const script :
       {"exec sleep 1000", "printf 'hello\\0{}\\0[]\\0{\"id\":77}\\0' >&4; exec sleep 1000"}) {
    const Error error = error_of(script, Deadline::in(specs::soon(500ms)));
    EXPECT_EQ(error.kind(), ErrorKind::Environment) << script;
    EXPECT_THAT(error.message(), HasSubstr("the browser did not answer: Browser.getVersion was not answered in time"))
        << script;
    EXPECT_THAT(error.full_text(), HasSubstr(path_));
    expect_no_trace();
  }
}

TEST_F(Launch, ReportsAProgramThatPrintsWithoutEnd) {
  for (const char* const script :
       {"exec cat /dev/zero >&4", "while printf y >&4; do :; done & exec yes 'no display' >&2"}) {
    const Error error = error_of(script, Deadline::in(specs::soon(500ms)));
    EXPECT_EQ(error.kind(), ErrorKind::Environment) << script;
    EXPECT_THAT(error.message(), HasSubstr("the browser did not answer: Browser.getVersion was not answered in time"))
        << script;
    EXPECT_LT(error.full_text().size(), 200'000u);
    expect_no_trace();
  }
}

TEST_F(Launch, ReportsAProgramThatClosesItsPipesAtOnce) {
  const Error error = error_of("exec 3<&- 4>&-; exec sleep 1000", Deadline::never());
  EXPECT_EQ(error.kind(), ErrorKind::Environment);
  EXPECT_EQ(error.message(), path_ + " closed its debugging pipe while starting, and is still running");
  expect_no_trace();
}

TEST_F(Launch, ReportsTheExitCodeOfTheProgram) {
  const Error error = error_of("echo 'libnss3.so: not found' >&2; exit 127", Deadline::never());
  EXPECT_EQ(error.kind(), ErrorKind::Environment);
  EXPECT_THAT(error.full_text(),
              AllOf(HasSubstr(path_ + " exited with code 127 while starting"), HasSubstr("libnss3.so: not found")));
  expect_no_trace();
}

}  // namespace
}  // namespace casement
