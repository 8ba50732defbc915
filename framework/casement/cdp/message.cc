#include "casement/cdp/message.h"

#include <utility>

namespace casement::cdp {

void Effects::add(Effects more) {
  for (Command& command : more.commands) commands.push_back(std::move(command));
  for (EndedSession& session : more.ended) ended.push_back(std::move(session));
  for (ScheduledCommands& one : more.scheduled) scheduled.push_back(std::move(one));
}

}  // namespace casement::cdp
