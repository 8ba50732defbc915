#include "casement/browser/host/heartbeat.h"

#include "casement/base/deadline.h"

namespace casement {
namespace {

// If a check runs this late, the process was stopped or had no processor, and the browser gets more time.
constexpr std::chrono::seconds kWeWereLate{1};

}  // namespace

void Heartbeat::start() {
  connection_.apply({{}, {}, {{Deadline::in(times_.interval), {}, {weak_.get(), &Heartbeat::ask}}}});
}

cdp::Effects Heartbeat::ask() {
  const std::uint64_t number = ++asked_;
  const Deadline due = Deadline::in(times_.patience);
  cdp::Effects effects;
  effects.commands.push_back({"", "Browser.getVersion", Json::object(), {weak_.get(), &Heartbeat::on_answer, number}});
  effects.scheduled.push_back({due, {}, {weak_.get(), &Heartbeat::judge, number, due}});
  return effects;
}

// An error is an answer too.
cdp::Effects Heartbeat::on_answer(const cdp::Reply&, std::uint64_t number) {
  answered_ = number;
  if (connection_.lost()) return {};
  return {{}, {}, {{Deadline::in(times_.interval), {}, {weak_.get(), &Heartbeat::ask}}}};
}

cdp::Effects Heartbeat::judge(std::uint64_t number, Deadline due) {
  if (answered_ >= number || connection_.lost()) return {};
  // The answer may be among the messages that have arrived but are unread.
  if (connection_.has_unread() || Deadline::Clock::now() - due.when() > kWeWereLate) {
    const Deadline again = Deadline::in(times_.patience);
    return {{}, {}, {{again, {}, {weak_.get(), &Heartbeat::judge, number, again}}}};
  }
  connection_.give_up("it sent nothing for " + describe_duration(times_.patience));
  return {};
}

}  // namespace casement
