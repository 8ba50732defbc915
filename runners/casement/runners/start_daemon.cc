#include "casement/runners/start_daemon.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "casement/base/environment_variables.h"
#include "casement/base/error.h"
#include "casement/base/system_message.h"
#include "casement/process/interrupt.h"
#include "casement/process/process_table.h"
#include "casement/runners/answering_helper.h"

namespace casement::runners {

pid_t owner_of_daemon(std::optional<int> named) {
  if (named) return *named;
  const pid_t parent = ::getppid();
  if (const pid_t ctest = ancestor_named(::getpid(), "ctest"); ctest != 0) return ctest;
  if (is_test_of_ctest() && parent == 1) {
    throw Error(ErrorKind::Environment, "the ctest that started this command has ended");
  }
  return parent;
}

UniqueFd lock_state(const std::string& state_file) {
  UniqueFd lock(::open((state_file + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock) throw Error(ErrorKind::Environment, "cannot write " + state_file + ".lock: " + system_message(errno));
  while (::flock(lock.get(), LOCK_EX) != 0 && errno == EINTR) {
  }
  return lock;
}

void start_daemon(const std::string& what, const std::function<void(const DaemonSurroundings&)>& keep) {
  AnsweringHelper daemon = start_answering_helper("fork", HelperOptions::Output::Dropped, [&](MessageSocket& starter) {
    const UniqueFd stop(::eventfd(0, EFD_CLOEXEC));
    const InterruptWatch signals([&](int) { ::eventfd_write(stop.get(), 1); }, {SIGHUP, SIGQUIT});
    const auto has_news = [](int descriptor) { return is_readable(descriptor, Deadline::in(Milliseconds(0))); };
    const auto ready = [&] {
      if (!starter.send({{"ready", true}}))
        throw Error(ErrorKind::Environment, "the process that started the daemon has ended");
    };
    keep({stop.get(), ready, [&] { return has_news(stop.get()) || has_news(starter.descriptor()); }});
  });
  if (await_first_message(daemon).is_null()) {
    throw Error(ErrorKind::Environment, "the process that runs " + what + " ended");
  }
}

}  // namespace casement::runners
