#include "casement/flow/steps/step_plan.h"

#include <fmt/format.h>

#include <optional>

#include "casement/flow/steps/custom_step.h"
#include "casement/flow/steps/step_scope.h"
#include "casement/flow/steps/step_table.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using Kind = PlannedBlock::Kind;

// Limits for flows that call flows, which could grow without bounds.
constexpr int kMostSteps = 20'000;
constexpr int kMostNestedCalls = 20;

// Whether an argument without a name is secret.
bool takes_secret(const StepSpec& kind) {
  return kind.custom != nullptr && !kind.custom->arguments.empty() &&
         kind.custom->arguments.front().kind == StepArgument::Kind::Secret;
}

PlannedStep bind(const StepScope& scope) {
  PlannedStep planned = scope.step().kind->parse(scope);
  planned.inside = scope.context();
  if (planned.is_block()) {
    const PlannedAction line = scope.action(scope.entry().key, planned.title, "", nullptr);
    planned.title = line.title;
    planned.where = line.where;
  }
  return planned;
}

// Binds every step once.
class Planner {
 public:
  explicit Planner(AuthoringErrors& errors) : errors_(errors) {}

  void plan(const std::vector<FlowStep>& steps, const StepContext& around, std::vector<PlannedStep>& planned) {
    for (const FlowStep& step : steps) plan_step(step, around, planned);
  }

 private:
  void plan_step(const FlowStep& step, const StepContext& around, std::vector<PlannedStep>& planned) {
    if (++steps_ > kMostSteps) {
      if (steps_ == kMostSteps + 1) {
        errors_.add(error_at(step, around, "this flow has more than 20,000 steps, including the flows it runs"));
      }
      return;
    }
    StepScope scope(around, step);
    try {
      scope.enter();
      PlannedStep one = bind(scope);
      check_role(step, one.inside);
      plan_block(step, one);
      planned.push_back(std::move(one));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::Authoring) throw;
      if (!scope.is_tentative()) errors_.add(error);
      planned.push_back(unbound(step, around));
      const FlowVariables before = *around.variables;
      const YamlEntry* name = step.kind->name == "for_each" ? step.entry.value.find("name") : nullptr;
      if (name != nullptr) set_variable(*around.variables, pending_variable(name->value.text));
      plan(step.then_steps, around, planned.back().then_steps);
      plan(step.else_steps, around, planned.back().else_steps);
      if (name != nullptr) restore_variable(*around.variables, before, name->value.text);
    }
    for (std::string& name : names_set_by(step)) {
      set_variable(*around.variables, pending_variable(std::move(name)));
    }
  }

  // The plan of a step that only a run can bind.
  static PlannedStep unbound(const FlowStep& step, const StepContext& around) {
    PlannedStep one;
    one.title = unbound_title(step);
    one.where = step.where;
    one.inside = around;
    one.block.kind = Kind::Group;
    return one;
  }

  void plan_block(const FlowStep& step, PlannedStep& one) {
    if (!one.is_block()) return;
    if (one.block.kind == Kind::Call) {
      check_site(step, one);
      if (calls_ >= kMostNestedCalls) return;
      ++calls_;
      FlowVariables variables = one.block.variables;
      options_of_called(*one.block.called, variables, one.inside.flow_case->functions, errors_,
                        one.inside.planned_files);
      const StepContext called = called_context(one, variables);
      for (const auto* list : {&one.block.called->before, &one.block.called->steps, &one.block.called->after}) {
        plan(*list, called, one.then_steps);
      }
      --calls_;
      return;
    }
    if (one.block.kind == Kind::ForEach) {
      FlowVariables& variables = *one.inside.variables;
      const FlowVariables before = variables;
      set_variable(variables, pending_variable(one.block.name));
      plan(step.then_steps, one.inside, one.then_steps);
      restore_variable(variables, before, one.block.name);
      return;
    }
    plan(step.then_steps, one.inside, one.then_steps);
    plan(step.else_steps, one.inside, one.else_steps);
  }

  // A case has only one site: the site of the flow whose case runs.
  void check_site(const FlowStep& step, const PlannedStep& call) {
    const Flow& called = *call.block.called;
    const std::string& served = call.inside.main_flow->site;
    if (called.site.empty() || called.site == served) return;
    errors_.add(
        error_at(step, call.inside,
                 fmt::format("{} needs the site '{}', but a case uses the site of its own flow, {}", called.file,
                             called.site, served.empty() ? "which has none" : fmt::format("'{}'", served))));
  }

  void check_role(const FlowStep& step, const StepContext& inside) {
    if (inside.user.empty() || inside.main_flow->users.contains(inside.user) ||
        inside.flow->users.contains(inside.user) || step.options.user.empty()) {
      return;
    }
    std::vector<std::string> known;
    known.insert(known.end(), inside.main_flow->users.begin(), inside.main_flow->users.end());
    if (inside.flow != inside.main_flow) {
      known.insert(known.end(), inside.flow->users.begin(), inside.flow->users.end());
    }
    errors_.add(inside.flow->source->error_at(
        step.options.role_place, fmt::format("the flow has no user '{}'{}", inside.user,
                                             known.empty() ? "; add it under 'users'" : hint_for(inside.user, known))));
  }

  static Error error_at(const FlowStep& step, const StepContext& around, std::string_view message) {
    return around.flow->source->error_at(step.entry.key.place, message);
  }

  AuthoringErrors& errors_;
  int steps_ = 0;
  int calls_ = 0;
};

}  // namespace

