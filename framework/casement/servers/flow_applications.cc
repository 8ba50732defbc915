#include "casement/servers/flow_applications.h"

#include <fmt/format.h>

#include <utility>

#include "casement/api/engine.h"
#include "casement/base/error.h"
#include "casement/flow/model/application_settings.h"
#include "casement/process/telling_lines.h"
#include "casement/servers/application.h"
#include "casement/servers/process.h"
#include "casement/servers/program_path.h"

namespace casement {
namespace {

constexpr std::chrono::milliseconds kLookAgain{100};

class StartedApplication : public FlowApplication {
 public:
  StartedApplication(const std::string& program, ApplicationOptions options)
      : application_(program, std::move(options)) {}

  BrowserSession& browser() override { return engine_of(application_.browser()); }
  std::string how_it_ended(Deadline deadline) override {
    application_.process().wait_for_end(deadline.remaining());
    return application_.process().how_it_ended();
  }
  std::string output() override { return application_.process().output(); }

 private:
  Application application_;
};

}  // namespace

StartApplication applications_of_flows() {
  return [](const ApplicationRequest& request) -> std::unique_ptr<FlowApplication> {
    const ApplicationSettings& settings = request.settings;
    ApplicationOptions options;
    options.name = settings.name;
    options.arguments.assign(settings.command.begin() + 1, settings.command.end());
    options.environment = settings.environment;
    options.working_directory = settings.folder;
    options.host_resolver_rules = request.host_resolver_rules;
    options.start_timeout = settings.timeout;
    options.secrets = request.secrets;
    options.given_up = request.given_up;
    return std::make_unique<StartedApplication>(program_path(settings.command, settings.folder), std::move(options));
  };
}

RunProgram programs_of_flows() {
  return [](const ProgramRequest& request) {
    ProcessOptions options;
    options.arguments.assign(request.command.begin() + 1, request.command.end());
    options.environment = request.environment;
    options.working_directory = request.folder;
    Process process(program_path(request.command, request.folder), options);
    const Deadline deadline = Deadline::patient(request.timeout);
    while (!process.wait_for_end(deadline.at_most(kLookAgain).remaining())) {
      if (request.given_up && request.given_up()) {
        throw Error(ErrorKind::Interrupted, request.command.front() + " did not become ready in time");
      }
      if (!deadline.expired()) continue;
      throw Error(ErrorKind::Timeout,
                  fmt::format("{} had not ended after {}", request.command.front(), describe_duration(request.timeout)),
                  telling_lines(process.output()));
    }
    std::string how = process.how_it_ended();
    const int code = process.stop();  // also ends its children
    return ProgramResult{code, std::move(how), process.output()};
  };
}

}  // namespace casement
