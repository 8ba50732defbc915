// Files that a page downloads: named, saved, cancelled, cut off.
#include <unistd.h>

#include <casement/testing.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "casement/api/engine.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/context/far_file.h"
#include "casement/browser/page/page_session.h"
#include "specs/support/half_file_server.h"

namespace {

using namespace casement;
using testing::HasSubstr;

constexpr std::chrono::seconds kDownloadPatience{30};

DownloadRecord first_ended_download(Page& page) {
  PageSession& target = engine_of(page);
  const cdp::Connection::EngineLock lock(target.connection());
  const auto& all = target.downloads().log().entries();
  EXPECT_TRUE(target.connection().pump_until([&] { return !all.empty() && all.front().end_number != 0; },
                                             Deadline::in(kDownloadPatience)));
  return page.downloads().all().at(0);
}

Error error_of_download(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return Error(ErrorKind::Internal, "");
}

std::string download_target() {
  return "/tmp/casement-spec-" + std::to_string(::getpid()) + ".csv";
}

class Downloads : public SiteTest<"network"> {
 protected:
  void SetUp() override {
    SiteTest::SetUp();
    page().set_default_timeout(kDownloadPatience);
  }
  DownloadRecord ended_download() { return first_ended_download(page()); }
};

TEST_F(Downloads, ADownloadIsNamedAndSaved) {
  page().open("http://top.test/windows.html");
  page().click("link \"Report\"");
  const DownloadRecord download = ended_download();
  EXPECT_EQ(download.suggested_name, "report 2026.csv");
  EXPECT_EQ(download.url, "http://top.test/report.csv");
  EXPECT_EQ(download.state, DownloadRecord::State::Complete);
  EXPECT_EQ(download.received_bytes, 8);
  const std::string path = download_target();
  page().downloads().save(download, path);
  std::ifstream file(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "a;b\n1;2\n");
  std::filesystem::remove(path);
  EXPECT_EQ(page().title(), "Windows");
}

TEST_F(Downloads, ADownloadOfACrossSiteFrameNamesItsFrame) {
  page().open("http://top.test/windows.html", {LoadState::Loaded});
  page().click("link \"Guest's report\"");
  const DownloadRecord download = ended_download();
  EXPECT_EQ(download.url, "http://other.test/report.csv");
  EXPECT_EQ(download.place.url, "http://other.test/windows.html");
}

TEST_F(Downloads, ADownloadInAWindowThatClosesAgainIsItsOpeners) {
  page().open("http://top.test/windows.html");
  page().click("link \"Report in a window\"");
  EXPECT_EQ(ended_download().suggested_name, "report 2026.csv");
}

TEST_F(Downloads, SaveReportsAMissingDownloadOrFolder) {
  page().open("http://top.test/windows.html");
  page().click("link \"Report\"");
  const DownloadRecord done = ended_download();
  page().downloads().cancel(done);  // too late, and harmless
  EXPECT_EQ(page().downloads().all().at(0).state, DownloadRecord::State::Complete);
  EXPECT_EQ(error_of_download([&] { page().downloads().save({.id = "none"}, "/tmp/x"); }).kind(), ErrorKind::Usage);
  EXPECT_EQ(error_of_download([&] { page().downloads().save(done, "/nowhere/at/all/x.csv"); }).kind(),
            ErrorKind::Environment);
}

// Of a browser on another machine the protocol brings the file.
class FarFiles : public BrowserTest {
 protected:
  void SetUp() override {
    BrowserTest::SetUp();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override {
    std::filesystem::remove_all(folder_);
    BrowserTest::TearDown();
  }
  void copy(const std::string& from, std::size_t size, const std::string& to) {
    const cdp::Connection::EngineLock lock(engine_of(page()).connection());
    copy_far_file(engine_of(context()), from, size, to, Deadline::in(kDownloadPatience));
  }
  static std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }

  std::string folder_ = "/tmp/casement-far-" + std::to_string(::getpid());
};

TEST_F(FarFiles, AreCopiedAtAnySize) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{1024 * 1024}, std::size_t{2'500'000}}) {
    std::string bytes;
    for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(i * 7 + i / 251);
    std::ofstream(folder_ + "/far", std::ios::binary) << bytes;
    copy(folder_ + "/far", size, folder_ + "/here");
    EXPECT_TRUE(bytes_of(folder_ + "/here") == bytes) << size;
  }
  EXPECT_EQ(context().pages().size(), 1u);
}

