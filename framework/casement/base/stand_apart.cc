#include "casement/base/stand_apart.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace casement {
namespace {

constexpr int kFirst = 3;
// Above every place that is given.
constexpr int kBeyond = 10;

void ignore_what_is_for_the_owner() {
  for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ}) ::signal(number, SIG_IGN);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void close_from(int first) {
  if (::syscall(SYS_close_range, first, ~0U, 0) == 0) return;
  for (int number = first; number < 1024; ++number) ::close(number);  // kernels before 5.9
}

}  // namespace

void stand_apart(std::initializer_list<UniqueFd*> kept, StandardOutput output) {
  ::setsid();
  ignore_what_is_for_the_owner();
  // Beyond all places first, so that none is put over another.
  for (UniqueFd* const one : kept) {
    if (*one) *one = UniqueFd(::fcntl(one->get(), F_DUPFD_CLOEXEC, kBeyond));
  }
  int place = kFirst;
  for (UniqueFd* const one : kept) {
    if (*one)
      *one = UniqueFd(::dup2(one->get(), place));
    else
      ::close(place);
    ++place;
  }
  close_from(place);
  const UniqueFd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!nothing) return;
  ::dup2(nothing.get(), STDIN_FILENO);
  if (output == StandardOutput::Kept) return;
  ::dup2(nothing.get(), STDOUT_FILENO);
  ::dup2(nothing.get(), STDERR_FILENO);
}

}  // namespace casement
