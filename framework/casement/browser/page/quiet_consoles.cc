#include "casement/browser/page/quiet_consoles.h"

#include <nlohmann/json.hpp>

#include "casement/bridge/bridge.h"
#include "casement/browser/values/emulation.h"

namespace casement {
namespace {

// Until it is tried again: a page that said much once would be slow, and its console silent, until it is left. One that
// floods on is turned off again within a second or two.
constexpr Milliseconds kRest{10'000};
// For the frames that come together.
constexpr Milliseconds kMoreFrames{1'000};
// For how long a console that is on again has to say less until its page may run as fast as before.
constexpr Milliseconds kProof{2'000};
// How many times slower a page runs whose console is off. Twice as slow is enough for one page; there may be several.
constexpr double kSlower = 4;

}  // namespace

void QuietConsoles::register_events(EventTable& events) {
  events.on("Page.frameNavigated", [this](const cdp::Event& event) { return on_navigated(event.session); });
  events.on("Page.frameAttached", [this](const cdp::Event& event) { return on_attached(event.session); });
}

cdp::Effects QuietConsoles::turn_off(const cdp::SessionId& session) {
  Console& console = consoles_[session];
  console.is_off = true;
  console.is_due = false;
  cdp::Effects effects;
  effects.commands.push_back(throttling_command(throttling_ * kSlower, session));
  effects.commands.push_back({session, "Log.disable"});
  effects.commands.push_back(
      {session, "Runtime.disable", Json::object(), {weak_.get(), &QuietConsoles::on_turned_off, session}});
  effects.scheduled.push_back({Deadline::in(kRest), {}, {weak_.get(), &QuietConsoles::on_rest_over, session}});
  return effects;
}

// All that was on its way has come.
cdp::Effects QuietConsoles::on_turned_off(const cdp::Reply&, const cdp::SessionId& session) {
  connection_.listen_to(session);
  return {};
}

cdp::Effects QuietConsoles::on_navigated(const cdp::SessionId& session) {
  const auto found = consoles_.find(session);
  if (found == consoles_.end() || !found->second.is_off) return {};
  cdp::Effects effects = turn_on(session, found->second);
  effects.commands.push_back(throttling_command(throttling_, session));
  return effects;
}

cdp::Effects QuietConsoles::on_attached(const cdp::SessionId& session) {
  const auto found = consoles_.find(session);
  if (found == consoles_.end() || !found->second.is_off || found->second.is_due) return {};
  found->second.is_due = true;
  cdp::Effects effects;
  effects.scheduled.push_back({Deadline::in(kMoreFrames), {}, {weak_.get(), &QuietConsoles::on_rest_over, session}});
  return effects;
}

cdp::Effects QuietConsoles::on_rest_over(const cdp::SessionId& session) {
  const auto found = consoles_.find(session);
  if (found == consoles_.end() || !found->second.is_off) return {};
  cdp::Effects effects = turn_on(session, found->second);
  effects.scheduled.push_back({Deadline::in(kProof), {}, {weak_.get(), &QuietConsoles::on_proved, session}});
  return effects;
}

cdp::Effects QuietConsoles::on_proved(const cdp::SessionId& session) {
  const auto found = consoles_.find(session);
  if (found == consoles_.end() || found->second.is_off) return {};
  cdp::Effects effects;
  effects.commands.push_back(throttling_command(throttling_, session));
  return effects;
}

cdp::Effects QuietConsoles::turn_on(const cdp::SessionId& session, Console& console) {
  console.is_off = console.is_due = false;
  cdp::Effects effects;
  // Chrome keeps the newest lines for those who turn a console on.
  for (const char* const method : {"Runtime.discardConsoleEntries", "Runtime.enable", "Log.clear", "Log.enable"}) {
    effects.commands.push_back({session, method});
  }
  // Bindings are forgotten with the rest.
  effects.commands.push_back(bridge_binding(session, world_name_));
  return effects;
}

}  // namespace casement
