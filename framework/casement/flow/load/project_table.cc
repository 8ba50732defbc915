#include "casement/flow/load/project_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "casement/base/text.h"
#include "casement/flow/load/header_spec.h"
#include "casement/flow/load/project_layers.h"
#include "casement/flow/load/server_reader.h"
#include "casement/flow/model/context_options_reader.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using ProjectShape = ArgSpec::Shape;

}  // namespace

std::span<const ProjectKey> project_table() {
  using enum ProjectKey::Where;
  static const std::vector<ProjectKey> table = [] {
    std::vector<ProjectKey> all{
        {{"base_url", ProjectShape::Text, "Prepended to paths such as /cart."},
         "http://localhost:8080",
         &ProjectLayers::read_base_url},
        {{"site", ProjectShape::Text, "The folder of pages to serve to flows."}, "shop", &ProjectLayers::read_site},
        {{"use",
          ProjectShape::TextOrMap,
          "The browser context: language, viewport, device and so on, or a named set.",
          {},
          0,
          0,
          use_keys()},
         "{ device: phone, locale: de-DE }",
         &ProjectLayers::read_use_of_project},
        {{"vars", ProjectShape::Variables, "Values of variables, for every flow."},
         "{ user: ada }",
         &ProjectLayers::leave},
        {{"secrets", ProjectShape::Texts, "Variables, and headers of HTTP, whose values are hidden in reports."},
         "[password]",
         &ProjectLayers::read_secrets},
        {{"tags", ProjectShape::Texts, "Words that select cases with --tag, for every flow."},
         "[shop]",
         &ProjectLayers::read_tag_list},
        {header_key("frames").key, "{ on_failure: fail, optional: [\"*://ads.test/*\"] }",
         &ProjectLayers::read_frames_of_project},
        {{"timeout", ProjectShape::Duration,
          "How long each step may take; by default 5 s, longer on a busy machine; a time that you set does not grow."},
         "10s",
         &ProjectLayers::read_timeout},
        {header_key("case_timeout").key, "2m", &ProjectLayers::read_case_timeout},
        {header_key("retries").key, "1", &ProjectLayers::read_retries},
        {{"server",
          ProjectShape::MapOrMaps,
          "The server to start before the flows, or a list of servers.",
          {},
          0,
          0,
          server_keys()},
         "{ command: ./shop --port 8080, port: 8080 }",
         &ProjectLayers::read_servers_of_project,
         Environments},
        {{"logs",
          ProjectShape::MapOrMaps,
          "Output of programs that Casement does not start, for traces: a file, or a command that prints it.",
          {},
          0,
          0,
          log_keys()},
         "{ file: /var/log/shop.log }",
         &ProjectLayers::read_logs_of_project,
         Environments},
        {{"sets", ProjectShape::NamedMaps, "Named sets for 'use'.", {}, 0, 0, use_keys()},
         "{ german: { locale: de-DE } }",
         &ProjectLayers::leave,
         File},
        {{"setup", ProjectShape::Texts,
          "Flows to run once, before all others; if one of them fails, the others do not run."},
         "[flows/sign_in.flow.yaml]",
         &ProjectLayers::read_set_up,
         File},
        {{"teardown", ProjectShape::Texts, "Flows to run once, after all others, even after a failure."},
         "[flows/tidy.flow.yaml]",
         &ProjectLayers::read_tear_down,
         File},
        {{"report_dir", ProjectShape::Text, "The folder for reports, relative to this file."},
         "build/reports",
         &ProjectLayers::read_report_folder,
         File},
        {{"browser",
          ProjectShape::Map,
          "The browser that the tests are written for; another one is a warning in the report.",
          {},
          0,
          0,
          {needed({"version", ProjectShape::Text, "The version, or its first numbers."})}},
         "{ version: 156 }",
         &ProjectLayers::read_browser,
         File},
        {{"reporters",
          ProjectShape::Words,
          "What to print: console, tap or json; and junit-plain for plain JUnit.",
          {"console", "tap", "json", "junit-plain"}},
         "[tap, junit-plain]",
         &ProjectLayers::read_reporters,
         File},
    };
    const auto keys_at = [&](ProjectKey::Where least) {
      std::vector<ArgSpec> keys;
      for (const ProjectKey& one : all) {
        if (one.where >= least) keys.push_back(one.key);
      }
      return keys;
    };
    const std::vector<ArgSpec> of_environments = keys_at(Environments), of_projects = keys_at(Everywhere);
    all.push_back({{"environments",
                    ProjectShape::NamedMaps,
                    "Settings of environments, which --env or CASEMENT_ENV selects.",
                    {},
                    0,
                    0,
                    of_environments},
                   "{ staging: { base_url: https://staging.test } }",
                   &ProjectLayers::leave,
                   File});
    all.push_back({{"projects",
                    ProjectShape::NamedMaps,
                    "Projects: each case runs once for each of them.",
                    {},
                    0,
                    0,
                    of_projects},
                   "{ phone: { use: { device: phone } }, desktop: { use: { device: desktop } } }",
                   &ProjectLayers::leave,
                   File});
    return all;
  }();
  return table;
}

std::vector<std::string> project_keys(ProjectKey::Where where) {
  std::vector<std::string> names;
  for (const ProjectKey& one : project_table()) {
    if (one.where >= where) names.emplace_back(one.key.name);
  }
  return names;
}

std::string hint_for_project(std::string_view word, std::span<const std::string> known) {
  static constexpr std::pair<std::string_view, std::string_view> others[] = {{"webserver", "server"},
                                                                             {"web_server", "server"},
                                                                             {"servers", "server"},
                                                                             {"log", "logs"},
                                                                             {"log_file", "logs"},
                                                                             {"baseurl", "base_url"},
                                                                             {"url", "base_url"},
                                                                             {"env", "environments"},
                                                                             {"reporter", "reporters"},
                                                                             {"outputdir", "report_dir"},
                                                                             {"output", "report_dir"},
                                                                             {"variables", "vars"},
                                                                             {"devices", "projects"},
                                                                             {"matrix", "projects"},
                                                                             {"retry", "retries"},
                                                                             {"named_sets", "sets"},
                                                                             {"environment", "environments"},
                                                                             {"set_up", "setup"},
                                                                             {"global_setup", "setup"},
                                                                             {"tear_down", "teardown"},
                                                                             {"global_teardown", "teardown"}};
  for (const auto& [theirs, ours] : others) {
    const bool is_known = std::find(known.begin(), known.end(), ours) != known.end();
    if (is_known && ascii_lower(word) == theirs) return fmt::format(" (write '{}')", ours);
  }
  for (const ArgSpec& key : use_keys()) {
    if (key.name == word) return fmt::format("; put it under 'use': use: {{ {}: … }}", word);
  }
  return hint_for(word, known);
}

}  // namespace casement
