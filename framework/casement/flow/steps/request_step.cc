// The step `request` sends an HTTP request outside of the page, with the cookies of the case's user.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/values/http_request.h"
#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/saved_values.h"
#include "casement/flow/steps/step_rows.h"
#include "casement/target/text_pattern.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

constexpr std::size_t kShownOfAnswer = 300;

// Conditions for a response, and values to save from the response.
struct ResponseRequirements {
  std::optional<int> status;  // below 400 if not set
  std::optional<TextPattern> body;
  std::vector<std::pair<std::string, std::string>> headers;  // names with globs
  std::vector<std::pair<std::string, nlohmann::json>> json;  // pointers with values
  std::vector<std::pair<std::string, std::string>> to_save;  // variables with their sources
};

std::vector<ArgSpec> answer_keys() {
  return {{"status", Shape::Number, "the response's status; below 400 by default", {}, 100, 599},
          {"headers", Shape::Map, "names with texts; * is any run of characters"},
          {"body", Shape::Pattern, "the answer's text"},
          {"json", Shape::AnyMap, "places in the response's JSON with their values: /items/0/name: Tea"}};
}

HttpRequest request_of_step(const StepMap& map) {
  const StepScope& scope = map.scope();
  HttpRequest request;
  request.method = map.text("method");
  request.max_redirects = map.number("max_redirects", 20);
  for (auto& [name, text] : map.named_texts("headers")) request.headers.emplace_back(name, text);
  const YamlEntry* body = nullptr;
  for (const char* const key : {"json", "body", "form"}) {
    const YamlEntry* const given = map.find(key);
    if (given == nullptr) continue;
    if (body != nullptr) {
      throw scope.source().error_at(given->key.place, "'request' accepts only one body: json, body or form");
    }
    body = given;
  }
  if (map.has("json")) request = request.with_json(map.json("json"));
  if (map.has("body")) request.body = map.text("body");
  if (map.has("form")) request = request.with_form(map.named_texts("form"));
  try {
    return outgoing_request(request);
  } catch (const Error& error) {
    const YamlEntry* at = map.has("method") ? map.find("method") : map.find("headers");
    throw scope.error_at(at == nullptr ? map.node() : at->value, error.message());
  }
}

ResponseRequirements read_requirements(const StepMap& map) {
  const StepScope& scope = map.scope();
  ResponseRequirements required;
  if (const YamlEntry* said = map.find("expect")) {
    const std::vector<ArgSpec> keys = answer_keys();
    const StepMap expected(scope, read_some_map(scope.source(), *said), keys, "'expect' of 'request'");
    if (expected.has("status")) required.status = expected.number("status", 0);
    required.headers = expected.named_texts("headers");
    required.body = expected.pattern("body");
    if (const YamlEntry* json = expected.find("json")) {
      for (const YamlEntry& one : read_some_map(scope.source(), *json).entries) {
        check_pointer(scope, one.key.place, one.key.text);
        required.json.emplace_back(one.key.text, to_json(scope, one.value));
      }
    }
  }
  if (const YamlEntry* save = map.find("save")) {
    for (const YamlEntry& one : read_some_map(scope.source(), *save).entries) {
      check_variable_name(scope, one.key.place, "'save'", one.key.text);
      std::string what = scope.text_of(one);
      const bool is_word = what == "status" || what == "body" || what.starts_with("header ");
      if (!is_word && !what.starts_with("/")) {
        throw scope.error_at(one.value, fmt::format("'{}' is not a part of the response; write a JSON pointer such as "
                                                    "/items/0/name, or status, body or header NAME",
                                                    shorten(what, 60)));
      }
      if (!is_word) check_pointer(scope, place_of(one), what);
      required.to_save.emplace_back(one.key.text, std::move(what));
    }
  }
  return required;
}

Error other_answer(const HttpResponse& response, const std::string& why) {
  return Error(ErrorKind::Assertion, fmt::format("the response of {} {}", response.url, why),
               {collapse_white_space(fmt::format("status {} {}, {}", response.status, response.status_text,
                                                 response.header("Content-Type"))),
                "body: " + shorten(to_valid_utf8(response.body), kShownOfAnswer)});
}

