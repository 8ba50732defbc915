#include "casement/flow/steps/program_step.h"

#include <fmt/format.h>

#include <filesystem>

#include "casement/base/text.h"
#include "casement/flow/model/command_reader.h"
#include "casement/flow/model/flow_limits.h"
#include "casement/flow/model/flow_variables.h"
#include "casement/flow/play/flow_application.h"
#include "casement/flow/spec/arg_spec.h"
#include "casement/process/telling_lines.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

constexpr std::chrono::seconds kProgramTimeout{30};

// The command with the current variables put in.
std::vector<std::string> command_of(const StepScope& scope, const YamlEntry& entry) {
  YamlEntry filled = entry;
  if (entry.value.is_text()) filled.value.text = scope.text_of(entry);
  for (YamlNode& word : filled.value.items) word.text = scope.text(word);
  return read_command(scope.source(), filled);
}

std::string line_of(const std::vector<std::string>& command) {
  return command.front() == "/bin/sh" ? command.back() : join(command, " ");
}

std::string without_line_end(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  return text;
}

}  // namespace

std::vector<ArgSpec> program_keys() {
  return {
      {"program", Shape::Texts, "a program of your own, and its arguments; a text is for the shell"},
      only_beside("program", {"folder", Shape::Text, "the folder that it begins in, from the flow's; otherwise that"}),
      only_beside("program", {"env", Shape::AnyMap, "variables of its environment, over those of the run"}),
      only_beside("program", by_default({"exit", Shape::Number, "the expected exit code", {}, 0, 255}, "0")),
      only_beside("program", {"to", Shape::Name, "the variable that gets the program's output"}),
  };
}

PlannedStep parse_program(const StepScope& scope, const StepMap& map) {
  const YamlEntry& entry = *map.find("program");
  for (const Flow* flow : {&scope.flow(), &scope.main_flow()}) {
    if (flow->limits) throw scope.source().error_at(entry.key.place, flow->limits->why_no_program("program"));
  }
  for (const char* const key : {"with", "take"}) {
    if (const YamlEntry* other = map.find(key)) {
      throw scope.source().error_at(other->key.place, fmt::format("'{}' is only for a 'flow'", key));
    }
  }
  ProgramRequest request;
  request.command = command_of(scope, entry);
  const std::string folder = map.text("folder");
  request.folder = (std::filesystem::path(scope.flow().file).parent_path() / folder).lexically_normal().string();
  if (const YamlEntry* variables = map.find("env")) {
    for (const YamlEntry& one : read_map(scope.source(), *variables).entries) {
      request.environment[one.key.text] = scope.text_of(one);
    }
  }
  request.timeout = scope.timeout().count() > 0 ? scope.timeout() : Milliseconds(kProgramTimeout);
  if (PlannedFiles* const planned = scope.context().planned_files) planned->writes_unknown = true;
  const int exit = map.number("exit", 0);
  const std::string to = map.text("to");
  const std::string name = name_of_command(request.command, "program");
  PlannedStep step;
  step.actions.push_back(
      scope.action(scope.entry().key, line_of(request.command), "run", [request, exit, to, name](StepRun& run) {
        const ProgramResult end = run.environment.run_program(request);
        if (!end.output.empty()) {
          run.recorder.current_case().attachments.push_back(
              {name + ": output", "text/plain; charset=utf-8", run.recorder.masked(end.output), ""});
        }
        if (end.code != exit) {
          std::vector<std::string> trail = telling_lines(end.output);
          throw Error(ErrorKind::Assertion, fmt::format("{} {}", name, end.how), std::move(trail));
        }
        if (!to.empty()) set_variable(*run.variables, {to, without_line_end(end.output)});
      }));
  return step;
}

}  // namespace casement
