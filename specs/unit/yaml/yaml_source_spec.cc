#include "casement/yaml/yaml_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace casement {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string message_of(std::string text) {
  try {
    YamlSource::parse("a.yaml", std::move(text));
    return "";
  } catch (const Error& error) {
    return error.full_text();
  }
}

TEST(YamlSource, KeepsEveryScalarAsItWasWritten) {
  const YamlSource source =
      YamlSource::parse("a.yaml", "- 12 / 34\n- 007\n- yes\n- \"yes\"\n- 'it''s'\n- null\n- ~\n- 4242 4242\n");
  std::vector<std::string> texts;
  for (const YamlNode& item : source.root().items) {
    EXPECT_TRUE(item.is_text());
    texts.push_back(item.text);
  }
  EXPECT_THAT(texts, ElementsAre("12 / 34", "007", "yes", "yes", "it's", "null", "~", "4242 4242"));
  EXPECT_TRUE(source.root().items[2].plain);
  EXPECT_FALSE(source.root().items[3].plain);
}

TEST(YamlSource, DistinguishesNothingFromAnEmptyText) {
  const YamlSource source = YamlSource::parse("a.yaml", "a:\nb: ''\n");
  EXPECT_EQ(source.root().entries[0].value.kind, YamlNode::Kind::Nothing);
  EXPECT_TRUE(source.root().entries[1].value.is_text());
}

TEST(YamlSource, KeepsTheOrderOfKeys) {
  const YamlSource source = YamlSource::parse("a.yaml", "{ z: 1, a: 2, m: 3 }");
  EXPECT_EQ(source.root().entries[0].key.text, "z");
  EXPECT_EQ(source.root().entries[2].key.text, "m");
}

TEST(YamlSource, CountsColumnsInCharacters) {
  const YamlSource source = YamlSource::parse("a.yaml", "\"€😀\": { é: x }\n");
  const YamlEntry& outer = source.root().entries[0];
  const YamlEntry& inner = outer.value.entries[0];
  EXPECT_EQ(outer.key.place.column, 1);
  EXPECT_EQ(inner.key.place.column, 9);
  EXPECT_EQ(inner.value.place.column, 12);
}

TEST(YamlSource, TakesAByteOrderMarkAndWindowsLineEnds) {
  const YamlSource source = YamlSource::parse("a.yaml",
                                              "\xEF\xBB\xBF"
                                              "a: 'b'\r\nc: d\r\n");
  EXPECT_EQ(source.root().entries[1].value.text, "d");
  EXPECT_EQ(source.root().entries[1].key.place.line, 2);
  EXPECT_EQ(source.root().entries[1].key.place.column, 1);
}

TEST(YamlSource, ReadsBlockTexts) {
  const YamlSource source = YamlSource::parse("a.yaml", "a: |\n  - button \"Pay\n  - 'x\nb: >-\n  one\n  two\n");
  EXPECT_EQ(source.root().entries[0].value.text, "- button \"Pay\n- 'x\n");
  EXPECT_EQ(source.root().entries[1].value.text, "one two");
}

TEST(YamlSource, FindsAPlaceInsideQuotes) {
  const YamlSource source = YamlSource::parse("a.yaml", R"(a: 'x''y €z')"
                                                        "\n"
                                                        R"(b: "\"\u20ac z")");
  const YamlPlace single = source.place_within(source.root().entries[0].value, 7, 1);
  EXPECT_EQ(single.column, 11);
  const YamlPlace twice = source.place_within(source.root().entries[1].value, 0, 1);
  EXPECT_EQ(twice.column, 5);
}

TEST(YamlSource, ShowsTheLineAndAnUnderline) {
  const YamlSource source = YamlSource::parse("dir/a.yaml", "x: 1\ny:\t2 # €\n");
  const Error error = source.error_at(source.place_at(8, 3), "no");
  EXPECT_EQ(error.message(), "dir/a.yaml:2:4: error: no");
  EXPECT_THAT(error.trail(), ElementsAre("  2 | y: 2 # €", "    |    ^~~"));
}

TEST(YamlSource, ShowsTheMiddleOfALongLine) {
  const YamlSource source = YamlSource::parse("a.yaml", "a: " + std::string(9000, 'x') + "y\n");
  const Error error = source.error_at(source.place_at(4000, 20), "here");
  EXPECT_LT(error.full_text().size(), 500u);
  EXPECT_THAT(error.full_text(), HasSubstr("^~~~~~~~~~~~~~~~~~~"));
}

