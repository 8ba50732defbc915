#include "casement/agent/client_workspaces.h"

#include <algorithm>
#include <vector>

#include "casement/base/error.h"
#include "casement/mcp/signed_state.h"

namespace casement {
namespace {

constexpr std::ptrdiff_t kMostAlone = 32;  // browsers of clients without a session
constexpr char kMark = '.';                // separates the end of a handle; session keys do not contain it

// "p1.85045e9693" and ".85045e9693" have the same key.
std::string key_in(const std::string& handle) {
  const std::size_t mark = handle.find(kMark);
  return mark == std::string::npos ? handle : handle.substr(mark);
}

}  // namespace

std::shared_ptr<AgentSeat> ClientWorkspaces::of_session(const std::string& key) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<AgentSeat>& seat = seats_[key];
  if (!seat) seat = std::make_shared<AgentSeat>(options_, "");
  return seat;
}

std::shared_ptr<AgentSeat> ClientWorkspaces::of_page(const std::string& handle) {
  const std::string key = key_in(handle);
  const std::lock_guard lock(mutex_);
  const auto found = key.starts_with(kMark) ? seats_.find(key) : seats_.end();
  if (found == seats_.end()) {
    throw Error(ErrorKind::Usage,
                "no open page has this handle; call browser_navigate without 'page' to open another browser and get "
                "the handle of its page");
  }
  return found->second;
}

std::shared_ptr<AgentSeat> ClientWorkspaces::another(std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto alone = std::ranges::count_if(seats_, [](const auto& one) { return one.first.starts_with(kMark); });
  if (alone >= kMostAlone) {
    throw Error(ErrorKind::Usage, "too many browsers are running; end one with browser_close and a 'page' of it");
  }
  key = kMark + mcp::random_hex(8);
  return seats_[key] = std::make_shared<AgentSeat>(options_, key);
}

void ClientWorkspaces::end(const std::string& key) {
  std::shared_ptr<AgentSeat> ended;  // destroyed after the lock is released, because Chrome takes time to end
  const std::lock_guard lock(mutex_);
  const auto found = seats_.find(key_in(key));
  if (found == seats_.end()) return;
  ended = std::move(found->second);
  seats_.erase(found);
}

void ClientWorkspaces::end_idle(Milliseconds time) {
  std::vector<std::shared_ptr<AgentSeat>> ended;
  const std::lock_guard lock(mutex_);
  for (auto one = seats_.begin(); one != seats_.end();) {
    const std::shared_ptr<AgentSeat> seat = one->second;
    const std::unique_lock idle(seat->mutex, std::try_to_lock);
    if (!idle || !one->first.starts_with(kMark)) {
      ++one;
      continue;
    }
    if (seat->ends.is_never()) seat->ends = Deadline::in(time);
    if (!seat->ends.expired()) {
      ++one;
      continue;
    }
    ended.push_back(seat);
    one = seats_.erase(one);
  }
}

void ClientWorkspaces::interrupt() {
  const std::lock_guard lock(mutex_);
  for (auto& [key, seat] : seats_) seat->workspace.cancel();
}

}  // namespace casement
