#include "casement/process/daemon_state.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/helper_process.h"
#include "casement/base/json.h"
#include "casement/base/private_file.h"
#include "casement/base/system_message.h"

namespace casement {

int number_after(const std::string& line, std::size_t at) {
  int number = 0;
  if (at < line.size()) std::from_chars(line.data() + at, line.data() + line.size(), number);
  return number;
}

DaemonState::DaemonState(std::string state_file, pid_t owner)
    : state_file_(std::move(state_file)), socket_path_(folder_.path() + "/keeper") {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, socket_path_.data(), std::min(socket_path_.size(), sizeof address.sun_path - 1));
  listener_ = UniqueFd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!listener_ || ::bind(listener_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(listener_.get(), 128) != 0) {
    throw Error(ErrorKind::Environment, "cannot listen at " + socket_path_ + ": " + system_message(errno));
  }
  add_owner(owner);
}

void DaemonState::announce(Json more) {
  more["socket"] = socket_path_;
  more["keeper"] = ::getpid();
  // Written to a temporary file and renamed, so that readers see the whole file or none.
  const std::string partial = state_file_ + "." + std::to_string(::getpid());
  // Private, because every reader can do all that the daemon does.
  if (write_private_file(partial, dump_json(more) + "\n")) {
    throw Error(ErrorKind::Environment, "cannot write the state file " + state_file_);
  }
  if (std::rename(partial.c_str(), state_file_.c_str()) != 0) {
    const std::string reason = system_message(errno);
    ::unlink(partial.c_str());
    throw Error(ErrorKind::Environment, "cannot write the state file " + state_file_ + ": " + reason);
  }
}

void DaemonState::withdraw() {
  std::ifstream file(state_file_);
  std::string line;
  if (std::getline(file, line) && line.find(socket_path_) != std::string::npos) ::unlink(state_file_.c_str());
}

std::vector<pollfd> DaemonState::waits(int stop) const {
  std::vector<pollfd> waits{{stop, POLLIN, 0}, {listener_.get(), POLLIN, 0}};
  for (const Owner& owner : owners_) waits.push_back({owner.handle.get(), POLLIN, 0});
  return waits;
}

void DaemonState::remove_ended(const std::vector<pollfd>& answered) {
  for (const pollfd& one : answered) {
    if (one.revents != 0) std::erase_if(owners_, [&](const Owner& owner) { return owner.handle.get() == one.fd; });
  }
}

UniqueFd DaemonState::accept() {
  return UniqueFd(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
}

void DaemonState::take(const std::string& line) {
  if (line.starts_with("own ")) add_owner(number_after(line, 4));
  if (!line.starts_with("stop ")) return;
  const pid_t id = number_after(line, 5);
  std::erase_if(owners_, [&](const Owner& one) { return one.id == id || id == 0; });
  is_stopping_ = owners_.empty();
  if (is_stopping_) withdraw();
}

void DaemonState::add_owner(pid_t id) {
  const bool known = std::any_of(owners_.begin(), owners_.end(), [&](const Owner& owner) { return owner.id == id; });
  if (known || id <= 0) return;
  UniqueFd handle = process_handle(id);
  if (!handle && errno != ESRCH) return;  // a kernel without process handles
  had_owner_ = true;
  if (handle) owners_.push_back({id, std::move(handle)});
}

}  // namespace casement
