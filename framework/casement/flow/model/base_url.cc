#include "casement/flow/model/base_url.h"

#include <cstdlib>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/flow/model/text_values.h"

namespace casement {

bool is_base_url(std::string_view text) {
  return text.starts_with("http://") || text.starts_with("https://");
}

std::string base_url_of_run(const std::string& option, bool from_environment) {
  const char* const variable = from_environment ? std::getenv("CASEMENT_BASE_URL") : nullptr;
  const bool is_option = !option.empty();
  const std::string url = is_option ? option : variable == nullptr ? "" : to_valid_utf8(variable);
  if (url.empty() || is_base_url(url)) return url;
  throw Error(ErrorKind::Usage, std::string(is_option ? "--base-url" : "CASEMENT_BASE_URL") +
                                    " must start with http:// or https://, not '" + shorten(url, 60) + "'");
}

namespace {

std::string judged_base_url(const YamlSource& source, const YamlNode& node, const std::string& url) {
  if (is_base_url(url)) return url;
  throw source.error_at(node.place, "'base_url' must start with http:// or https://, not '" + shorten(url, 60) + "'");
}

std::string base_url_with(const YamlSource& source, const YamlNode& node, const FlowVariables& variables,
                          const TextFunctions& functions) {
  try {
    const InterpolatedText text = InterpolatedText::make(node.text, variables, InterpolatedText::Kind::Text, functions);
    return text.is_pending() ? text.text() : judged_base_url(source, node, text.text());
  } catch (const VariableProblem& problem) {
    throw source.error_at(source.place_within(node, problem.offset, problem.length), problem.message);
  }
}

}  // namespace

std::string resolve_base_url(const Flow& flow, const FlowVariables& variables, const TextFunctions& functions) {
  if (!flow.base_url_of_run.empty()) return flow.base_url_of_run;
  if (flow.base_url) return base_url_with(*flow.source, *flow.base_url, variables, functions);
  if (flow.project == nullptr || !flow.project->base_url) return "";
  return base_url_with(*flow.project->source, *flow.project->base_url, variables, functions);
}

std::string base_url_of_project(const Project& project) {
  if (!project.base_url) return "";
  TextValues values(project.values.variables, project.values.functions);
  values.set_failed(project.values.failed);
  values.set_owner(kProjectFile);
  const YamlNode filled = *values.put_into(*project.source, *project.base_url);
  return judged_base_url(*project.source, *project.base_url, filled.text);
}

}  // namespace casement
