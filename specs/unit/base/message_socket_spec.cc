#include "casement/base/message_socket.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <nlohmann/json.hpp>

#include "casement/base/error.h"

namespace casement {
namespace {

TEST(MessageSocket, RejectsALineThatIsNoMessage) {
  auto [ours, theirs] = MessageSocket::make_pair();
  MessageSocket socket(std::move(ours));
  ASSERT_EQ(::send(theirs.get(), "(\n", 2, MSG_NOSIGNAL), 2);
  try {
    socket.receive();
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Protocol);
  }
}

}  // namespace
}  // namespace casement
