#include "casement/servers/application.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <utility>

#include "casement/api/engine.h"
#include "casement/base/error.h"
#include "casement/base/loopback_port.h"
#include "casement/base/system_message.h"
#include "casement/base/text.h"
#include "casement/base/unique_fd.h"
#include "casement/browser/host/browser_session.h"
#include "casement/servers/listening.h"
#include "casement/servers/process.h"

namespace casement {
namespace {

constexpr std::string_view kPortMark = "{debugging_port}";
constexpr std::string_view kRulesMark = "{host_resolver_rules}";
constexpr const char* kQtFlags = "QTWEBENGINE_CHROMIUM_FLAGS";

class ClaimedPort {
 public:
  // QtWebEngine does not accept port 0, so this chooses a free port. QtWebEngine opens the port only later. Until then
  // an abstract socket address, which ends with this process, reserves the port against other tests' applications.
  ClaimedPort() {
    do {
      number_ = free_loopback_port();
    } while (!claim());
  }
  int number() const { return number_; }

 private:
  bool claim() {
    claim_ = UniqueFd(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (!claim_) throw Error(ErrorKind::Environment, "no socket can be made: " + system_message(errno));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = "casement-debugging-port-" + std::to_string(number_);
    name.copy(address.sun_path + 1, sizeof address.sun_path - 1);
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    if (::bind(claim_.get(), reinterpret_cast<const sockaddr*>(&address), size) == 0) return true;
    if (errno == EADDRINUSE) return false;
    throw Error(ErrorKind::Environment, "a debugging port cannot be claimed: " + system_message(errno));
  }

  int number_ = 0;
  UniqueFd claim_;
};

std::string value_of(const ApplicationOptions& options, const char* name) {
  if (const auto own = options.environment.find(name); own != options.environment.end()) return own->second;
  const char* const inherited = std::getenv(name);
  return inherited == nullptr ? "" : inherited;
}

// https://doc.qt.io/qt-6/qtwebengine-debugging.html
std::map<std::string, std::string> environment_of(const ApplicationOptions& options, const std::string& address) {
  std::map<std::string, std::string> environment = options.environment;
  environment.try_emplace("QTWEBENGINE_REMOTE_DEBUGGING", address);
  // Chromium's sandbox does not start as root, see launch_options.cc.
  if (::geteuid() == 0) environment.try_emplace("QTWEBENGINE_DISABLE_SANDBOX", "1");
  if (!options.host_resolver_rules.empty()) {
    const std::string before = value_of(options, kQtFlags);
    environment[kQtFlags] =
        before + (before.empty() ? "" : " ") + "\"--host-resolver-rules=" + options.host_resolver_rules + "\"";
  }
  return environment;
}

void put(std::string_view mark, const std::string& value, std::string& argument) {
  if (const std::size_t at = argument.find(mark); at != std::string::npos) argument.replace(at, mark.size(), value);
}

}  // namespace

struct Application::Parts {
  ClaimedPort port;  // destroyed last
  std::string endpoint;
  std::unique_ptr<Process> process;
  std::shared_ptr<BrowserSession> browser;  // destroyed first
};

Application::Application(const std::string& program, ApplicationOptions options) : parts_(std::make_shared<Parts>()) {
  const Deadline deadline = Deadline::in(options.start_timeout);
  const std::string port = std::to_string(parts_->port.number());
  const std::string address = "127.0.0.1:" + port;
  parts_->endpoint = "http://" + address;
  ProcessOptions how{.arguments = options.arguments,
                     .environment = environment_of(options, address),
                     .working_directory = options.working_directory,
                     .name = options.name,
                     .ready_url = parts_->endpoint + "/json/version",
                     .start_timeout = options.start_timeout,
                     .stop_timeout = options.stop_timeout,
                     .secrets = options.secrets,
                     .given_up = options.given_up};
  for (std::string& argument : how.arguments) {
    put(kPortMark, port, argument);
    put(kRulesMark, options.host_resolver_rules, argument);
  }
  try {
    parts_->process = std::make_unique<Process>(program, std::move(how));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Timeout) throw;
    const std::string name = options.name.empty() ? program : options.name;
    if (somebody_listens(parts_->port.number())) {
      throw Error(ErrorKind::Environment,
                  name +
                      " listens on its debugging port but does not answer: QtWebEngine does so while a dialog (alert, "
                      "confirm, prompt) of its page is open; close the dialog in the window",
                  error.trail());
    }
    throw Error(ErrorKind::Environment,
                name + " did not open its debugging port within " + describe_duration(options.start_timeout) +
                    "; QtWebEngine opens the port by itself, other hosts need "
                    "an argument such as --remote-debugging-port={debugging_port}",
                error.trail());
  }
  parts_->browser = BrowserSession::adopt(parts_->endpoint, deadline);
}

Application::~Application() = default;

Browser Application::browser() {
  return browser_of(parts_->browser);
}

Process& Application::process() {
  return *parts_->process;
}

const std::string& Application::endpoint() const {
  return parts_->endpoint;
}

}  // namespace casement
