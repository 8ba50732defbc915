#include "casement/servers/application.h"

#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <utility>

#include "casement/api/engine.h"
#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/browser/host/browser_session.h"
#include "casement/servers/claimed_port.h"
#include "casement/servers/listening.h"
#include "casement/servers/process.h"

namespace casement {
namespace {

constexpr std::string_view kPortMark = "{debugging_port}";
constexpr std::string_view kRulesMark = "{host_resolver_rules}";
constexpr const char* kQtFlags = "QTWEBENGINE_CHROMIUM_FLAGS";

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
