#include "casement/http/connection.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <functional>

#include "specs/unit/site/temporary_site.h"

namespace casement::http {
namespace {

using Next = HttpConnection::Next;

constexpr std::string_view kGet = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

HttpConnection::Handler answers(std::function<void(ServedAnswer&)> change) {
  return [change](const HttpRequest&) {
    ServedAnswer answer;
    change(answer);
    return answer;
  };
}

TEST(HttpConnection, WaitsTheDelayOfItsAnswer) {
  const auto handler = answers([](ServedAnswer& answer) {
    answer.delay = std::chrono::milliseconds(300);
    answer.body = "late";
  });
  HttpConnection connection(handler);
  EXPECT_EQ(connection.on_bytes(kGet), Next::WaitDelay);
  EXPECT_EQ(connection.delay().count(), 300);
  std::string output;
  EXPECT_EQ(connection.take_output(output, 100), Next::Read);
  EXPECT_EQ(output, "");
  EXPECT_EQ(connection.delay_over(), Next::Write);
}

TEST(HttpConnection, HoldsWhatIsNeverAnswered) {
  const auto handler = answers([](ServedAnswer& answer) { answer.kind = ServedAnswer::Kind::Never; });
  HttpConnection connection(handler);
  EXPECT_EQ(connection.on_bytes(kGet), Next::Read);
  EXPECT_EQ(connection.on_bytes(kGet), Next::Read);
  EXPECT_EQ(connection.delay_over(), Next::Read);
}

TEST(HttpConnection, DropsWithoutAByte) {
  const auto handler = answers([](ServedAnswer& answer) { answer.kind = ServedAnswer::Kind::Drop; });
  HttpConnection connection(handler);
  EXPECT_EQ(connection.on_bytes(kGet), Next::Close);
}

TEST(HttpConnection, GivesItsOutputInPieces) {
  const auto handler = answers([](ServedAnswer& answer) { answer.body = std::string(100, 'x'); });
  HttpConnection connection(handler);
  Next next = connection.on_bytes(kGet);
  std::string output;
  while (next == Next::Write) {
    const std::size_t before = output.size();
    next = connection.take_output(output, 7);
    EXPECT_LE(output.size(), before + 7);
  }
  EXPECT_EQ(next, Next::Read);
  EXPECT_TRUE(output.ends_with("\r\n\r\n" + std::string(100, 'x')));
}

TEST(HttpConnection, ClosesOnlyAfterItsLastBytesAreWritten) {
  const auto handler = answers([](ServedAnswer& answer) { answer.body = "end"; });
  HttpConnection connection(handler);
  EXPECT_EQ(connection.on_bytes("GET / HTTP/1.0\r\nHost: a\r\n\r\n"), Next::Write);
  std::string output;
  EXPECT_EQ(connection.take_output(output, 1000), Next::Write);
  EXPECT_TRUE(output.ends_with("end"));
  EXPECT_EQ(connection.take_output(output, 1000), Next::Close);
}

TEST(HttpConnection, ClosesWhenAFileBecameShorterThanItsPromisedLength) {
  TemporarySite files;
  files.write("a.txt", "0123456789");
  const std::string path = (files.folder() / "a.txt").string();
  const auto handler = answers([&](ServedAnswer& answer) {
    answer.file = UniqueFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    answer.part = {0, 10};
  });
  HttpConnection connection(handler);
  connection.on_bytes(kGet);
  ASSERT_EQ(::truncate(path.c_str(), 4), 0);
  std::string output;
  EXPECT_EQ(connection.take_output(output, 1000), Next::Write);
  EXPECT_TRUE(output.ends_with("\r\n\r\n0123"));
  EXPECT_EQ(connection.take_output(output, 1000), Next::Close);
}

TEST(HttpConnection, RefusesMalformedBytesOnceAndDiscardsTheRest) {
  const auto handler = answers([](ServedAnswer&) { FAIL() << "must not be asked"; });
  HttpConnection connection(handler);
  EXPECT_EQ(connection.on_bytes("nonsense\r\n\r\n"), Next::Write);
  EXPECT_EQ(connection.on_bytes("more nonsense"), Next::Read);
  std::string output;
  EXPECT_EQ(connection.take_output(output, 1000), Next::Write);
  EXPECT_TRUE(output.starts_with("HTTP/1.1 400 Bad Request\r\n"));
  EXPECT_EQ(connection.take_output(output, 1000), Next::HalfClose);
  EXPECT_EQ(connection.on_bytes(kGet), Next::Read);
}

TEST(HttpConnection, ClosesOnAClientThatSendsWithoutEndWhileItWaits) {
  const auto handler = answers([](ServedAnswer& answer) { answer.kind = ServedAnswer::Kind::Never; });
  HttpConnection connection(handler);
  connection.on_bytes(kGet);
  EXPECT_EQ(connection.on_bytes(std::string(kMaxHead + kMaxBody + 1, 'x')), Next::Close);
}

}  // namespace
}  // namespace casement::http
