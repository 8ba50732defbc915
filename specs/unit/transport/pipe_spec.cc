#include "casement/transport/pipe.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

#include "casement/base/error.h"

namespace casement {
namespace {

using namespace std::chrono_literals;

// A transport and the browser's ends of it.
struct Fixture {
  explicit Fixture(PipeOptions options = {}) {
    int in[2], out[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, in), 0);
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, out), 0);
    browser_writes = UniqueFd(in[1]);
    browser_reads = UniqueFd(out[1]);
    pipe = std::make_unique<PipeTransport>(UniqueFd(in[0]), UniqueFd(out[0]), options);
  }
  void browser_says(std::string_view bytes) const {
    ASSERT_EQ(::send(browser_writes.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  }
  Transport::Received receive(Milliseconds timeout = 5s) { return pipe->receive(message, Deadline::in(timeout)); }

  UniqueFd browser_writes, browser_reads;
  std::unique_ptr<PipeTransport> pipe;
  std::string message;
};

TEST(PipeTransport, EndsEachMessageWithNul) {
  Fixture f;
  f.pipe->send("{}");
  char bytes[8] = {};
  EXPECT_EQ(::read(f.browser_reads.get(), bytes, sizeof bytes), 3);
  EXPECT_EQ(std::string(bytes, 3), std::string("{}\0", 3));
}

TEST(PipeTransport, JoinsPiecesAndSplitsMessages) {
  Fixture f;
  f.browser_says(std::string_view("on", 2));
  f.browser_says(std::string_view("e\0two\0thr", 9));
  ASSERT_EQ(f.receive(), Transport::Received::Message);
  EXPECT_EQ(f.message, "one");
  ASSERT_EQ(f.receive(), Transport::Received::Message);
  EXPECT_EQ(f.message, "two");
  EXPECT_EQ(f.receive(0ms), Transport::Received::Nothing);
}

TEST(PipeTransport, HandsOutWhatCameBeforeTheEnd) {
  Fixture f;
  f.browser_says(std::string_view("last\0", 5));
  f.browser_writes.reset();
  EXPECT_EQ(f.receive(), Transport::Received::Message);
  EXPECT_EQ(f.receive(), Transport::Received::Closed);
  EXPECT_EQ(f.receive(), Transport::Received::Closed);
  EXPECT_NE(f.pipe->close_reason(), "");
}

TEST(PipeTransport, HandsOutWhatCameBeforeASendFailed) {
  Fixture f;
  f.browser_says(std::string_view("first\0last\0", 11));
  f.browser_writes.reset();
  f.browser_reads.reset();
  EXPECT_THROW(f.pipe->send("{}"), Error);
  ASSERT_EQ(f.receive(), Transport::Received::Message);
  EXPECT_EQ(f.message, "first");
  ASSERT_EQ(f.receive(), Transport::Received::Message);
  EXPECT_EQ(f.message, "last");
  EXPECT_EQ(f.receive(), Transport::Received::Closed);
}

// Reads until the bytes end with `last`.
std::string read_until(int socket, std::string_view last) {
  std::string all;
  char bytes[65536];
  while (!all.ends_with(last)) {
    const ssize_t count = ::read(socket, bytes, sizeof bytes);
    if (count <= 0) break;
    all.append(bytes, static_cast<std::size_t>(count));
  }
  return all;
}

TEST(PipeTransport, FinishesAMessageThatTimedOutBeforeItSendsTheNext) {
  Fixture f({.send_timeout = 20ms});
  const std::string longer(4'000'000, 'x');
  EXPECT_THROW(f.pipe->send(longer), Error);
  EXPECT_THROW(f.pipe->send("dropped"), Error);
  std::string read;
  std::jthread browser([&] { read = read_until(f.browser_reads.get(), std::string("next\0", 5)); });
  // The browser's thread has its turn when the machine gives it one.
  for (const Deadline end = Deadline::in(20s); !end.expired();) {
    try {
      f.pipe->send("next");
      break;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Timeout);
    }
  }
  browser.join();
  EXPECT_EQ(read.size(), longer.size() + 1 + 5);
  EXPECT_EQ(read.substr(longer.size() - 1), std::string("x\0next\0", 7));
}

// Writes `piece` once, and then again and again until nobody reads it any more.
std::jthread write_without_end(int socket, std::string piece) {
  EXPECT_GT(::send(socket, piece.data(), piece.size(), MSG_NOSIGNAL), 0);
  return std::jthread([socket, piece = std::move(piece)] {
    while (::send(socket, piece.data(), piece.size(), MSG_NOSIGNAL) > 0) {
    }
  });
}

