#include "casement/http/socket_frames.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "specs/unit/http/socket_client.h"

namespace casement::http {
namespace {

using testing::HasSubstr;

std::string masked(int opcode, std::string_view payload, bool is_final = true) {
  return SocketClient::frame(opcode, payload, is_final);
}

// The code and the text with which the reader refuses the bytes; "" if it does not.
std::string problem_with(std::string_view bytes, std::size_t max_message = kMaxSocketMessage) {
  SocketFrameReader reader(max_message);
  reader.feed(bytes);
  try {
    while (reader.next()) {
    }
  } catch (const SocketProblem& problem) {
    return std::to_string(problem.code) + " " + problem.text;
  }
  return "";
}

TEST(SocketFrames, AreUnmasked) {
  SocketFrameReader reader;
  reader.feed(masked(1, "hello") + masked(2, std::string("\0\xFF", 2)));
  const auto text = reader.next();
  ASSERT_TRUE(text);
  EXPECT_EQ(text->kind, SocketOpcode::Text);
  EXPECT_EQ(text->data, "hello");
  const auto binary = reader.next();
  ASSERT_TRUE(binary);
  EXPECT_EQ(binary->kind, SocketOpcode::Binary);
  EXPECT_EQ(binary->data, std::string("\0\xFF", 2));
  EXPECT_FALSE(reader.next());
}

TEST(SocketFrames, ArriveInPiecesOfAnySize) {
  std::string bytes, texts;
  for (const std::size_t size : {0u, 1u, 125u, 126u, 65535u, 65536u}) bytes += masked(1, std::string(size, 'x'));
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    SocketFrameReader reader;
    std::vector<std::size_t> sizes;
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t count = std::min<std::size_t>(bytes.size() - at, 1 + random() % 30'000);
      reader.feed(std::string_view(bytes).substr(at, count));
      at += count;
      while (const auto input = reader.next()) sizes.push_back(input->data.size());
    }
    EXPECT_THAT(sizes, testing::ElementsAre(0u, 1u, 125u, 126u, 65535u, 65536u));
  }
}

TEST(SocketFrames, JoinTheFragmentsOfAMessageAroundAPing) {
  SocketFrameReader reader;
  reader.feed(masked(1, "caf\xC3", false) + masked(9, "are you there") + masked(0, "\xA9", false) + masked(0, ""));
  EXPECT_EQ(reader.next()->kind, SocketOpcode::Ping);
  EXPECT_EQ(reader.next()->data, "café");
}

TEST(SocketFrames, JoinTenThousandFragments) {
  SocketFrameReader reader;
  reader.feed(masked(2, "x", false));
  for (int i = 0; i < 10'000; ++i) reader.feed(masked(0, "x", i == 9'999));
  EXPECT_EQ(reader.next()->data.size(), 10'001u);
}

TEST(SocketFrames, RefuseWhatTheProtocolForbids) {
  EXPECT_EQ(problem_with("\x81\x05hello"), "1002 a frame of the client is not masked");
  EXPECT_EQ(problem_with("\xC1\x80"), "1002 a frame uses an extension that was not agreed on");
  EXPECT_EQ(problem_with("\x83\x80"), "1002 a frame has an unknown opcode");
  EXPECT_EQ(problem_with(masked(9, "x", false)), "1002 a control frame is fragmented or longer than 125 bytes");
  EXPECT_EQ(problem_with(masked(9, std::string(126, 'x'))),
            "1002 a control frame is fragmented or longer than 125 bytes");
  EXPECT_EQ(problem_with(masked(0, "x")), "1002 a continuation frame continues no message");
  EXPECT_EQ(problem_with(masked(1, "x", false) + masked(1, "y")),
            "1002 a message begins before the last one has ended");
  EXPECT_EQ(problem_with(masked(8, "x")), "1002 a close frame has half a code");
  EXPECT_EQ(problem_with(masked(8, "\x03\xED")), "1002 a close frame has an invalid code");
  EXPECT_EQ(problem_with(masked(8, "\x03\xE8\xFF")), "1007 the reason of a close frame is not UTF-8");
  EXPECT_EQ(problem_with(masked(1, "\xFF")), "1007 a text message is not UTF-8");
  EXPECT_EQ(problem_with(masked(1, "caf\xC3", false) + masked(0, "x")), "1007 a text message is not UTF-8");
}

TEST(SocketFrames, RefuseALongMessageBeforeItHasCome) {
  EXPECT_EQ(problem_with(masked(2, std::string(1 << 20, 'x')), 1 << 20), "");
  EXPECT_EQ(problem_with(masked(2, std::string((1 << 20) + 1, 'x')).substr(0, 14), 1 << 20),
            "1009 a message is longer than 1 MiB");
  EXPECT_EQ(problem_with(masked(2, std::string(1 << 20, 'x'), false) + masked(0, "x"), 1 << 20),
            "1009 a message is longer than 1 MiB");
  EXPECT_THAT(problem_with("\x82\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x11\x11\x11\x11"), HasSubstr("1009"));
}

TEST(SocketFrames, ReadTheCodeAndTheReasonOfAClose) {
  SocketFrameReader reader;
  reader.feed(masked(8,
                     "\x0F\xA1"
                     "done") +
              masked(8, ""));
  const auto close = reader.next();
  EXPECT_EQ(close->code, 4001);
  EXPECT_EQ(close->data, "done");
  EXPECT_EQ(reader.next()->code, kNoCloseCode);
}

TEST(SocketFrames, AreWrittenWithTheShortestLength) {
  const auto head = [](std::size_t size) {
    std::string frame;
    append_socket_frame(frame, SocketOpcode::Text, std::string(size, 'x'));
    return frame.substr(0, frame.size() - size);
  };
  EXPECT_EQ(head(125), "\x81\x7D");
  EXPECT_EQ(head(126), std::string("\x81\x7E\x00\x7E", 4));
  EXPECT_EQ(head(65535), "\x81\x7E\xFF\xFF");
  EXPECT_EQ(head(65536), std::string("\x81\x7F\0\0\0\0\0\x01\0\0", 10));
  std::string close;
  append_socket_close(close, 1000, "bye");
  EXPECT_EQ(close,
            "\x88\x05\x03\xE8"
            "bye");
  close.clear();
  append_socket_close(close, kNoCloseCode, "");
  EXPECT_EQ(close, std::string("\x88\0", 2));
}

TEST(SocketFrames, OfAnyBytesAreReadOrRefused) {
  std::mt19937 random(11);
  for (int round = 0; round < 2'000; ++round) {
    SocketFrameReader reader(1 << 16);
    std::string bytes = masked(static_cast<int>(random() % 11), std::string(random() % 200, 'x'), random() % 2 == 0);
    for (int change = 0; change < 3; ++change) bytes[random() % bytes.size()] = static_cast<char>(random());
    reader.feed(bytes + bytes);
    try {
      while (reader.next()) {
      }
    } catch (const SocketProblem& problem) {
      EXPECT_TRUE(is_close_code(problem.code));
    }
  }
}

}  // namespace
}  // namespace casement::http
