#include "casement/browser/page/page_start_scripts.h"

#include <nlohmann/json.hpp>

#include "casement/browser/page/page_session.h"

namespace casement {
namespace {

cdp::Command removal(const cdp::SessionId& session, const std::string& identifier) {
  return {session, "Page.removeScriptToEvaluateOnNewDocument", {{"identifier", identifier}}, nullptr};
}

}  // namespace

cdp::Command PageStartScripts::registration(const cdp::SessionId& session, const StartScript& script) {
  const Place place{session, script.name};
  registered_[place] = {++last_turn_, ""};
  return {session,
          "Page.addScriptToEvaluateOnNewDocument",
          {{"source", script.source}},
          {weak_.get(), &PageStartScripts::on_registered, place, last_turn_}};
}

cdp::Effects PageStartScripts::on_registered(const cdp::Reply& reply, const Place& place, int turn) {
  if (reply.error) return {};  // the session is gone
  std::string identifier = reply.result.value("identifier", std::string());
  const auto known = registered_.find(place);
  // The script was replaced or removed before Chrome had answered.
  if (known == registered_.end() || known->second.turn != turn) return {{removal(place.first, identifier)}, {}, {}};
  known->second.identifier = std::move(identifier);
  return {};
}

std::vector<cdp::Command> PageStartScripts::begin_session(const cdp::SessionId& session) {
  std::vector<cdp::Command> commands;
  for (const StartScript& script : page_.environment().start_scripts) {
    commands.push_back(registration(session, script));
  }
  return commands;
}

std::vector<cdp::Command> PageStartScripts::add(const StartScript& script) {
  std::vector<cdp::Command> commands = remove(script.name);
  std::vector<cdp::Command> registrations;
  for (const cdp::SessionId& session : page_.sessions()) registrations.push_back(registration(session, script));
  commands.insert(commands.begin(), registrations.begin(), registrations.end());
  return commands;
}

std::vector<cdp::Command> PageStartScripts::remove(const std::string& name) {
  std::vector<cdp::Command> commands;
  for (auto at = registered_.begin(); at != registered_.end();) {
    const auto& [session, its_name] = at->first;
    if (its_name != name) {
      ++at;
      continue;
    }
    if (!at->second.identifier.empty()) commands.push_back(removal(session, at->second.identifier));
    at = registered_.erase(at);
  }
  return commands;
}

}  // namespace casement
