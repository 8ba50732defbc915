#include "casement/flow/model/header_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "casement/base/text.h"
#include "casement/flow/model/context_options_reader.h"
#include "casement/flow/model/flow_reader.h"
#include "casement/flow/model/frames_reader.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

}  // namespace

std::span<const HeaderKey> header_table() {
  using enum HeaderKey::Where;
  static const std::vector<HeaderKey> table{
      {needed({"flow", Shape::Text, "The flow's name, for people."}), "Guest pays by card", &FlowReader::read_name,
       Flow},
      {{"tags", Shape::Texts, "Words to choose cases by, with --tag."},
       "[checkout, smoke]",
       &FlowReader::read_tag_list},
      {{"site", Shape::Text, "The folder of pages that is served to the flow."}, "checkout", &FlowReader::read_site},
      {{"base_url", Shape::Text, "Stands before addresses that begin with /."},
       "http://shop.test",
       &FlowReader::read_base_url},
      {{"vars", Shape::Variables, "The flow's variables, with what they are where nothing else is said."},
       "{ card: 4242 4242 4242 4242, user: }",
       &FlowReader::read_variables},
      {{"secrets", Shape::Texts, "Variables whose values no report may show."}, "[card]", &FlowReader::read_secrets},
      {{"cases", Shape::Cases, "One run of the steps each: a list, or the path of a CSV or YAML file."},
       "[{ case: accepted }, { case: declined, card: 4000 0000 0000 0002 }]",
       &FlowReader::leave_to_cases,
       Flow},
      {{"roles", Shape::Roles, "Other users, each with a page and cookies of its own.", {}, 0, 0, use_keys()},
       "{ admin: { locale: de-DE } }",
       &FlowReader::read_roles},
      {{"use",
        Shape::TextOrMap,
        "What the browser tells the page of its user, or the named set of casement.yaml that does.",
        {},
        0,
        0,
        use_keys()},
       "{ viewport: 1280x720, locale: de-DE }",
       &FlowReader::leave_to_cases},
      {{"frames",
        Shape::Map,
        "What a frame that cannot be read means, and how frames are read.",
        {},
        0,
        0,
        frame_keys()},
       "{ on_failure: fail, optional: [\"*://ads.test/*\"] }",
       &FlowReader::read_frames_of_flow},
      {{"timeout", Shape::Duration, "How long each step may take."}, "10s", &FlowReader::read_timeout},
      {{"case_timeout", Shape::Duration, "How long a case may take, with all its steps."},
       "2m",
       &FlowReader::read_case_timeout},
      {{"retries", Shape::Number, "How often a case that failed is tried again.", {}, 0, 20},
       "1",
       &FlowReader::read_retries},
      {{"skip", Shape::Text, "Why no case is run."}, "the bank's test system is down", &FlowReader::check_line, Flow},
      {{"expected_failure", Shape::Text, "Why every case has to fail; one that passes fails then."},
       "bug 123",
       &FlowReader::check_line,
       Flow},
      {{"before", Shape::Steps, "Steps that are run before the flow's."}, "[{ log: begin }]", &FlowReader::read_before},
      {needed({"steps", Shape::Steps, "What the flow does."}), "[{ open: http://shop.test/ }]", &FlowReader::read_steps,
       Flow},
      {{"after", Shape::Steps, "Steps that are run at the end, whatever has failed."},
       "[{ log: the end }]",
       &FlowReader::read_after},
  };
  return table;
}

const HeaderKey& header_key(std::string_view name) {
  return *std::ranges::find(header_table(), name, [](const HeaderKey& row) { return row.key.name; });
}

std::vector<std::string> header_names(HeaderKey::Where where) {
  std::vector<std::string> names;
  for (const HeaderKey& row : header_table()) {
    if (where == HeaderKey::Where::Flow || row.where == where) names.emplace_back(row.key.name);
  }
  return names;
}

std::string hint_for_header(std::string_view word, std::span<const std::string> known) {
  static constexpr std::pair<std::string_view, std::string_view> elsewhere[] = {
      {"name", "flow"},      {"title", "flow"},       {"test", "flow"},       {"scenario", "flow"},
      {"url", "base_url"},   {"baseurl", "base_url"}, {"base", "base_url"},   {"variables", "vars"},
      {"env", "vars"},       {"params", "vars"},      {"parameters", "vars"}, {"examples", "cases"},
      {"data", "cases"},     {"tests", "cases"},      {"setup", "before"},    {"before_each", "before"},
      {"teardown", "after"}, {"after_each", "after"}, {"users", "roles"},     {"retry", "retries"},
      {"labels", "tags"},    {"browser", "use"},      {"context", "use"}};
  for (const auto& [theirs, ours] : elsewhere) {
    if (ascii_lower(word) == theirs) return fmt::format(" (here it is called '{}')", ours);
  }
  for (const ArgSpec& key : use_keys()) {
    if (key.name == word) return fmt::format("; it stands under 'use': use: {{ {}: … }}", word);
  }
  return hint_for(word, known);
}

}  // namespace casement
