#include "casement/browser/events/event_table.h"

#include <nlohmann/json.hpp>

namespace casement {

FrameId frame_id_of(const cdp::Event& event) {
  return event.params.value("frameId", FrameId());
}

std::vector<cdp::Command> EventTable::begin_session(const cdp::SessionId& session) const {
  std::vector<cdp::Command> commands;
  for (const auto& [method, params] : enabling_) commands.push_back({session, method, params, nullptr});
  return commands;
}

cdp::Effects EventTable::dispatch(const cdp::Event& event) const {
  cdp::Effects effects;
  const auto found = handlers_.find(event.method);
  if (found == handlers_.end()) return effects;
  for (const Handler& handler : found->second) effects.add(handler(event));
  return effects;
}

}  // namespace casement
