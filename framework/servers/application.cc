#include "casement/servers/application.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/loopback_port.h"
#include "casement/base/text.h"
#include "casement/browser/browser.h"
#include "casement/servers/process.h"

namespace casement {
namespace {

constexpr std::string_view kPortMark = "{debugging_port}";
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
  // As for a Chrome of ours, see launch_options.h: Chromium's sandbox does not start as root.
  if (::geteuid() == 0) environment.try_emplace("QTWEBENGINE_DISABLE_SANDBOX", "1");
  if (!options.host_resolver_rules.empty()) {
    const std::string before = value_of(options, kQtFlags);
    environment[kQtFlags] =
        before + (before.empty() ? "" : " ") + "\"--host-resolver-rules=" + options.host_resolver_rules + "\"";
  }
  return environment;
}

}  // namespace

Application::Application(const std::string& program, ApplicationOptions options) {
  const Deadline deadline = Deadline::in(options.start_timeout);
  // QtWebEngine takes no port 0, so one that is free now is chosen for it.
  const std::string port = std::to_string(free_loopback_port());
  const std::string address = "127.0.0.1:" + port;
  endpoint_ = "http://" + address;
  ProcessOptions how{.arguments = options.arguments,
                     .environment = environment_of(options, address),
                     .working_directory = options.working_directory,
                     .ready_url = endpoint_ + "/json/version",
                     .start_timeout = options.start_timeout,
                     .stop_timeout = options.stop_timeout};
  for (std::string& argument : how.arguments) {
    if (const std::size_t at = argument.find(kPortMark); at != std::string::npos) {
      argument.replace(at, kPortMark.size(), port);
    }
  }
  try {
    process_ = std::make_unique<Process>(program, std::move(how));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Timeout) throw;
    throw Error(ErrorKind::Environment,
                program +
                    " did not open its debugging port in time; QtWebEngine opens it by itself, other hosts need "
                    "an argument such as --remote-debugging-port={debugging_port}",
                error.trail());
  }
  browser_ = Browser::adopt(endpoint_, deadline);
}

Application::~Application() = default;

}  // namespace casement
