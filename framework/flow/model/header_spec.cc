#include "casement/flow/model/header_spec.h"

#include <fmt/format.h>

#include <utility>

#include "casement/base/text.h"
#include "casement/browser/devices.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

std::vector<std::string> device_names() {
  std::vector<std::string> names;
  for (const Device& one : known_devices()) names.push_back(one.name);
  return names;
}

}  // namespace

const std::vector<ArgSpec>& use_keys() {
  static const std::vector<ArgSpec> keys{
      {"device", Shape::Word, "the device: its viewport, scale, touch screen and user agent", device_names()},
      {"set", Shape::Text, "the named set of casement.yaml that this begins with"},
      {"viewport", Shape::Text, "its size in CSS pixels: 1280x720"},
      {"locale", Shape::Text, "a language such as de-DE"},
      {"timezone", Shape::Text, "a place such as Europe/Dublin"},
      {"geolocation",
       Shape::Map,
       "where the user is, in degrees and metres",
       {},
       0,
       0,
       {needed({"latitude", Shape::Decimal, "degrees north", {}, -90, 90}),
        needed({"longitude", Shape::Decimal, "degrees east", {}, -180, 180}),
        {"accuracy", Shape::Decimal, "metres", {}, 0, 1'000'000}}},
      {"device_scale", Shape::Decimal, "device pixels for each CSS pixel", {}, 0.1, 10},
      {"mobile", Shape::Flag, "the page is shown as on a phone"},
      {"touch", Shape::Flag, "the device has a touch screen"},
      {"colour_scheme", Shape::Word, "what the user prefers", {"light", "dark"}},
      {"reduced_motion", Shape::Flag, "the user prefers that little moves"},
      {"permissions", Shape::Texts, "what is granted; everything else is denied then"},
      {"user_agent", Shape::Text, "what the browser calls itself"},
      {"headers", Shape::Map, "sent with every request"},
      {"offline", Shape::Flag, "there is no network"},
      {"credentials",
       Shape::Map,
       "for servers that ask for a name and a password",
       {},
       0,
       0,
       {needed({"user", Shape::Text, "the name"}),
        needed({"password", Shape::Text, "the password"}),
        {"origin", Shape::Text, "the only origin that gets them, https://shop.test"}}},
      {"ignore_https_errors", Shape::Flag, "certificates are not checked"},
      {"storage_state", Shape::Text, "a file with cookies and local storage, beside the flow"},
      {"url", Shape::Text, "what the page shows first"},
      {"test_id_attribute", Shape::Text, "the attribute that testid= in a target compares: data-qa"},
  };
  return keys;
}

const std::vector<ArgSpec>& frame_keys() {
  static const std::vector<ArgSpec> keys{
      {"on_failure", Shape::Word, "what it does to the case", {"ignore", "warn", "fail"}},
      {"on_status", Shape::Statuses, "what an answer with this status does instead", {"ignore", "warn", "fail"}},
      {"optional", Shape::Texts, "addresses or names of frames that may fail"},
      {"timeout", Shape::Duration, "how long a frame may take to answer"},
      {"timeout_ms", Shape::Number, "the same in milliseconds", {}, 1, 600'000},
      {"max_depth", Shape::Number, "how deep frames in frames are read", {}, 1, 100},
      {"wait_for", Shape::Text, "so many frames, or one of this name, are waited for"},
  };
  return keys;
}

std::span<const HeaderKey> header_table() {
  using enum HeaderKey::Where;
  static const std::vector<HeaderKey> table{
      {needed({"flow", Shape::Text, "The flow's name, for people."}), "Guest pays by card", Flow},
      {{"tags", Shape::Texts, "Words to choose cases by, with --tag."}, "[checkout, smoke]"},
      {{"site", Shape::Text, "The folder of pages that is served to the flow."}, "checkout"},
      {{"base_url", Shape::Text, "Stands before addresses that begin with /."}, "http://shop.test"},
      {{"vars", Shape::Variables, "The flow's variables, with what they are where nothing else is said."},
       "{ card: 4242 4242 4242 4242, user: }"},
      {{"secrets", Shape::Texts, "Variables whose values no report may show."}, "[card]"},
      {{"cases", Shape::Cases, "One run of the steps each: a list, or the path of a CSV or YAML file."},
       "[{ case: accepted }, { case: declined, card: 4000 0000 0000 0002 }]",
       Flow},
      {{"roles", Shape::Roles, "Other users, each with a page and cookies of its own.", {}, 0, 0, use_keys()},
       "{ admin: { locale: de-DE } }"},
      {{"use",
        Shape::TextOrMap,
        "What the browser tells the page of its user, or the named set of casement.yaml that does.",
        {},
        0,
        0,
        use_keys()},
       "{ viewport: 1280x720, locale: de-DE }"},
      {{"frames",
        Shape::Map,
        "What a frame that cannot be read means, and how frames are read.",
        {},
        0,
        0,
        frame_keys()},
       "{ on_failure: fail, optional: [\"*://ads.test/*\"] }"},
      {{"timeout", Shape::Duration, "How long each step may take."}, "10s"},
      {{"case_timeout", Shape::Duration, "How long a case may take, with all its steps."}, "2m"},
      {{"retries", Shape::Number, "How often a case that failed is tried again.", {}, 0, 20}, "1"},
      {{"skip", Shape::Text, "Why no case is run."}, "the bank's test system is down", Flow},
      {{"expected_failure", Shape::Text, "Why every case has to fail; one that passes fails then."}, "bug 123", Flow},
      {{"before", Shape::Steps, "Steps that are run before the flow's."}, "[{ log: begin }]"},
      {needed({"steps", Shape::Steps, "What the flow does."}), "[{ open: http://shop.test/ }]", Flow},
      {{"after", Shape::Steps, "Steps that are run at the end, whatever has failed."}, "[{ log: the end }]"},
  };
  return table;
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
