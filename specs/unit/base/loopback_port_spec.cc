#include "casement/base/loopback_port.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <optional>

#include "casement/base/error.h"
#include "casement/base/unique_fd.h"

namespace casement {
namespace {

TEST(LoopbackPort, CanBeListenedAt) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(free_loopback_port()));
  const UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  EXPECT_EQ(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
}

TEST(LoopbackPort, ReportsTheSystemsReasonIfNoPortIsFree) {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  rlimit none = limit;
  none.rlim_cur = 0;
  ::setrlimit(RLIMIT_NOFILE, &none);
  std::optional<Error> why;
  try {
    free_loopback_port();
  } catch (const Error& error) {
    why = error;
  }
  ::setrlimit(RLIMIT_NOFILE, &limit);  // before anything looks: sanitizers open files to know a type
  ASSERT_TRUE(why.has_value());
  EXPECT_EQ(why->kind(), ErrorKind::Environment);
  EXPECT_THAT(why->what(), testing::HasSubstr("cannot listen on 127.0.0.1: Too many open files"));
}

}  // namespace
}  // namespace casement
