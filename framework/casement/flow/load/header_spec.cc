#include "casement/flow/load/header_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "casement/base/text.h"
#include "casement/flow/load/application_reader.h"
#include "casement/flow/load/case_reader.h"
#include "casement/flow/load/frames_reader.h"
#include "casement/flow/model/base_url.h"
#include "casement/flow/model/context_options_reader.h"
#include "casement/flow/model/key_rows.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

void read_flow_name(HeaderReading& header, const YamlEntry& entry, const ArgSpec&) {
  header.flow.name = read_line(header.source, entry);
  header.flow.where = {header.flow.file, entry.key.place.line, entry.key.place.column};
}

void read_site(HeaderReading& header, const YamlEntry& entry, const ArgSpec&) {
  header.flow.site = read_site_name(header.source, entry);
  header.flow.site_place = place_of(entry);
}

// Each case reads the application with its own values.
void note_application(HeaderReading& header, const YamlEntry&, const ArgSpec&) {
  header.flow.has_application = true;
}

void read_base_url(HeaderReading& header, const YamlEntry& entry, const ArgSpec&) {
  check_base_url(header.source, entry);
  header.flow.base_url = entry.value;
}

void read_tag_list(HeaderReading& header, const YamlEntry& entry, const ArgSpec&) {
  for (std::string& tag : read_tags(header.source, entry)) header.flow.tags.push_back(std::move(tag));
}

void read_variables(HeaderReading& header, const YamlEntry& entry, const ArgSpec&) {
  for (const YamlEntry& variable : read_map(header.source, entry).entries) {
    header.errors.attempt([&] {
      check_variable_name(header.source, variable.key);
      if (variable.value.kind != YamlNode::Kind::Nothing) read_text(header.source, variable);
      std::erase_if(header.flow.declared, [&](const YamlEntry& one) { return one.key.text == variable.key.text; });
      header.flow.declared.push_back(variable);
    });
  }
}

void read_secrets(HeaderReading& header, const YamlEntry& entry, const ArgSpec&) {
  for (std::string& name : read_texts(header.source, entry)) header.flow.secrets.push_back(std::move(name));
}

void read_users(HeaderReading& header, const YamlEntry& entry, const ArgSpec& key) {
  if (!key.replaced_by.empty() && header.source.root().find(key.replaced_by) != nullptr) {
    throw header.source.error_at(
        entry.key.place,
        fmt::format("'{0}' is the old name of '{1}'; move its entries to '{1}'", key.name, key.replaced_by));
  }
  for (const YamlEntry& user : read_map(header.source, entry).entries) {
    header.errors.attempt([&] {
      if (!is_variable_name(user.key.text)) {
        throw header.source.error_at(
            user.key.place,
            fmt::format("'{}' is not a valid user name: use letters, digits, '-' and '_', beginning with a letter",
                        shorten(user.key.text, 60)));
      }
      header.flow.users.insert(user.key.text);  // each case reads the options with its own values
    });
  }
}

void read_locks(HeaderReading& header, const YamlEntry& entry, const ArgSpec&) {
  read_texts(header.source, entry);
  for (const YamlNode& item : entry.value.items) {
    header.errors.attempt([&] {
      if (!is_variable_name(item.text)) {
        throw header.source.error_at(
            item.place,
            fmt::format("'{}' is not a lock name: use letters, digits, '-' and '_', beginning with a letter",
                        shorten(item.text, 60)));
      }
      header.flow.locks.insert(item.text);
    });
  }
}

void read_frames_of_flow(HeaderReading& header, const YamlEntry& entry, const ArgSpec&) {
  read_frames(header.source, entry, header.flow.frames, header.flow.frame_timeout, header.errors);
}

void read_step_timeout(HeaderReading& header, const YamlEntry& entry, const ArgSpec&) {
  header.flow.timeout = read_duration(header.source, entry);
}

void read_case_timeout(HeaderReading& header, const YamlEntry& entry, const ArgSpec&) {
  header.flow.case_timeout = read_duration(header.source, entry);
}

void read_retries(HeaderReading& header, const YamlEntry& entry, const ArgSpec& key) {
  header.flow.retries = read_number(header.source, entry, key);
}

// Only checks the line; the cases store the text.
void check_line(HeaderReading& header, const YamlEntry& entry, const ArgSpec&) {
  read_line(header.source, entry);
}

// Left to read_cases(), which reads the key for each case with its values.
void leave_to_cases(HeaderReading&, const YamlEntry&, const ArgSpec&) {}

void read_before(HeaderReading& header, const YamlEntry& entry, const ArgSpec&) {
  const std::vector<FlowStep> steps = header.load_steps(entry);
  header.flow.before.insert(header.flow.before.end(), steps.begin(), steps.end());
}

void read_steps(HeaderReading& header, const YamlEntry& entry, const ArgSpec&) {
  header.flow.steps = header.load_steps(entry);
}

