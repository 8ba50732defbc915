#include "casement/browser/page/quiet_consoles.h"

#include <nlohmann/json.hpp>

#include "casement/browser/values/emulation.h"

namespace casement {
namespace {

// The time until a retry, because otherwise the page would be slow and its console silent until the next navigation. A
// console that still floods is turned off again within a second or two.
constexpr Milliseconds kRest{10'000};
// Collects frames that arrive together.
constexpr Milliseconds kMoreFrames{1'000};
// How long a reactivated console must write less before the page runs at full speed again.
constexpr Milliseconds kProof{2'000};
// The slowdown factor of a page whose console is off. A factor of 2 is enough for one page, but not for several.
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

// All lines that were in transit have arrived.
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
  // Chrome stores the newest lines for clients that turn a console on.
  for (const char* const method : {"Runtime.discardConsoleEntries", "Runtime.enable", "Log.clear", "Log.enable"}) {
    effects.commands.push_back({session, method});
  }
  effects.add({bindings_(session), {}, {}});
  return effects;
}

}  // namespace casement
