#include <utility>

#include "casement/browser/page/page_session.h"
#include "casement/cdp/protocol_error.h"

namespace casement {

void send_and_await(cdp::Connection& connection, std::vector<cdp::Command> commands, Deadline deadline) {
  std::vector<cdp::Call> calls;
  std::vector<cdp::SessionId> sessions;
  for (cdp::Command& command : commands) {
    sessions.push_back(command.session);
    calls.push_back(connection.send(std::move(command)));
  }
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const cdp::Call& call = calls[i];
    // A crashed renderer does not answer; Chrome sends the command to the successor.
    const auto has_crashed = [&] { return connection.has_crashed(sessions[i]); };
    if (!connection.pump_until([&] { return call.done() || has_crashed(); }, deadline)) {
      for (const cdp::Call& one : calls) connection.abandon(one);
      const std::string flood = connection.describe_flood();
      throw Error(ErrorKind::Timeout,
                  "a frame did not accept its settings in time" + (flood.empty() ? "" : ": " + flood));
    }
    if (!call.done()) {
      connection.abandon(call);
    } else if (const auto& error = call.reply().error; error && !cdp::means_gone(*error) &&
                                                       !cdp::means_already_set(*error) &&
                                                       error->kind() != ErrorKind::TargetCrashed) {
      throw Error(*error);
    }
  }
}

}  // namespace casement
