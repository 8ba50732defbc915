#include "casement/process/reaper.h"

#include <signal.h>

#include <cerrno>
#include <tuple>

#include "casement/base/error.h"
#include "casement/base/helper_process.h"
#include "casement/base/message_socket.h"
#include "casement/process/limits.h"

namespace casement {

Reaper::Reaper(const std::function<void()>& reap) {
  UniqueFd its;
  std::tie(alive_, its) = socket_pair();
  if (!alive_) throw environment_error("cannot make a pipe", errno);
  const HelperOptions options{.body = HelperOptions::Body::SystemCalls,
                              .place = HelperOptions::Place::OwnGroup,
                              .leaves_folder = true,
                              .keeps = {&its}};
  id_ = start_helper(options, [&](UniqueFd owner) {
    await_owner(its.get(), owner);
    reap();
  });
  if (id_ < 0) throw environment_error("cannot make a process", errno);
}

void Reaper::dismiss() noexcept {
  if (dismissed_) return;
  dismissed_ = true;
  ::kill(id_, SIGKILL);
  await_child(id_);
}

std::function<void()> killing_group(pid_t group) {
  return [group] { ::kill(-group, SIGKILL); };
}

}  // namespace casement
