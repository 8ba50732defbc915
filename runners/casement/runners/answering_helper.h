// A helper (base/helper_process.h) that answers its starter over a socket: with its first message when it is ready, or
// with the Error that kept it from that.
#pragma once

#include <sys/types.h>

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "casement/base/helper_process.h"
#include "casement/base/message_socket.h"

namespace casement::runners {

struct AnsweringHelper {
  pid_t process = -1;
  MessageSocket socket = MessageSocket();
};

// Runs `body` in a helper, with the socket to its starter; what `body` throws is sent there. Throws Error{Environment},
// "`failure`: …", if the system has no process or descriptor left.
AnsweringHelper start_answering_helper(const std::string& failure, HelperOptions::Output output,
                                       const std::function<void(MessageSocket& starter)>& body);

// The first message; null if the helper ended without one. Throws the Error that `body` has thrown before.
nlohmann::json await_first_message(AnsweringHelper& helper);

}  // namespace casement::runners
