// Asks each reader of parsers_fuzz.cc about seeded random bytes, and about what once broke one of them.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr unsigned kReaderCount = 23;  // of parsers_fuzz.cc

int ask(unsigned reader, std::string_view text) {
  const std::string all = static_cast<char>(reader) + std::string(text);
  return LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(all.data()), all.size());
}

class ParsersFuzz : public testing::TestWithParam<unsigned> {};

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

INSTANTIATE_TEST_SUITE_P(Readers, ParsersFuzz, testing::Range(0u, kReaderCount));

}  // namespace
