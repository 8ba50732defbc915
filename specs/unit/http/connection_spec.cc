#include "casement/http/connection.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <functional>
#include <memory>

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

// Sends what it is given, and ends after "end".
class EchoStream : public HttpStream {
 public:
  explicit EchoStream(std::string& log) : log_(log) {}
  void begin(Time) override { log_ += "begin;"; }
  void receive(std::string_view bytes, Time) override { output_ += bytes; }
  void take_output(std::string& output, std::size_t limit) override {
    output += output_.substr(0, limit);
    output_.erase(0, limit);
  }
  void end() override { log_ += "end;"; }
  Wish advance(Time now) override {
    Wish wish;
    if (output_.starts_with("cut")) wish.close = Wish::Close::Now;
    if (output_.starts_with("end")) ends_ = true;
    if (output_.starts_with("end slowly")) is_slow_ = true;
    if (ends_) wish.close = Wish::Close::AfterOutput;
    wish.is_client_sending = is_slow_;
    if (output_.starts_with("later")) wish.wake_at = now;
    wish.has_output = !output_.empty();
    return wish;
  }

 private:
  std::string& log_;
  std::string output_;
  bool ends_ = false;
  bool is_slow_ = false;
};

class StreamingConnection : public testing::Test {
 protected:
  StreamingConnection() {
    EXPECT_EQ(connection_->on_bytes(std::string(kGet) + "early"), Next::Write);
    EXPECT_EQ(connection_->take_output(output_, 1000), Next::Stream);
    EXPECT_EQ(output_, "HTTP/1.1 101 Switching Protocols\r\nX-A: b\r\n\r\n");
    output_.clear();
  }

  std::string log_, output_;
  const HttpConnection::Handler handler_ = answers([this](ServedAnswer& answer) {
    answer.kind = ServedAnswer::Kind::Stream;
    answer.status = 101;
    answer.headers = {{"X-A", "b"}};
    answer.stream = std::make_shared<EchoStream>(log_);
  });
  std::unique_ptr<HttpConnection> connection_ = std::make_unique<HttpConnection>(handler_);
};

TEST_F(StreamingConnection, BelongsToItsStream) {
  EXPECT_EQ(log_, "begin;");
  EXPECT_TRUE(connection_->wish().has_output);
  EXPECT_EQ(connection_->take_output(output_, 3), Next::Stream);
  EXPECT_EQ(connection_->take_output(output_, 3), Next::Stream);
  EXPECT_EQ(output_, "early");
  EXPECT_FALSE(connection_->wish().has_output);
  EXPECT_EQ(connection_->on_bytes(kGet), Next::Stream);
  EXPECT_TRUE(connection_->wish().has_output);
  connection_.reset();
  EXPECT_EQ(log_, "begin;end;");
}

TEST_F(StreamingConnection, AsksForATimer) {
  connection_->take_output(output_, 5);
  connection_->on_bytes("later");
  EXPECT_TRUE(connection_->wish().wake_at);
  EXPECT_EQ(connection_->delay_over(), Next::Stream);
  EXPECT_EQ(connection_->wake(), Next::Stream);
}

TEST_F(StreamingConnection, EndsAfterItsLastBytesAreWritten) {
  connection_->take_output(output_, 5);
  EXPECT_EQ(connection_->on_bytes("end"), Next::Stream);
  EXPECT_EQ(connection_->take_output(output_, 5), Next::Write);
  EXPECT_EQ(connection_->on_bytes("more"), Next::Read);
  EXPECT_EQ(connection_->take_output(output_, 5), Next::Close);
  EXPECT_EQ(output_, "earlyend");
}

TEST_F(StreamingConnection, DiscardsTheBytesOfAClientThatGoesOnSending) {
  connection_->take_output(output_, 5);
  EXPECT_EQ(connection_->on_bytes("end slowly"), Next::Stream);
  EXPECT_EQ(connection_->take_output(output_, 100), Next::Write);
  EXPECT_EQ(connection_->take_output(output_, 100), Next::HalfClose);
  EXPECT_EQ(connection_->on_bytes("more"), Next::Read);
}

TEST_F(StreamingConnection, IsCutAtOnce) {
  connection_->take_output(output_, 5);
  EXPECT_EQ(connection_->on_bytes("cut"), Next::Close);
}

}  // namespace
}  // namespace casement::http
