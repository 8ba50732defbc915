#include "casement/browser/page/page_start_scripts.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "casement/bridge/bridge.h"
#include "casement/browser/page/page_session.h"
#include "casement/cdp/protocol_error.h"

namespace casement {
namespace {

cdp::Command removal(const cdp::SessionId& session, const std::string& identifier) {
  return {session, "Page.removeScriptToEvaluateOnNewDocument", {{"identifier", identifier}}, nullptr};
}

}  // namespace

void put_start_script(StartScripts& scripts, const StartScript& script) {
  const auto known = std::ranges::find(scripts, script.name, &StartScript::name);
  if (known == scripts.end()) {
    scripts.push_back(script);
  } else {
    *known = script;
  }
}

std::string init_script_name(int id) {
  return "init script " + std::to_string(id);
}

void check_syntax(PageSession& page, const std::string& source, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  if (page.closed() || page.frames().main().crashed) return;
  try {
    const Json result = page.connection().call({page.session(),
                                                "Runtime.compileScript",
                                                {{"expression", source}, {"sourceURL", ""}, {"persistScript", false}},
                                                nullptr},
                                               deadline);
    if (result.contains("exceptionDetails")) evaluation_value(result);
  } catch (const Error& error) {
    if (!cdp::means_no_document(error) && !cdp::means_gone(error)) throw;
  }
}

void PageStartScripts::append_registration(std::vector<cdp::Command>& commands, const cdp::SessionId& session,
                                           const StartScript& script) {
  const Place place{session, script.name};
  registered_[place] = {++last_turn_, ""};
  commands.push_back({session,
                      "Page.addScriptToEvaluateOnNewDocument",
                      {{"source", script.source}},
                      {weak_.get(), &PageStartScripts::on_registered, place, last_turn_}});
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

StartScripts PageStartScripts::all() const {
  StartScripts scripts = page_.environment().start_scripts;
  scripts.insert(scripts.end(), own_.begin(), own_.end());
  return scripts;
}

std::vector<cdp::Command> PageStartScripts::begin(const cdp::SessionId& session) {
  std::vector<cdp::Command> commands;
  for (const StartScript& script : all()) append_registration(commands, session, script);
  return commands;
}

std::vector<cdp::Command> PageStartScripts::bindings(const cdp::SessionId& session) const {
  std::vector<cdp::Command> commands;
  for (const StartScript& script : all()) {
    if (!script.binding.empty()) commands.push_back(add_binding(session, script));
  }
  return commands;
}

std::vector<cdp::Command> PageStartScripts::add(const StartScript& script) {
  std::vector<cdp::Command> removals = remove(script.name);
  std::vector<cdp::Command> commands;
  for (const cdp::SessionId& session : page_.sessions()) {
    if (!script.binding.empty()) commands.push_back(add_binding(session, script));
    append_registration(commands, session, script);
  }
  std::ranges::move(removals, std::back_inserter(commands));
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

std::vector<cdp::Command> PageStartScripts::remove_all() {
  std::vector<cdp::Command> commands;
  for (const StartScript& script : all()) std::ranges::copy(remove(script.name), std::back_inserter(commands));
  return commands;
}

void PageStartScripts::add_own(const StartScript& script, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page_.connection());
  if (page_.closed()) throw page_.end_error();
  put_start_script(own_, script);
  send_and_await(page_.connection(), add(script), deadline);
}

bool PageStartScripts::remove_own(const std::string& name, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page_.connection());
  if (std::erase_if(own_, [&](const StartScript& one) { return one.name == name; }) == 0) return false;
  send_and_await(page_.connection(), remove(name), deadline);
  return true;
}

int PageStartScripts::add_init_script(const std::string& source, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page_.connection());
  check_syntax(page_, source, deadline);
  const int id = ++last_init_script_;
  add_own({init_script_name(id), source}, deadline);
  return id;
}

}  // namespace casement
