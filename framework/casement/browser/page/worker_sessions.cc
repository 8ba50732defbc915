#include "casement/browser/page/worker_sessions.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "casement/browser/network/network_log.h"
#include "casement/browser/page/targets_of_page.h"
#include "casement/browser/values/emulation.h"
#include "casement/browser/values/throttle.h"
#include "casement/browser/values/user_agent.h"

namespace casement {
std::vector<cdp::Command> enable_worker_events(const cdp::SessionId& session) {
  return {{session, "Network.enable", network_buffers(), nullptr},
          {session, "Runtime.enable"},
          {session, "Inspector.enable"}};
}

std::vector<cdp::Command> worker_option_commands(const cdp::SessionId& session, const ContextOptions& options) {
  std::vector<cdp::Command> commands{headers_command(options.extra_headers, session)};
  for (cdp::Command& command : network_condition_commands(options, session)) commands.push_back(std::move(command));
  return commands;
}

bool tells_of_loaded_workers(std::string_view user_agent) {
  constexpr int first = 145;  // or somewhat earlier
  const std::string major = chrome_major(user_agent);
  int number = 0;
  std::from_chars(major.data(), major.data() + major.size(), number);
  return number >= first;
}

cdp::Command add_binding(const cdp::SessionId& session, const StartScript& script) {
  return {session, "Runtime.addBinding", {{"name", script.binding}}, nullptr};
}

std::vector<cdp::Command> start_worker_scripts(const cdp::SessionId& session, const StartScripts& scripts) {
  std::vector<cdp::Command> commands;
  for (const StartScript& script : scripts) {
    if (!script.in_workers) continue;
    if (!script.binding.empty()) commands.push_back(add_binding(session, script));
    commands.push_back({session, "Runtime.evaluate", {{"expression", script.source}}, nullptr});
  }
  return commands;
}

std::vector<cdp::SessionId> WorkerSessions::dedicated() const {
  std::vector<cdp::SessionId> all;
  for (const auto& [session, worker] : workers_) {
    if (!worker.parent.empty()) all.push_back(session);
  }
  return all;
}

std::vector<cdp::Command> WorkerSessions::begin(const cdp::SessionId& session, const cdp::SessionId& parent,
                                                bool waiting, const PageEnvironment& environment,
                                                const StartScripts& scripts, FramePlace place) {
  const ContextOptions& options = environment.options;
  add(session, parent, std::move(place), !waiting || !tells_of_loaded_workers(environment.own_user_agent));
  std::vector<cdp::Command> commands = enable_worker_events(session);
  if (options.offline || !options.throttles.empty() || !options.extra_headers.empty()) {
    for (cdp::Command& command : worker_option_commands(session, options)) commands.push_back(std::move(command));
  }
  commands.push_back(
      {session,
       "Target.setAutoAttach",
       {{"autoAttach", true}, {"waitForDebuggerOnStart", true}, {"flatten", true}, {"filter", targets_of_page()}},
       nullptr});
  for (cdp::Command& command : start_worker_scripts(session, scripts)) {
    commands.push_back(std::move(command));
  }
  if (waiting) commands.push_back({session, "Runtime.runIfWaitingForDebugger"});
  return commands;
}

std::vector<cdp::EndedSession> WorkerSessions::end(const cdp::SessionId& session) {
  std::vector<cdp::EndedSession> ended;
  if (workers_.erase(session) > 0) ended.push_back({session, ErrorKind::SessionClosed, "the worker ended"});
  std::vector<cdp::SessionId> below;
  for (const auto& [worker, known] : workers_) {
    if (known.parent == session) below.push_back(worker);
  }
  for (const cdp::SessionId& worker : below) {
    for (cdp::EndedSession& one : end(worker)) ended.push_back(std::move(one));
  }
  return ended;
}

std::vector<cdp::Command> WorkerSessions::commands(const ContextOptions& options) const {
  std::vector<cdp::Command> all;
  for (const auto& [session, worker] : workers_) {
    if (worker.parent.empty()) continue;  // options do not apply to shared workers
    for (cdp::Command& command : worker_option_commands(session, options)) all.push_back(std::move(command));
  }
  return all;
}

}  // namespace casement
