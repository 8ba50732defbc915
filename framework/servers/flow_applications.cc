#include "casement/servers/flow_applications.h"

#include <utility>

#include "casement/flow/model/application_settings.h"
#include "casement/servers/application.h"
#include "casement/servers/process.h"
#include "casement/servers/program_path.h"

namespace casement {
namespace {

class StartedApplication : public FlowApplication {
 public:
  StartedApplication(const std::string& program, ApplicationOptions options)
      : application_(program, std::move(options)) {}

  Browser& browser() override { return application_.browser(); }
  std::string how_it_ended(Deadline deadline) override {
    application_.process().wait_for_end(deadline);
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

}  // namespace casement