std::string unbound_title(const FlowStep& step) {
  std::string title(step.kind->name);
  if (step.options.label) return step_title(step.options.label->text);
  if (step.entry.value.is_text() && !takes_secret(*step.kind)) title += ": " + step.entry.value.text;
  return step_title(title);
}

std::vector<std::string> names_set_by(const FlowStep& step) {
  std::vector<std::string> names;
  if (step.kind->custom != nullptr) return names;
  const YamlNode& argument = step.entry.value;
  if (const YamlEntry* to = argument.find("to")) names.push_back(to->value.text);
  if (const YamlEntry* take = argument.find("take"); take != nullptr && step.kind->name == "run") {
    if (take->value.is_text()) names.push_back(take->value.text);
    for (const YamlNode& item : take->value.items) names.push_back(item.text);
  }
  if (const YamlEntry* save = argument.find("save"); save != nullptr && step.kind->name == "request") {
    for (const YamlEntry& one : save->value.entries) names.push_back(one.key.text);
  }
  std::erase_if(names, [](const std::string& name) { return !is_variable_name(name); });
  return names;
}

void restore_variable(FlowVariables& variables, const FlowVariables& before, const std::string& name) {
  std::erase_if(variables, [&](const FlowVariable& one) { return one.name == name; });
  for (const FlowVariable& one : before) {
    if (one.name == name) variables.push_back(one);
  }
}

PlannedStep bind_step(const StepContext& around, const FlowStep& step) {
  StepScope scope(around, step);
  scope.enter();
  return bind(scope);
}

StepContext first_context(const Flow& flow, const FlowCase& flow_case, FlowVariables& variables) {
  return {&flow, &flow, &flow_case, &variables};
}

StepContext called_context(const PlannedStep& call, FlowVariables& variables) {
  StepContext context = call.inside;
  context.flow = call.block.called.get();
  context.variables = &variables;
  if (context.timeout.count() == 0) context.timeout = call.block.called->timeout;
  return context;
}

std::vector<PlannedStep> plan_case(const Flow& flow, const FlowCase& flow_case, AuthoringErrors& errors,
                                   PlannedFiles& files) {
  FlowVariables variables = flow_case.variables;
  PlannedFiles of_case;
  StepContext context = first_context(flow, flow_case, variables);
  context.planned_files = &of_case;
  std::vector<PlannedStep> planned;
  Planner planner(errors);
  for (const auto* list : {&flow.before, &flow.steps, &flow.after}) {
    planner.plan(*list, context, planned);
  }
  files.add(of_case);
  // Forgets pointers to variables and files that end with this function.
  const auto forget = [](auto& self, std::vector<PlannedStep>& steps) -> void {
    for (PlannedStep& step : steps) {
      step.inside.variables = nullptr;
      step.inside.planned_files = nullptr;
      self(self, step.then_steps);
      self(self, step.else_steps);
    }
  };
  forget(forget, planned);
  return planned;
}

std::vector<PlannedStep> plan_steps(const Flow& flow, const FlowCase& flow_case) {
  AuthoringErrors errors;
  PlannedFiles files;
  std::vector<PlannedStep> planned = plan_case(flow, flow_case, errors, files);
  errors.throw_if_any();
  return planned;
}

}  // namespace casement
