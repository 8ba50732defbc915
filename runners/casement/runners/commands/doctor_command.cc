#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "casement/base/environment_variables.h"
#include "casement/base/error.h"
#include "casement/base/loopback_port.h"
#include "casement/browser/host/browser_session.h"
#include "casement/browser/host/host_report.h"
#include "casement/process/find_chrome.h"
#include "casement/process/launch_options.h"
#include "casement/reports/escape.h"
#include "casement/reports/report_text.h"
#include "casement/runners/colours.h"
#include "casement/runners/command.h"
#include "casement/runners/number_range.h"
#include "casement/runners/project_files.h"
#include "casement/runners/version.h"

namespace casement::runners {
namespace {

// Prints one finding per line; an Error is a finding too.
class Examination {
 public:
  void check(const std::string& name, const std::function<std::string()>& look) {
    std::string finding;
    bool good = true;
    try {
      finding = look();
    } catch (const Error& error) {
      finding = error.full_text();
      good = false;
    }
    all_good_ = all_good_ && good;
    std::cout << painted(good ? "✓" : "✗", good ? Ink::Green : Ink::Red, has_colours(STDOUT_FILENO)) << ' ' << name
              << ": " << reports::visible_lines(finding) << std::endl;
  }
  bool all_good() const { return all_good_; }

 private:
  bool all_good_ = true;
};

int examine() {
  std::cout << kVersionLine << std::endl;
  Examination examination;
  LaunchOptions options;
  examination.check("browser", [&] {
    options.browser = find_browser();
    return options.browser.path;
  });
  const Machine machine = Machine::of_this_process();
  examination.check("system", [] {
    utsname names{};
    ::uname(&names);
    return fmt::format("{} {} {}, {}", names.sysname, names.release, names.machine,
                       reports::counted(std::thread::hardware_concurrency(), "processor"));
  });
  examination.check("ports", [] { return fmt::format("can listen on 127.0.0.1:{}", free_loopback_port()); });
  examination.check("display", [] {
    for (const char* const name : {"DISPLAY", "WAYLAND_DISPLAY"}) {
      if (is_set(name)) return std::string(name) + "=" + std::getenv(name);
    }
    return std::string("none, so --headed cannot be used; xvfb-run provides a virtual display");
  });
  examination.check("sandbox", [&] {
    if (machine.is_root) return std::string("off, because Chrome has no sandbox when run as root");
    return std::string(machine.refuses_sandbox ? "off, because of CASEMENT_NO_SANDBOX" : "on");
  });
  examination.check("/dev/shm", [&] {
    std::string text = fmt::format("{} MiB", machine.shared_memory_bytes / (1024 * 1024));
    for (const std::string& note : launch_notes(machine)) text += "; " + note;
    return text;
  });
  if (!examination.all_good()) return static_cast<int>(ExitCode::Environment);
  std::string version;
  examination.check("a page", [&] {
    const Deadline deadline = Deadline::in(std::chrono::seconds(60));
    const auto browser = BrowserSession::launch(options, deadline);
    browser->new_context({}, deadline).new_page(deadline);
    version = browser->version();
    return "opened in " + version;
  });
  if (const auto project = project_here(); project && !project->browser_version.empty() && !version.empty()) {
    examination.check("version", [&] {
      const std::string other = other_browser_version(&*project, version);
      if (!other.empty()) throw Error(ErrorKind::Environment, other);
      return fmt::format("{}, as {} names it", project->browser_version, project->file);
    });
  }
  return static_cast<int>(examination.all_good() ? ExitCode::Passed : ExitCode::Environment);
}

// For all questions to a browser that has answered.
constexpr std::chrono::seconds kExaminationTimeout{60};

HostReport report_of(const std::string& endpoint, Milliseconds patience) {
  try {
    const auto browser = BrowserSession::adopt(endpoint, Deadline::in(patience));
    return examine_host(*browser, Deadline::in(kExaminationTimeout));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::Usage || error.kind() == ErrorKind::Environment) throw;
    std::vector<std::string> trail = error.trail();
    if (error.kind() == ErrorKind::Timeout) {
      trail.emplace_back("QtWebEngine does not answer while a page has an open dialog");
    }
    throw Error(ErrorKind::Environment, endpoint + " cannot be examined: " + error.message(), std::move(trail));
  }
}

struct DoctorOptions {
  std::string attach;
  double timeout_seconds = 10;
  bool json = false;
};

int examine_application(const DoctorOptions& options) {
  const HostReport report =
      report_of(options.attach, Milliseconds(static_cast<Milliseconds::rep>(options.timeout_seconds * 1000)));
  if (options.json) {
    nlohmann::ordered_json json{{"version", report.version}, {"pages", report.pages}};
    json["abilities"] = nlohmann::ordered_json::array();
    for (const HostAbility& one : report.abilities) {
      json["abilities"].push_back({{"name", one.name}, {"can", one.can}, {"detail", one.detail}});
    }
    std::cout << json.dump(1, ' ', true, nlohmann::json::error_handler_t::replace) << std::endl;
    return 0;
  }
  std::cout << reports::visible_line(report.version) << '\n';
  for (const std::string& page : report.pages) std::cout << "  page " << reports::visible_line(page) << '\n';
  for (const HostAbility& one : report.abilities) {
    std::cout << painted(one.can ? "✓" : "✗", one.can ? Ink::Green : Ink::Red, has_colours(STDOUT_FILENO)) << ' '
              << one.name << ": " << reports::visible_line(one.detail) << '\n';
  }
  std::cout << std::flush;
  return 0;
}

}  // namespace

void add_doctor_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<DoctorOptions>();
  CLI::App* command = app.add_subcommand(
      "doctor", "Check whether this machine can run tests, or what an application's Chromium supports");
  CLI::Option* const attach = command->add_option(
      "--attach", options->attach, "Check what the Chromium at this debugging address supports: http://host:port");
  command->add_flag("--json", options->json, "Print the result as JSON")->needs(attach);
  take_seconds(
      command->add_option("--timeout", options->timeout_seconds, "Wait at most this many seconds for an answer"), 0.1,
      600.0)
      ->needs(attach);
  command->callback([options, &action] {
    action = [options] { return options->attach.empty() ? examine() : examine_application(*options); };
  });
}

}  // namespace casement::runners
