// Asks each reader of parsers_fuzz.cc about the inputs that are kept for it, what once broke it among them, about those
// with bytes changed, and about seeded random bytes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "specs/fuzz/readers.h"
#include "specs/fuzz/seeds.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace casement::fuzz {
namespace {

int ask(unsigned reader, std::string_view text) {
  const std::string all = static_cast<char>(reader) + std::string(text);
  return LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(all.data()), all.size());
}

class ParsersFuzz : public testing::TestWithParam<unsigned> {};

TEST_P(ParsersFuzz, TakesWhatIsKeptForIt) {
  const std::vector<std::string> seeds = kept_seeds(reader_names().at(GetParam()));
  ASSERT_GE(seeds.size(), 4u);
  std::mt19937 random(1);
  for (const std::string& seed : seeds) {
    EXPECT_EQ(ask(GetParam(), seed), 0) << seed;
    for (int round = 0; round < 5 && !seed.empty(); ++round) {
      std::string changed = seed;
      changed[random() % changed.size()] = static_cast<char>(random());
      changed.erase(random() % changed.size(), random() % 3);
      EXPECT_EQ(ask(GetParam(), changed), 0) << changed;
    }
  }
}

// A reader without a file has none of the test above, and a file without a reader is asked of nobody.
TEST(FuzzSeeds, AreThoseOfTheReaders) {
  std::vector<std::string> readers = reader_names(), files;
  for (const char* alone : {"flow", "snapshot"}) readers.emplace_back(alone);  // programs of their own
  for (const auto& entry : std::filesystem::directory_iterator(CASEMENT_SOURCE_DIR "/specs/fuzz/seeds"))
    files.push_back(entry.path().stem().string());
  EXPECT_THAT(files, testing::UnorderedElementsAreArray(readers));
}

// libFuzzer begins with them; that needs clang, so that most builds do not see it.
TEST(FuzzSeeds, AreUnpackedForLibFuzzerAsTheyAreReadHere) {
  const FuzzFolder folder;
  const std::string fuzz = CASEMENT_SOURCE_DIR "/specs/fuzz/";
  for (const std::string name : {"http", "regex", "snapshot", "flow"}) {
    const std::string into = folder.path() + "/" + name;
    ASSERT_EQ(
        std::system(("\"" + fuzz + "unpack_seeds\" \"" + fuzz + "seeds/" + name + ".txt\" \"" + into + "\"").c_str()),
        0);
    std::vector<std::string> unpacked;
    for (const auto& entry : std::filesystem::directory_iterator(into)) {
      std::ifstream file(entry.path(), std::ios::binary);
      unpacked.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    EXPECT_THAT(unpacked, testing::UnorderedElementsAreArray(kept_seeds(name))) << name;
  }
}

// Pieces that mean something to one reader or another, put together at random, with bytes in between.
TEST_P(ParsersFuzz, TakesItOrThrowsItsOwnError) {
  static constexpr std::string_view kPieces[] = {
      "(",
      ")",
      "[",
      "]",
      "{",
      "}",
      "*",
      "+",
      "?",
      "|",
      "^",
      "$",
      "\\",
      "\\p{L}",
      "\\u{41}",
      "(?<a>",
      "\\k<a>",
      "[^",
      "{2,3}",
      "/",
      "\"",
      "'",
      "button ",
      " inside ",
      " in iframe",
      "#2",
      "css=",
      "e1",
      "- ",
      ": ",
      "\n",
      "\n  ",
      ",",
      "\"\"",
      "hosts:",
      "rules:",
      "a.test: www",
      "and ",
      "or ",
      "not ",
      "GET / HTTP/1.1\r\n",
      "Host: a.test\r\n",
      "Content-Length: 3\r\n",
      "\r\n",
      "abc",
      R"({"cookies":[],"origins":[]})",
      R"({"version":1,"suites":[]})",
      R"({"sessionId":"S","method":"Page.frameNavigated","params":{"frame":{"id":"M"}}})",
      R"("params")",
      "[[ATTACHMENT|",
      "::error::",
      "hunter2",
      R"({"id":3,"result":{}})",
      R"({"method":"Target.attachedToTarget","params":)",
      R"({"sessionId":"T","targetInfo":{"type":"page","targetId":"P"}}})",
      R"("result":{})",
      R"("result":{"result":{"value":1}})",
      R"("result":{"result":{"objectId":"7"}})",
      R"("error":{"message":"x"})",
      std::string_view("\0", 1),
      R"({"socket":"/"})",
      R"({"endpoint":"ws://a:1/","generation":2})",
      "lease 0\n",
      "lease 1\n",
      "hold C1",
      "pass P",
      "own 1\n",
      "stop 1\n",
      "status\n",
      "forget",
      R"({"case":1,"started":true})",
      R"({"case":0,"finished":)",
      R"({"start":)",
      R"({"browser":)",
      R"({"known":{}})",
      "http://",
      "ws://[::1]:80/",
      "4242424242424242",
      "%68",
      "&#104;",
      "\xC3\xA9",
      "\xFF"};
  std::mt19937 random(1);
  for (int round = 0; round < 150; ++round) {
    std::string text;
    for (std::size_t pieces = random() % 12; pieces > 0; --pieces) {
      if (random() % 5 == 0)
        text += static_cast<char>(random());
      else
        text += kPieces[random() % std::size(kPieces)];
    }
    EXPECT_EQ(ask(GetParam(), text), 0) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Readers, ParsersFuzz, testing::Range(0u, static_cast<unsigned>(reader_names().size())),
                         [](const auto& reader) { return reader_names().at(reader.param); });

}  // namespace
}  // namespace casement::fuzz