TEST(YamlSource, RefusesWhatIsTooLarge) {
  EXPECT_THAT(message_of(std::string(2 << 20, 'x')), HasSubstr("larger than 1 MiB"));
  EXPECT_THAT(message_of(std::string(20000, 'x')), HasSubstr("longer than 10,000 bytes"));
  EXPECT_THAT(message_of("a: " + std::string(99, '[') + std::string(99, ']')), HasSubstr("more than 32 levels"));
  EXPECT_THAT(message_of(std::string(1000, '{')), HasSubstr("must be a text"));
  std::string many = "[";
  for (int i = 0; i < 60000; ++i) many += "a,\n";
  EXPECT_THAT(message_of(many + "]"), HasSubstr("50,000 nodes"));
}

TEST(YamlSource, RefusesDuplicatesAtAnyDepth) {
  EXPECT_THAT(message_of("a: [{ b: 1, 'b': 2 }]"), HasSubstr("a.yaml:1:13: error: the key 'b' occurs twice"));
}

TEST(YamlSource, RefusesKeysThatAreNoTexts) {
  EXPECT_THAT(message_of("{ [a]: 1 }"), HasSubstr("a key must be a text"));
  EXPECT_THAT(message_of("? [a]\n: 1\n"), HasSubstr("a key must be a text"));
}

TEST(YamlSource, RefusesAliasesAndTagsEverywhere) {
  EXPECT_THAT(message_of("a: &x 1\nb: *x\n"), HasSubstr("1:4: error: anchors ('&') are not supported"));
  EXPECT_THAT(message_of("a: !thing { b: 1 }"), HasSubstr("tags such as"));
}

TEST(YamlSource, SurvivesEveryPrefixOfAFlow) {
  const std::string text =
      "flow: \"a\\n\"\nvars: { a: 'x', b: [1, \"y\"] }\nsteps:\n  - fill:\n      'k': |\n        "
      "z\n";
  for (std::size_t length = 0; length <= text.size(); ++length) {
    message_of(text.substr(0, length));
  }
}

TEST(YamlSource, NamesAFileThatCannotBeRead) {
  try {
    YamlSource::read("/nowhere/a.flow.yaml");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    EXPECT_EQ(error.message(), "cannot read /nowhere/a.flow.yaml: No such file or directory");
  }
  EXPECT_THROW(YamlSource::read("/"), Error);
}

// A run keeps all its flows, and each of its workers has them too.
TEST(YamlSource, AllocatesNoMoreThanAFileContains) {
  const std::string path = testing::TempDir() + "/casement-small-" + std::to_string(::getpid()) + ".flow.yaml";
  std::ofstream(path) << "flow: A\n";
  const auto resident_pages = [] {
    std::size_t all = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident;
  };
  const std::size_t before = resident_pages();
  std::vector<YamlSource> sources;
  for (int i = 0; i < 200; ++i) sources.push_back(YamlSource::read(path));
  const std::size_t grown = (resident_pages() - before) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  EXPECT_LT(grown, 100u << 20);
  EXPECT_EQ(sources.back().root().entries.size(), 1u);
  std::ofstream(path) << "- " << std::string(70'000, '\n') << "  b\n";  // several readings
  EXPECT_EQ(YamlSource::read(path).root().items[0].text, "b");
  std::filesystem::remove(path);
}

TEST(YamlSource, WaitsForNoPipeAndReadsNoDeviceWithoutEnd) {
  const std::string path = testing::TempDir() + "/casement-pipe-" + std::to_string(::getpid()) + ".flow.yaml";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const auto refusal = [](const std::string& file) {
    try {
      YamlSource::read(file);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Authoring);
      return error.message();
    }
    return std::string("read");
  };
  EXPECT_THAT(refusal(path), HasSubstr("the file is empty"));
  EXPECT_THAT(refusal("/dev/zero"), HasSubstr("the file is larger than 1 MiB"));
  std::filesystem::remove(path);
}

TEST(YamlSource, ReportsABinaryFile) {
  std::string program;
  for (int i = 0; i < 5000; ++i) program += static_cast<char>(i * 7 % 256);
  EXPECT_THAT(message_of("\x7f"
                         "ELF\x02\x01\x01" +
                         program),
              HasSubstr("this is not UTF-8"));
  EXPECT_THAT(message_of(std::string("flow: A\0\n", 9)), HasSubstr("unexpected control character (U+0000)"));
}

}  // namespace
}  // namespace casement
