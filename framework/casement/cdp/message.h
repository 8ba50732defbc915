// The messages of a connection as plain data: commands, replies and events; and the effects that a reducer requests
// after an event.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/cdp/callback.h"

namespace casement::cdp {

// Chrome's flat session id; "" is the browser itself.
using SessionId = std::string;

struct Event {  // a message that does not answer a command
  SessionId session;
  std::string method;
  Json params;
};

struct Reply {  // Chrome's answer to a command
  Json result;
  std::optional<Error> error;
};

struct Effects;

struct Command {  // a request to Chrome
  SessionId session;
  std::string method;
  Json params = Json::object();
  // Receives the reply. If null, the connection only logs an error of the command.
  Callback<Effects(const Reply&)> on_reply = nullptr;
};

// A session that is over: the commands pending in the session fail with this kind of error.
struct EndedSession {
  SessionId session;
  ErrorKind kind = ErrorKind::SessionClosed;
  std::string reason;
};

// Commands to send at a later time; no caller waits for the answers.
struct ScheduledCommands {
  Deadline when = Deadline::never();
  std::vector<Command> commands;
  // Called at that time for more effects; null if there are none.
  Callback<Effects()> more = nullptr;
};

struct Effects {  // the actions that a reducer requests
  std::vector<Command> commands;
  std::vector<EndedSession> ended;
  std::vector<ScheduledCommands> scheduled;

  void add(Effects more);
};

}  // namespace casement::cdp
