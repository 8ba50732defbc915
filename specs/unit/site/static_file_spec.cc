#include "casement/site/static_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>

#include "temporary_site.h"

namespace casement::site {
namespace {

using Kind = FoundFile::Kind;

class StaticFile : public testing::Test {
 protected:
  StaticFile() {
    site_.write("secret.txt", "secret").write("root/a.txt", "a").write("root/cart.html", "cart");
    site_.write("root/dir/index.html", "dir").write("root/bare/x.txt", "x");
    site_.write("root2/x.txt", "x");
  }
  FoundFile find(std::string_view path) { return find_file(site_.folder() / "root", path); }

  TemporarySite site_;
};

TEST_F(StaticFile, IsFoundByItsPath) {
  const FoundFile found = find("/a.txt");
  EXPECT_EQ(found.kind, Kind::File);
  EXPECT_EQ(found.size, 1u);
}

TEST_F(StaticFile, IsFoundWithoutTheSuffixOfAPage) {
  EXPECT_EQ(find("/cart").path.filename(), "cart.html");
  EXPECT_EQ(find("/a").kind, Kind::None);
}

TEST_F(StaticFile, AFolderHasItsIndex) {
  EXPECT_EQ(find("/dir/").path.filename(), "index.html");
  EXPECT_EQ(find("/dir").kind, Kind::Folder);
  EXPECT_EQ(find("/bare/").kind, Kind::None);
  EXPECT_EQ(find("/").kind, Kind::None);
}

TEST_F(StaticFile, IsNeverOutsideTheFolder) {
  for (const char* path : {"/../secret.txt", "/dir/../../secret.txt", "/..", "/../", "/./a.txt", "//a.txt",
                           "/dir//index.html", "/../root2/x.txt", "/dir/..", "/a.txt/"}) {
    EXPECT_EQ(find(path).kind, Kind::None) << path;
  }
  EXPECT_EQ(find(std::string_view("/a.txt\0.html", 12)).kind, Kind::None);
}

// Bazel fills its folder of runfiles with links to the files that a test declares.
TEST_F(StaticFile, IsReachedByALinkAmongRunfiles) {
  std::filesystem::create_symlink("../secret.txt", site_.folder() / "root/link.txt");
  ::setenv("RUNFILES_DIR", site_.folder().c_str(), 1);
  EXPECT_EQ(find("/link.txt").size, 6u);
  ::setenv("RUNFILES_DIR", (site_.folder() / "root2").c_str(), 1);
  EXPECT_EQ(find("/link.txt").kind, Kind::None);
  ::unsetenv("RUNFILES_DIR");
}

TEST_F(StaticFile, IsNotReachedByALinkOutOfTheFolder) {
  const auto root = site_.folder() / "root";
  std::filesystem::create_symlink("../secret.txt", root / "link.txt");
  std::filesystem::create_symlink("/etc", root / "etc");
  std::filesystem::create_symlink("../root2", root / "sibling");
  std::filesystem::create_symlink("loop", root / "loop");
  for (const char* path : {"/link.txt", "/etc/passwd", "/sibling/x.txt", "/loop", "/etc"}) {
    EXPECT_EQ(find(path).kind, Kind::None) << path;
  }
}

TEST_F(StaticFile, IsReachedByALinkInsideTheFolder) {
  std::filesystem::create_symlink("../a.txt", site_.folder() / "root/dir/inner.txt");
  EXPECT_EQ(find("/dir/inner.txt").kind, Kind::File);
}

TEST_F(StaticFile, IsNotAPipe) {
  ASSERT_EQ(::mkfifo((site_.folder() / "root/pipe").c_str(), 0600), 0);
  EXPECT_EQ(find("/pipe").kind, Kind::None);
}

TEST_F(StaticFile, IsNotFoundUnderHostileNames) {
  EXPECT_EQ(find("/" + std::string(5000, 'x')).kind, Kind::None);
  EXPECT_EQ(find("/\xFF\xFE\r\n").kind, Kind::None);
}

TEST(ContentType, NamesTheCharsetOfText) {
  EXPECT_EQ(content_type_of("a.html"), "text/html; charset=utf-8");
  EXPECT_EQ(content_type_of("a.JS"), "text/javascript; charset=utf-8");
  EXPECT_EQ(content_type_of("a.png"), "image/png");
  EXPECT_EQ(content_type_of("a"), "application/octet-stream");
}

struct RangeCase {
  const char* header;
  RangeRequest::Kind kind;
  std::uint64_t first, length;
};

TEST(Range, IsParsedAsTheStandardRequires) {
  using K = RangeRequest::Kind;
  for (const RangeCase& wanted : {
           RangeCase{"bytes=0-3", K::Part, 0, 4},
           RangeCase{"bytes=2-", K::Part, 2, 8},
           RangeCase{"bytes=-3", K::Part, 7, 3},
           RangeCase{"bytes=-99", K::Part, 0, 10},
           RangeCase{"bytes=5-99", K::Part, 5, 5},
           RangeCase{"BYTES=9-9", K::Part, 9, 1},
           RangeCase{"bytes=10-", K::Unsatisfiable, 0, 0},
           RangeCase{"bytes=-0", K::Unsatisfiable, 0, 0},
           RangeCase{"bytes=3-2", K::Whole, 0, 0},
           RangeCase{"bytes=0-1,4-5", K::Whole, 0, 0},
           RangeCase{"bytes=", K::Whole, 0, 0},
           RangeCase{"bytes=-", K::Whole, 0, 0},
           RangeCase{"lines=1-2", K::Whole, 0, 0},
           RangeCase{"bytes=99999999999999999999-", K::Whole, 0, 0},
       }) {
    const RangeRequest range = parse_range(wanted.header, 10);
    EXPECT_EQ(range.kind, wanted.kind) << wanted.header;
    EXPECT_EQ(range.part.first, wanted.first) << wanted.header;
    EXPECT_EQ(range.part.length, wanted.length) << wanted.header;
  }
}

TEST(Range, IsUnsatisfiableForAnEmptyFile) {
  EXPECT_EQ(parse_range("bytes=0-", 0).kind, RangeRequest::Kind::Unsatisfiable);
  EXPECT_EQ(parse_range("bytes=-5", 0).kind, RangeRequest::Kind::Unsatisfiable);
}

}  // namespace
}  // namespace casement::site
