// The upload of a folder, as HTML's `webkitdirectory` has it (WICG File and Directory Entries API, section 5).
#include <casement/testing.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "specs/support/patience.h"
#include "specs/support/shown_markup.h"

namespace {

using namespace casement;
using testing::HasSubstr;

class ChosenFolder : public SiteTest<"actions"> {
 protected:
  ChosenFolder() {
    std::filesystem::create_directories(photos_ / "sub");
    std::filesystem::create_directories(photos_.string() + "_none");
    std::filesystem::create_directories(photos_.string() + "_other");
    std::ofstream(photos_ / "a.txt") << "a";
    std::ofstream(photos_ / "sub" / "b.txt") << "b";
    std::ofstream(photos_.string() + "_other/c.txt") << "c";
  }
  ~ChosenFolder() override { std::filesystem::remove_all(folder_); }
  void show(const std::string& markup, const std::string& script = "") {
    page().open("http://actions.test/blank.html");
    page().evaluate("window.hits = []; " + specs::show_in_body(markup) + "; " + script + "; 0");
  }
  std::string hits() { return page().evaluate("hits.join()").get<std::string>(); }
  // Of an upload that is refused.
  std::string refusal(const std::string& target, const std::string& path) {
    try {
      page().upload(target, {path}, {specs::soon(std::chrono::seconds(1))});
    } catch (const Error& error) {
      return error.message();
    }
    ADD_FAILURE() << "it was done";
    return "";
  }
  const std::string file_ = std::string(CASEMENT_SOURCE_DIR) + "/LICENSE";
  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      ("casement_" + std::to_string(::getpid()) + testing::UnitTest::GetInstance()->current_test_info()->name());
  const std::filesystem::path photos_ = folder_ / "photos";
};
constexpr const char* kTellPaths =
    "input.onchange = () => hits.push([...input.files].map(file => file.webkitRelativePath).sort().join('+'))";

TEST_F(ChosenFolder, IsTakenWithAllThatIsInIt) {
  show("<input type=file webkitdirectory aria-label=Photos>",
       std::string("const input = document.querySelector('input'); ") + kTellPaths);
  page().upload("css=input", {photos_.string()});
  EXPECT_EQ(hits(), "photos/a.txt+photos/sub/b.txt");
}

// Chrome leaves them out, so that nothing outside of the folder is sent by one.
TEST_F(ChosenFolder, IsTakenWithoutItsLinks) {
  std::filesystem::create_symlink(file_, photos_ / "link.txt");
  std::filesystem::create_directory_symlink(photos_.string() + "_other", photos_ / "out");
  show("<input type=file webkitdirectory>");
  page().upload("css=input", {photos_.string()});
  EXPECT_EQ(page().evaluate("document.querySelector('input').files.length"), 2);
}

TEST_F(ChosenFolder, IsTakenASecondTimeToo) {
  show("<input type=file webkitdirectory aria-label=Photos>");
  for (int i = 0; i < 2; ++i) {
    page().upload("css=input", {photos_.string()});
    EXPECT_EQ(page().evaluate("document.querySelector('input').files.length"), 2);
  }
}

TEST_F(ChosenFolder, IsTakenByAPageThatEmptiesItsInputAtOnce) {
  show("<input type=file webkitdirectory>",
       "const input = document.querySelector('input'); input.onchange = () => { hits.push(input.files.length); "
       "input.value = '' }");
  page().upload("css=input", {photos_.string()});
  EXPECT_EQ(hits(), "2");
}

TEST_F(ChosenFolder, IsTakenByAChooser) {
  show("<input type=file webkitdirectory hidden><button>Add photos</button>",
       std::string("const input = document.querySelector('input'); document.querySelector('button').onclick = () => "
                   "input.click(); ") +
           kTellPaths);
  page().upload(R"(button "Add photos")", {photos_.string()});
  EXPECT_EQ(hits(), "photos/a.txt+photos/sub/b.txt");
  EXPECT_THAT(refusal(R"(button "Add photos")", file_),
              HasSubstr("it opened a file chooser for a folder, which does not accept files"));
}

TEST_F(ChosenFolder, IsRefusedForFilesAndFilesForAFolder) {
  show("<input type=file id=files><input type=file webkitdirectory id=folder>");
  EXPECT_THAT(refusal("css=#files", photos_.string()), HasSubstr("it accepts files, not a folder"));
  EXPECT_THAT(refusal("css=#folder", file_), HasSubstr("it accepts a folder, not files"));
  EXPECT_THAT(refusal("css=#folder", photos_.string() + "_none"), HasSubstr("has no files to upload"));
}

}  // namespace