TEST_F(FarFiles, ReportAMissingFile) {
  const Error missing = error_of_download([&] { copy(folder_ + "/none", 3, folder_ + "/here"); });
  EXPECT_EQ(missing.kind(), ErrorKind::Environment);
  EXPECT_THAT(missing.message(), HasSubstr("the browser's machine has no file " + folder_ + "/none"));
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/here"));
  std::ofstream(folder_ + "/far") << "tea";
  const Error unwritable = error_of_download([&] { copy(folder_ + "/far", 3, "/nowhere/at/all"); });
  EXPECT_EQ(unwritable.kind(), ErrorKind::Environment);
  EXPECT_THAT(unwritable.message(), HasSubstr("cannot write /nowhere/at/all"));
  EXPECT_EQ(context().pages().size(), 1u);
}

TEST_F(Downloads, SaveReportsAFileMissingOnTheBrowsersMachine) {
  page().open("http://top.test/windows.html");
  page().click("link \"Report\"");
  const DownloadRecord done = ended_download();
  std::filesystem::remove(done.path);
  const Error error = error_of_download([&] { page().downloads().save(done, download_target()); });
  EXPECT_EQ(error.kind(), ErrorKind::Environment);
  EXPECT_THAT(error.message(), HasSubstr("the browser's machine has no file " + done.path));
}

// A file of which the server has sent a part.
class HalfDownloads : public BrowserTest {
 protected:
  void SetUp() override {
    BrowserTest::SetUp();
    page().set_default_timeout(kDownloadPatience);
    page().open("data:text/html,<title>Files</title><a href='" + server_.url() + "'>File</a>");
    auto begun = page().next_download();
    page().click("link \"File\"");
    download_ = begun.get(kDownloadPatience);
    server_.wait_for_request();
  }
  // Neither a file where it was to be saved, nor what Chrome had of it; and the page goes on.
  void expect_failed_without_a_file() {
    const Error error = error_of_download([&] { page().downloads().save(download_, download_target()); });
    EXPECT_EQ(error.kind(), ErrorKind::Navigation) << error.full_text();
    EXPECT_EQ(error.message(),
              "the download of " + server_.url() + " failed: the download was cancelled, or its connection was cut");
    EXPECT_FALSE(std::filesystem::exists(download_target()));
    EXPECT_EQ(page().downloads().all().at(0).state, DownloadRecord::State::Failed);
    EXPECT_FALSE(std::filesystem::exists(download_.path));
    EXPECT_EQ(page().title(), "Files");
  }
  specs::HalfFileServer server_;
  DownloadRecord download_;
};

TEST_F(HalfDownloads, FailIfTheyAreCancelled) {
  EXPECT_EQ(download_.state, DownloadRecord::State::UnderWay);
  page().downloads().cancel(download_);
  first_ended_download(page());
  expect_failed_without_a_file();
  page().downloads().cancel(download_);  // again, and harmless
}

TEST_F(HalfDownloads, FailIfTheConnectionEnds) {
  server_.cut();
  expect_failed_without_a_file();
}

TEST_F(HalfDownloads, TimeOutAndCanBeCancelledAfterwards) {
  const Error error = error_of_download(
      [&] { page().downloads().save(download_, download_target(), {std::chrono::milliseconds(100)}); });
  EXPECT_EQ(error.kind(), ErrorKind::Timeout);
  EXPECT_THAT(error.message(), HasSubstr("did not complete within 100 ms"));
  page().downloads().cancel(download_);
  expect_failed_without_a_file();
}

TEST_F(HalfDownloads, SaveTimesOutIfThePageIsClosed) {
  page().close();
  const Error error = error_of_download(
      [&] { page().downloads().save(download_, download_target(), {std::chrono::milliseconds(100)}); });
  EXPECT_EQ(error.kind(), ErrorKind::Timeout) << error.full_text();
  EXPECT_FALSE(std::filesystem::exists(download_target()));
}

}  // namespace
