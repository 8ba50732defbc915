#include "casement/agent/fence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/syscall.h>

#include <atomic>
#include <functional>
#include <random>
#include <thread>

#include "specs/unit/http/loopback_client.h"

namespace casement {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kGreeting = "\5\1\0"s;
const std::string kAccepted = "\5\0"s;

std::string port_bytes(int port) {
  return {static_cast<char>(port >> 8), static_cast<char>(port & 0xFF)};
}
std::string request_by_name(const std::string& host, int port) {
  return "\5\1\0\3"s + static_cast<char>(host.size()) + host + port_bytes(port);
}
std::string request_by_address(int port) {
  return "\5\1\0\1\x7F\0\0\1"s + port_bytes(port);
}

// Takes one connection after another, reads each to its end, and answers with what came.
class Echo {
 public:
  Echo() : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in own{};
    own.sin_family = AF_INET;
    own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof own;
    if (::bind(listener_.get(), reinterpret_cast<sockaddr*>(&own), size) != 0 || ::listen(listener_.get(), 64) != 0 ||
        ::getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&own), &size) != 0) {
      throw std::runtime_error("cannot listen");
    }
    port_ = ntohs(own.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~Echo() {
    ends_ = true;
    ::shutdown(listener_.get(), SHUT_RDWR);
    thread_.join();
  }
  int port() const { return port_; }
  int taken() const { return taken_; }

 private:
  void serve() {
    while (!ends_) {
      const UniqueFd client(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (!client) continue;
      ++taken_;
      std::string all;
      char bytes[4096];
      for (ssize_t count = 0; (count = ::recv(client.get(), bytes, sizeof bytes, 0)) > 0;)
        all.append(bytes, static_cast<std::size_t>(count));
      [[maybe_unused]] const ssize_t sent = ::send(client.get(), all.data(), all.size(), MSG_NOSIGNAL);
    }
  }

  UniqueFd listener_;
  int port_ = 0;
  std::atomic<bool> ends_ = false;
  std::atomic<int> taken_ = 0;
  std::thread thread_;
};

// What the fence says to these bytes, to its end.
std::string said_to(const Fence& fence, const std::string& bytes) {
  LoopbackClient client(fence.port());
  client.send(bytes);
  client.end();
  return client.rest();
}

void expect_that_it_serves(const Fence& fence, const Echo& echo) {
  const std::string said = said_to(fence, kGreeting + request_by_address(echo.port()) + "hello");
  ASSERT_EQ(said.size(), 2u + 10u + 5u);
  EXPECT_EQ(said.substr(0, 4), kAccepted + "\5\0"s);
  EXPECT_EQ(said.substr(12), "hello");
}

// The client has said its last word, and still hears the answer.
TEST(Fence, PassesTheEndOfOneSideOn) {
  const Fence fence({.private_addresses = true});
  const Echo echo;
  expect_that_it_serves(fence, echo);
  const std::string large(3'000'000, 'x');
  EXPECT_EQ(said_to(fence, kGreeting + request_by_name("127.0.0.1", echo.port()) + large).substr(12), large);
}

TEST(Fence, ConnectsNobodyForBytesThatAreNoRequest) {
  const Fence fence({.private_addresses = true});
  const Echo echo;
  const std::string goal = "\x7F\0\0\1"s + port_bytes(echo.port());
  const std::string wrong[] = {
      "",
      "\5",
      "\4\1" + port_bytes(echo.port()) + "\x7F\0\0\1\0"s,                            // SOCKS 4
      "GET http://127.0.0.1:" + std::to_string(echo.port()) + "/ HTTP/1.1\r\n\r\n",  // another sort of proxy
      "CONNECT 127.0.0.1:" + std::to_string(echo.port()) + " HTTP/1.1\r\n\r\n",
      "\5\0"s + "\5\1\0\1"s + goal,                                        // no way to be known by
      "\5\1\2"s + "\5\1\0\1"s + goal,                                      // by a password
      kGreeting + "\5\2\0\1"s + goal,                                      // BIND
      kGreeting + "\5\3\0\1"s + goal,                                      // UDP ASSOCIATE
      kGreeting + "\4\1\0\1"s + goal,                                      // another version
      kGreeting + "\5\1\0\2"s + goal,                                      // no sort of address
      kGreeting + "\5\1\0\3\0"s + port_bytes(echo.port()),                 // a name of no letters
      kGreeting + "\5\1\0\3\xFF" + "127.0.0.1" + port_bytes(echo.port()),  // a name that is not all there
      kGreeting + request_by_name("127.0.0.1\0.test"s, echo.port()),
      kGreeting + request_by_name("127.0.0.1 x", echo.port()),
      kGreeting + request_by_name("127.0.0.1\n", echo.port()),
      kGreeting + request_by_name("user@127.0.0.1", echo.port()),
      kGreeting + request_by_name("127.0.0.1%lo", echo.port()),
      kGreeting + request_by_name("127.0.0.1/x", echo.port()),
      kGreeting + "\5\1\0\1"s + "\x7F\0",  // cut in its middle
  };
  for (const std::string& bytes : wrong) {
    const std::string said = said_to(fence, bytes);
    const bool is_connected = said.size() > 3 && said[3] == '\0';
    EXPECT_FALSE(is_connected) << testing::PrintToString(bytes) << testing::PrintToString(said);
  }
  EXPECT_EQ(echo.taken(), 0);
  expect_that_it_serves(fence, echo);
}

TEST(Fence, LivesWithAnyBytes) {
  const Fence fence({});
  std::mt19937 random(4242);  // NOLINT(cert-msc51-cpp): the same every time
  for (int i = 0; i < 400; ++i) {
    std::string bytes = i % 2 == 0 ? kGreeting + "\5\1\0\3"s : std::string();
    for (std::size_t left = random() % 300; left > 0; --left) bytes += static_cast<char>(random());
    said_to(fence, bytes);
  }
  const Echo echo;
  const std::string said = said_to(fence, kGreeting + request_by_address(echo.port()));
  EXPECT_EQ(said.substr(0, 4), kAccepted + "\5\2"s);  // not allowed by ruleset
  EXPECT_EQ(echo.taken(), 0);
}

TEST(Fence, RefusesPrivateAddressesHoweverTheyAreWritten) {
  const Fence fence({});
  const Echo echo;
  for (const char* host : {"127.0.0.1", "localhost", "LOCALHOST.", "127.1", "0x7f.1", "2130706433", "::1", "[::1]",
                           "::ffff:127.0.0.1", "0.0.0.0", "0"}) {
    EXPECT_EQ(said_to(fence, kGreeting + request_by_name(host, echo.port())).substr(2, 2), "\5\2"s) << host;
    EXPECT_THAT(fence.newest_refusal_of(host), HasSubstr("blocked by the access rules: private")) << host;
  }
  EXPECT_EQ(echo.taken(), 0);
}

TEST(Fence, KeepsTheNewestRefusals) {
  const Fence fence({});
  for (int i = 0; i < 120; ++i) said_to(fence, kGreeting + request_by_address(1000 + i));
  const std::vector<std::string> all = fence.refusals();
  ASSERT_EQ(all.size(), 100u);
  EXPECT_THAT(all.front(), HasSubstr("127.0.0.1:1020: "));
  EXPECT_THAT(all.back(), HasSubstr("127.0.0.1:1119: "));
}

TEST(Fence, EndsWithItsConnectionsOpen) {
  const Echo echo;
  std::vector<std::unique_ptr<LoopbackClient>> clients;
  {
    const Fence fence({.private_addresses = true});
    for (int i = 0; i < 20; ++i) {
      clients.push_back(std::make_unique<LoopbackClient>(fence.port()));
      clients.back()->send(i % 2 == 0 ? kGreeting : kGreeting + request_by_address(echo.port()));
    }
  }
  for (const auto& client : clients) client->rest();  // ends
}

// Runs `work` as a user who is not this program's. Only root can be somebody else; who is not has nobody to try it
// with.
void as_another_user(const std::function<void()>& work) {
  if (::geteuid() != 0) return;
  std::thread([&] {
    // The system call changes this thread alone, and what it opens.
    EXPECT_EQ(::syscall(SYS_setresuid, 65534, 65534, 65534), 0);
    if (::geteuid() != 0) work();
  }).join();
}

TEST(Fence, ServesNoOtherUser) {
  const Fence fence({.private_addresses = true});
  const Echo echo;
  std::string said;
  as_another_user([&] { said = said_to(fence, kGreeting + request_by_address(echo.port())); });
  EXPECT_EQ(said, "");
  EXPECT_EQ(echo.taken(), 0);
  expect_that_it_serves(fence, echo);
}

// Linux says that such an end is root's.
TEST(Fence, ServesNoOtherUserWhoHasClosedTheirEnd) {
  const Fence fence({.private_addresses = true});
  const Echo echo;
  for (int i = 0; i < 50; ++i) {
    as_another_user([&] { LoopbackClient(fence.port()).send(kGreeting + request_by_address(echo.port())); });
  }
  expect_that_it_serves(fence, echo);
  EXPECT_EQ(echo.taken(), 1);
}

// A connection of this program from the same port, which has ended, stays in the kernel's table for a minute.
TEST(Fence, ServesNoOtherUserFromAPortThatWasOurs) {
  const Fence fence({.private_addresses = true});
  const Echo echo;
  int port = 0;
  {
    LoopbackClient ours(echo.port(), LoopbackClient::FromPort{0});
    port = ours.own_port();
    ours.end();
    ours.rest();
  }
  ASSERT_EQ(echo.taken(), 1);
  std::string said;
  as_another_user([&] {
    LoopbackClient theirs(fence.port(), LoopbackClient::FromPort{port});
    theirs.send(kGreeting + request_by_address(echo.port()));
    theirs.end();
    said = theirs.rest();
  });
  EXPECT_EQ(said, "");
  EXPECT_EQ(echo.taken(), 1);
  expect_that_it_serves(fence, echo);
}

}  // namespace
}  // namespace casement