void check_answer(const HttpResponse& response, const ResponseRequirements& required) {
  if (required.status ? response.status != *required.status : response.status >= 400) {
    const std::string wanted = required.status ? std::to_string(*required.status) : "a status below 400";
    throw other_answer(response, fmt::format("has status {}, expected {}", response.status, wanted));
  }
  for (const auto& [name, glob] : required.headers) {
    const std::string value = response.header(name);
    if (!glob_match(glob, value)) {
      throw other_answer(response, fmt::format("has the header {}: \"{}\", expected \"{}\"", name, value, glob));
    }
  }
  if (required.body && !TextMatcher(*required.body).matches(to_valid_utf8(response.body))) {
    throw other_answer(response, "has a different body than " + describe(*required.body));
  }
  if (required.json.empty()) return;
  const nlohmann::json all = response.json();
  for (const auto& [pointer, wanted] : required.json) {
    const nlohmann::json value = at_pointer(all, pointer, "the response of " + response.url);
    if (value == wanted) continue;
    throw other_answer(
        response, fmt::format("has {} at {}, expected {}", shorten(dump_json(value), 200), pointer, dump_json(wanted)));
  }
}

std::string part_of(const HttpResponse& response, const std::string& what) {
  if (what == "status") return std::to_string(response.status);
  if (what == "body") return to_valid_utf8(response.body);
  static constexpr std::string_view kHeaderPart = "header ";
  if (what.starts_with(kHeaderPart)) return response.header(what.substr(kHeaderPart.size()));
  return as_text(at_pointer(response.json(), what, "the response of " + response.url));
}

PlannedStep parse_request(const StepScope& scope) {
  const YamlNode& value = scope.entry().value;
  const bool is_map = value.kind == YamlNode::Kind::Map;
  const YamlEntry& given = is_map ? StepMap(scope).need("url") : scope.entry();
  const std::string written = scope.text_of(given);
  HttpRequest request;
  ResponseRequirements required;
  if (is_map) {
    const StepMap map(scope);
    request = request_of_step(map);
    required = read_requirements(map);
  } else {
    request = outgoing_request({});
  }
  request.url = absolute_url(scope, given.value, written);
  PlannedStep step =
      look_step(scope, {"request", request.method + " " + written, "", request.body.value_or("")}, nullptr);
  if (!scope.is_tentative()) step.opens = request.url;
  step.actions.front().run = [request, required, timeout = scope.timeout(),
                              secrets = names_of_secrets(scope)](StepRun& run) {
    std::vector<std::string> values(required.to_save.size());
    run.page.act([&](PageStack& pages) {
      const Milliseconds most = timeout.count() > 0 ? timeout : pages.page().default_timeout();
      const HttpResponse response = pages.context().request(request, Deadline::in(most));
      check_answer(response, required);
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = part_of(response, required.to_save[i].second);
      }
    });
    for (std::size_t i = 0; i < values.size(); ++i) save_value(run, required.to_save[i].first, values[i], secrets);
  };
  return step;
}

}  // namespace

std::vector<StepSpec> request_steps() {
  ArgSpec expect{"expect", Shape::Map, "conditions for the response; by default its status is below 400"};
  expect.keys = answer_keys();
  return {
      {"request",
       ArgumentShape::TextOrMap,
       "Sends a request of the flow's own, with the cookies of the case's user.",
       "http://shop.test/api/reset  or  { url: http://shop.test/api/cart, json: { item: tea }, expect: { status: 201 "
       "}, "
       "save: { cart: /id } }",
       parse_request,
       {needed({"url", Shape::Text, "the address"}),
        {"method", Shape::Text, "GET, POST, …; by default POST with a body, else GET"},
        {"headers", Shape::Map, "names with their texts"},
        {"json", Shape::Any, "the body, as JSON"},
        {"body", Shape::Text, "the body"},
        {"form", Shape::Map, "the body, as a form sends it: names with their texts"},
        by_default({"max_redirects", Shape::Number, "that are followed; with 0 a redirect is the answer", {}, 0, 20},
                   "20"),
        expect,
        {"save", Shape::Map,
         "variables with what they get: a place in the answer's JSON such as /items/0/name, or status, body or "
         "header NAME"}},
       StepBlocks::None,
       {},
       {"json", "body", "form"}},
  };
}

}  // namespace casement
