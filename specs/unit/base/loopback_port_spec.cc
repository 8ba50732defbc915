#include "casement/base/loopback_port.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>

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

TEST(LoopbackPort, TellsTheSystemsReasonWhereThereIsNone) {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  rlimit none = limit;
  none.rlim_cur = 0;
  ::setrlimit(RLIMIT_NOFILE, &none);
  try {
    free_loopback_port();
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Environment);
    EXPECT_THAT(error.what(), testing::HasSubstr("nobody can listen at 127.0.0.1: Too many open files"));
  }
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace
}  // namespace casement
