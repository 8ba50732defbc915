#include "casement/base/zip_file.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace casement {
namespace {

namespace fs = std::filesystem;

// What a program that nobody here wrote finds in an archive: name and content of each file.
std::string found_by_python(const std::string& zip) {
  std::string folder = (fs::temp_directory_path() / "casement-zip-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) return "no folder";
  std::ofstream(folder + "/a.zip", std::ios::binary) << zip;
  std::ofstream(folder + "/read.py") << "import sys, zipfile\n"
                                        "archive = zipfile.ZipFile(sys.argv[1])\n"
                                        "bad = archive.testzip()\n"
                                        "for one in archive.infolist():\n"
                                        "  sys.stdout.buffer.write((one.filename + '=').encode() + archive.read(one))\n"
                                        "sys.stdout.write('' if bad is None else 'BAD')\n";
  std::string said;
  if (FILE* const pipe = ::popen(("cd '" + folder + "' && python3 read.py a.zip 2>&1").c_str(), "r")) {
    char piece[4096];
    for (std::size_t got; (got = std::fread(piece, 1, sizeof piece, pipe)) > 0;) said.append(piece, got);
    ::pclose(pipe);
  }
  fs::remove_all(folder);
  return said;
}

std::string found_in(const std::string& name, const std::string& content) {
  return found_by_python(zip_of(std::vector<ZippedFile>{{name, content}}));
}

TEST(ZipFile, IsReadByOthers) {
  EXPECT_EQ(found_in("tea.txt", "green tea"), "tea.txt=green tea");
}

TEST(ZipFile, HoldsAnyBytes) {
  std::string bytes;
  for (int i = 0; i < 70'000; ++i) bytes += static_cast<char>(i * 31);
  EXPECT_EQ(found_in("a", bytes), "a=" + bytes);
}

TEST(ZipFile, HoldsAnEmptyFileAndAnyName) {
  EXPECT_EQ(found_in("Grüner Tee.pdf", ""), "Grüner Tee.pdf=");
}

TEST(ZipFile, HoldsFilesOfFoldersInOrder) {
  EXPECT_EQ(found_by_python(zip_of(std::vector<ZippedFile>{{"a", "1"}, {"b/c.txt", "22"}, {"b/d", ""}})),
            "a=1b/c.txt=22b/d=");
  EXPECT_EQ(found_by_python(zip_of({})), "");
}

}  // namespace
}  // namespace casement