TEST(PipeTransport, HoldsItsDeadlineInTheMiddleOfAMessageWithoutEnd) {
  Fixture f;
  const std::jthread writer = write_without_end(f.browser_writes.get(), std::string(100'000, 'x'));
  EXPECT_EQ(f.receive(20ms), Transport::Received::Nothing);
  // The writer has its turn when the machine gives it one.
  for (const Deadline end = Deadline::in(20s); !f.pipe->has_more() && !end.expired();) std::this_thread::yield();
  EXPECT_TRUE(f.pipe->has_more());
  f.pipe->wake();
  EXPECT_EQ(f.pipe->receive(f.message, Deadline::never()), Transport::Received::Woken);
  f.pipe.reset();
}

TEST(PipeTransport, ClosesAfterAMessageThatIsTooLong) {
  Fixture f({.longest_message = 1'000'000});
  const std::jthread writer = write_without_end(f.browser_writes.get(), std::string(100'000, 'x'));
  EXPECT_EQ(f.receive(60s), Transport::Received::Closed);
  EXPECT_EQ(f.pipe->close_reason(), "the browser sent a message of more than 1000000 bytes");
  f.pipe.reset();
}

TEST(PipeTransport, ReportsZerosInARowAsOneEmptyMessage) {
  Fixture f;
  f.browser_says(std::string(5000, '\0') + std::string("one\0", 4));
  ASSERT_EQ(f.receive(), Transport::Received::Message);
  EXPECT_EQ(f.message, "");
  EXPECT_TRUE(f.pipe->has_more());
  ASSERT_EQ(f.receive(), Transport::Received::Message);
  EXPECT_EQ(f.message, "one");
  EXPECT_FALSE(f.pipe->has_more());
}

TEST(PipeTransport, ReportsALostConnectionIfNobodyReads) {
  Fixture f;
  f.browser_reads.reset();
  try {
    f.pipe->send("{}");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::ConnectionLost);
  }
}

TEST(PipeTransport, AWakeEndsTheNextReceive) {
  Fixture f;
  f.pipe->wake();
  EXPECT_EQ(f.receive(), Transport::Received::Woken);
  EXPECT_EQ(f.receive(0ms), Transport::Received::Nothing);
}

TEST(PipeTransport, AWakeFromAnotherThreadEndsAReceive) {
  Fixture f;
  std::thread other([&] { f.pipe->wake(); });
  EXPECT_EQ(f.receive(), Transport::Received::Woken);
  other.join();
}

TEST(PipeTransport, PassesAMessageLargerThanTheSocketBuffer) {
  Fixture f;
  const std::string large(8 * 1024 * 1024, 'x');
  std::string read_back;
  std::thread browser([&] {
    std::string piece(1 << 16, '\0');
    while (read_back.size() <= large.size()) {
      const ssize_t count = ::read(f.browser_reads.get(), piece.data(), piece.size());
      if (count <= 0) break;
      read_back.append(piece, 0, static_cast<std::size_t>(count));
    }
  });
  f.pipe->send(large);
  browser.join();
  EXPECT_EQ(read_back, large + '\0');
}

TEST(PipeTransport, TakesInMessagesWhileItsOwnWriteIsStuck) {
  Fixture f;
  const std::string large(4 * 1024 * 1024, 'y');
  std::thread browser([&] {
    // Writes all it has before it reads anything, as a busy browser may.
    std::string answer = large + '\0';
    std::size_t sent = 0;
    while (sent < answer.size()) {
      const ssize_t count = ::send(f.browser_writes.get(), answer.data() + sent, answer.size() - sent, MSG_NOSIGNAL);
      if (count <= 0) return;
      sent += static_cast<std::size_t>(count);
    }
    std::string piece(1 << 16, '\0');
    for (std::size_t read = 0; read <= large.size();) {
      const ssize_t count = ::read(f.browser_reads.get(), piece.data(), piece.size());
      if (count <= 0) return;
      read += static_cast<std::size_t>(count);
    }
  });
  f.pipe->send(large);
  browser.join();
  ASSERT_EQ(f.receive(), Transport::Received::Message);
  EXPECT_EQ(f.message.size(), large.size());
}

TEST(PipeTransport, HandsOutNoHalfOfAMessage) {
  Fixture f;
  f.browser_says(std::string_view("one\0tw", 6));
  f.browser_writes.reset();
  EXPECT_EQ(f.receive(), Transport::Received::Message);
  EXPECT_EQ(f.message, "one");
  EXPECT_EQ(f.receive(), Transport::Received::Closed);
  EXPECT_EQ(f.message, "one");
}

}  // namespace
}  // namespace casement
