#include "casement/mcp/line_reader.h"

#include <gmock/gmock.h>

namespace casement::mcp {
namespace {

std::vector<std::string> lines_of(LineReader& reader) {
  std::vector<std::string> lines;
  while (auto line = reader.next()) lines.push_back(line->too_long ? "(too long)" : line->text);
  return lines;
}

TEST(McpLineReader, GivesWholeLinesHoweverTheBytesCome) {
  LineReader reader;
  for (const char c : std::string("one\r\n\n  \ntwo\nthr")) reader.feed({&c, 1});
  EXPECT_THAT(lines_of(reader), testing::ElementsAre("one", "two"));
  EXPECT_EQ(reader.rest()->text, "thr");
}

TEST(McpLineReader, DropsALineThatIsTooLongAndGoesOnBehindIt) {
  LineReader reader(10);
  reader.feed("short\n12345678901");
  EXPECT_THAT(lines_of(reader), testing::ElementsAre("short", "(too long)"));
  for (int i = 0; i < 1000; ++i) reader.feed("and more of the same");
  EXPECT_LE(reader.buffered(), 20U) << "nothing of it is kept";
  reader.feed("end\nnext\n");
  EXPECT_THAT(lines_of(reader), testing::ElementsAre("next"));
}

TEST(McpLineReader, DropsALineThatIsTooLongAndCameWhole) {
  LineReader reader(10);
  reader.feed("12345678901\nnext\n");
  EXPECT_THAT(lines_of(reader), testing::ElementsAre("(too long)", "next"));
}

}  // namespace
}  // namespace casement::mcp
