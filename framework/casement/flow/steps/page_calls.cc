#include "casement/flow/steps/page_calls.h"

#include <fmt/format.h>

#include <filesystem>

#include "casement/base/address.h"
#include "casement/base/error.h"
#include "casement/base/private_file.h"
#include "casement/base/text.h"
#include "casement/browser/context/context_session.h"

namespace casement {

PlannedAction read_call(const StepScope& scope, const YamlNode& at, CallLabel words, PageCall call) {
  PlannedAction action = scope.action(at, words.title, std::move(words.type),
                                      [call = std::move(call)](StepRun& run) { run.page.act(call); });
  action.target = std::move(words.target);
  action.value = std::move(words.value);
  return action;
}

PlannedAction action_call(const StepScope& scope, const YamlNode& at, CallLabel words, PageCall call) {
  return read_call(scope, at, std::move(words), [call = std::move(call)](PageStack& pages) {
    pages.begin_action();
    call(pages);
  });
}

PlannedStep look_step(const StepScope& scope, CallLabel words, PageCall call) {
  PlannedStep step;
  step.actions.push_back(read_call(scope, scope.entry().key, std::move(words), std::move(call)));
  return step;
}

PlannedStep page_step(const StepScope& scope, CallLabel words, PageCall call) {
  PlannedStep step;
  step.actions.push_back(action_call(scope, scope.entry().key, std::move(words), std::move(call)));
  return step;
}

PlannedStep in_context(const StepScope& scope, std::string title, std::function<void(ContextSession&, Deadline)> call) {
  return page_step(scope, {std::string(scope.step().kind->name), std::move(title)},
                   [call = std::move(call), timeout = scope.timeout()](PageStack& pages) {
                     call(pages.context(),
                          Deadline::in(timeout.count() > 0 ? timeout : pages.page().default_timeout()));
                   });
}

std::string with_details(std::string title, const std::vector<std::string>& details) {
  std::vector<std::string> given;
  for (const std::string& detail : details) {
    if (!detail.empty()) given.push_back(detail);
  }
  if (given.empty()) return title;
  return title.empty() ? join(given, ", ") : fmt::format("{} ({})", title, join(given, ", "));
}

void make_folder_for(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) make_private_folders(folder.string());  // writing the file reports a failure
}

void write_whole_file(const std::string& path, const std::string& bytes) {
  make_folder_for(path);
  if (write_private_file(path, bytes)) throw Error(ErrorKind::Environment, "cannot write " + path);
}

std::string absolute_url(const StepScope& scope, const YamlNode& node, std::string url) {
  if (collapse_white_space(url).empty())
    throw scope.error_at(node, fmt::format("'{}' needs a URL", scope.step().kind->name));
  if (!scheme_of(url).empty()) return url;
  if (!url.starts_with('/')) {
    const std::string hint = hint_for_address(url);
    throw scope.error_at(node, "a URL must start with http://, https:// or, below base_url, with '/'" +
                                   (hint.empty() ? "" : "; " + shorten(hint, 100)));
  }
  std::string base = scope.base_url();
  if (base.empty())
    throw scope.error_at(
        node, "a URL without a host needs 'base_url': in the flow's header, in casement.yaml or as --base-url");
  while (base.ends_with('/')) base.pop_back();
  return base + url;
}

Target step_target(const StepScope& scope) {
  const YamlNode& value = scope.entry().value;
  return value.kind == YamlNode::Kind::Map ? StepMap(scope).target() : scope.target(value);
}

}  // namespace casement
