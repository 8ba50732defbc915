// A helper process (base/helper_process.h) that answers its starter over a socket. The first message reports that the
// helper is ready, or contains the Error that prevented it.
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

// Runs `body` in a helper, with the socket to its starter; exceptions of `body` are sent to the starter. Throws
// Error{Environment}, "`failure`: …", if the system has no process or descriptor left.
AnsweringHelper start_answering_helper(const std::string& failure, HelperOptions::Output output,
                                       const std::function<void(MessageSocket& starter)>& body);

// Waits for the first message; null if the helper ended without a message. Throws the Error that `body` threw before.
nlohmann::json await_first_message(AnsweringHelper& helper);

}  // namespace casement::runners