// The flow's own steps run before those of the settings.
void read_after(HeaderReading& header, const YamlEntry& entry, const ArgSpec&) {
  const std::vector<FlowStep> steps = header.load_steps(entry);
  header.flow.after.insert(header.flow.after.begin(), steps.begin(), steps.end());
}

}  // namespace

std::span<const HeaderKey> header_table() {
  using enum HeaderKey::Where;
  static const std::vector<HeaderKey> table{
      {needed({"flow", Shape::Text, "The name of the flow in reports."}), "Guest pays by card", read_flow_name, Flow},
      {{"tags", Shape::Texts, "Words that select cases with --tag."}, "[checkout, smoke]", read_tag_list},
      {{"site", Shape::Text, "The folder of pages to serve to the flow."}, "checkout", read_site},
      {{"base_url", Shape::Text, "Prepended to paths such as /cart."}, "http://shop.test", read_base_url},
      {{"application",
        Shape::Map,
        "The application whose embedded Chromium the flow acts on; each case starts its own.",
        {},
        0,
        0,
        application_keys()},
       "{ run: build/orders --demo, window: \"*Orders*\" }",
       note_application,
       FlowAndSettings,
       true},
      {{"vars", Shape::Variables, "The variables of the flow, with their default values."},
       "{ card: 4242 4242 4242 4242, user: }",
       read_variables},
      {{"secrets", Shape::Texts, "Variables, and headers of HTTP, whose values are hidden in reports."},
       "[card, header X-Api-Key]",
       read_secrets},
      {{"cases", Shape::Cases,
        "The cases of the flow, each a run of the steps: a list, or the path of a CSV or YAML file."},
       "[{ case: accepted }, { case: declined, card: 4000 0000 0000 0002 }]",
       leave_to_cases,
       Flow},
      {{"users", Shape::Users, "Other users, each with their own page and cookies.", {}, 0, 0, use_keys()},
       "{ admin: { locale: de-DE } }",
       read_users},
      {old_name_of("users", {"roles", Shape::Users, "The old name of `users`.", {}, 0, 0, use_keys()}),
       "{ admin: { locale: de-DE } }", read_users},
      {{"use",
        Shape::TextOrMap,
        "The browser context: language, viewport, device and so on, or a named set of casement.yaml.",
        {},
        0,
        0,
        use_keys()},
       "{ viewport: 1280x720, locale: de-DE }",
       leave_to_cases},
      {{"frames",
        Shape::Map,
        "What a frame that cannot be read does to the case, and how frames are read.",
        {},
        0,
        0,
        frame_keys()},
       "{ on_failure: fail, optional: [\"*://ads.test/*\"] }",
       read_frames_of_flow},
      {{"timeout", Shape::Duration,
        "How long each step may take; by default 5 s, longer on a busy machine; a time that you set does not grow."},
       "10s",
       read_step_timeout},
      {{"case_timeout", Shape::Duration, "How long a case may take in total."}, "2m", read_case_timeout},
      {{"retries", Shape::Number, "How often to retry a failed case.", {}, 0, 20}, "1", read_retries},
      {{"locks", Shape::Texts, "Locks: cases that name the same lock never run at the same time."},
       "[device]",
       read_locks},
      {{"skip", Shape::Text, "Why all cases are skipped."}, "the bank's test system is down", check_line, Flow},
      {{"expected_failure", Shape::Text,
        "Why every case is expected to fail; a case that passes is reported as failed."},
       "bug 123",
       check_line,
       Flow},
      {{"before", Shape::Steps, "Steps to run before the steps of the flow."}, "[{ log: begin }]", read_before},
      {needed({"steps", Shape::Steps, "The steps of the flow."}), "[{ open: http://shop.test/ }]", read_steps, Flow},
      {{"after", Shape::Steps, "Steps to run at the end, even after a failure."}, "[{ log: the end }]", read_after},
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
      {"name", "flow"},      {"title", "flow"},       {"test", "flow"},           {"scenario", "flow"},
      {"url", "base_url"},   {"baseurl", "base_url"}, {"base", "base_url"},       {"variables", "vars"},
      {"env", "vars"},       {"params", "vars"},      {"parameters", "vars"},     {"examples", "cases"},
      {"data", "cases"},     {"tests", "cases"},      {"setup", "before"},        {"before_each", "before"},
      {"teardown", "after"}, {"after_each", "after"}, {"users", "roles"},         {"retry", "retries"},
      {"labels", "tags"},    {"app", "application"},  {"program", "application"}, {"browser", "use"},
      {"context", "use"},    {"lock", "locks"},       {"resource_lock", "locks"}, {"exclusive", "locks"}};
  for (const auto& [theirs, ours] : elsewhere) {
    if (ascii_lower(word) == theirs) return fmt::format(" (write '{}')", ours);
  }
  for (const ArgSpec& key : use_keys()) {
    if (key.name == word) return fmt::format("; put it under 'use': use: {{ {}: … }}", word);
  }
  return hint_for(word, known);
}

}  // namespace casement
