// What goes over the wire, as plain data: commands out, replies and events in; and what a reducer
// asks for after it has seen an event.
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

// A session is Chrome's flat session id; "" is the browser itself.
using SessionId = std::string;

struct Event {  // a message that answers no command
  SessionId session;
  std::string method;
  Json params;
};

struct Reply {  // what Chrome answers a command
  Json result;
  std::optional<Error> error;
};

struct Effects;

struct Command {  // what is sent to Chrome
  SessionId session;
  std::string method;
  Json params = Json::object();
  // Sees the reply. Null where nobody cares; an error of such a command is logged only.
  Callback<Effects(const Reply&)> on_reply = nullptr;
};

// A session is over: what is still pending in it ends with this kind of error.
struct EndedSession {
  SessionId session;
  ErrorKind kind = ErrorKind::SessionClosed;
  std::string reason;
};

// Commands that are to be sent when a time has come, without anybody waiting for it.
struct ScheduledCommands {
  Deadline when = Deadline::never();
  std::vector<Command> commands;
  // Asked for more by then. Null for nothing.
  Callback<Effects()> more = nullptr;
};

struct Effects {  // what a reducer wants done
  std::vector<Command> commands;
  std::vector<EndedSession> ended;
  std::vector<ScheduledCommands> scheduled;

  void add(Effects more);
};

}  // namespace casement::cdp
