// The steps `route` and `unroute`, which intercept requests. With a `url`, the page itself answers, in all its frames;
// without a `url`, `route` adds a rule to the site.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/api/network.h"
#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/step_rows.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

std::vector<ArgSpec> fulfil_keys() {
  return {by_default({"status", Shape::Number, "of the answer", {}, 100, 599}, "200"),
          {"text", Shape::Text, "the body"},
          {"json", Shape::Any, "the body, as JSON"},
          {"content_type", Shape::Text, "of a text"},
          {"headers", Shape::Map, "names with their texts"}};
}

std::vector<ArgSpec> continue_keys() {
  return {{"url", Shape::Text, "the address to request instead; the page does not notice"},
          {"method", Shape::Text, "GET, POST, …"},
          {"body", Shape::Text, "the new body"},
          {"headers", Shape::Map, "replace headers of the same name"}};
}

std::vector<ArgSpec> page_route_keys() {
  ArgSpec fulfil{"fulfil", Shape::Map, "answers the page with this, without a request to a server"};
  fulfil.keys = fulfil_keys();
  ArgSpec proceed{"continue", Shape::OptionalMap, "sends the request, with these changes"};
  proceed.keys = continue_keys();
  return {{"url", Shape::Text, "of the page's requests: the whole address with its query; * is any run of characters"},
          {"method", Shape::Text, "only requests with this method"},
          fulfil,
          {"abort", Shape::OptionalText, "fails the request for this reason: failed, blockedbyclient, …"},
          proceed,
          {"delay", Shape::Duration, "delays the outcome"}};
}

RouteResponse response_of(const StepScope& scope, const YamlEntry& entry) {
  const std::vector<ArgSpec> keys = fulfil_keys();
  const StepMap map(scope, read_map(scope.source(), entry), keys, "'fulfil'");
  RouteResponse response;
  response.status = map.number("status", 200);
  if (map.has("text") && map.has("json")) {
    throw scope.source().error_at(map.find("json")->key.place, "'fulfil' accepts only one body: text or json");
  }
  response.body = map.has("json") ? dump_json(map.json("json")) : map.text("text");
  const std::string_view otherwise = map.has("json") ? "application/json" : "text/plain; charset=utf-8";
  response.content_type = map.text("content_type", otherwise);
  for (auto& [name, text] : map.named_texts("headers")) response.headers.emplace_back(name, text);
  return response;
}

RouteChanges changes_of(const StepScope& scope, const YamlEntry& entry) {
  RouteChanges changes;
  if (entry.value.kind == YamlNode::Kind::Nothing) return changes;
  const std::vector<ArgSpec> keys = continue_keys();
  const StepMap map(scope, read_map(scope.source(), entry), keys, "'continue'");
  if (map.has("url")) changes.url = map.some_text("url");
  if (map.has("method")) changes.method = map.some_text("method");
  if (map.has("body")) changes.body = map.text("body");
  for (auto& [name, text] : map.named_texts("headers")) changes.set_headers[name] = text;
  return changes;
}

// Throws if Chrome does not know the reason or the status.
RouteAnswer answer_of(const StepMap& map) {
  const StepScope& scope = map.scope();
  const YamlEntry* abort = map.find("abort");
  const YamlEntry* fulfil = map.find("fulfil");
  const YamlEntry* proceed = map.find("continue");
  if (abort != nullptr || fulfil != nullptr || proceed != nullptr) {
    map.need_one_of(scope.step().kind->at_most_one);
  } else if (!map.has("delay")) {
    map.need_one_of({"fulfil", "abort", "continue", "delay"});
  }
  const YamlEntry* at = fulfil != nullptr ? fulfil : abort != nullptr ? abort : proceed;
  try {
    if (fulfil != nullptr) return RouteAnswer::fulfil(response_of(scope, *fulfil));
    if (abort != nullptr) {
      const bool has_reason = abort->value.kind != YamlNode::Kind::Nothing;
      return RouteAnswer::abort(has_reason ? map.some_text("abort") : "failed");
    }
    return RouteAnswer::proceed(proceed == nullptr ? RouteChanges{} : changes_of(scope, *proceed));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::Authoring) throw;
    throw scope.source().error_at(place_of(*at), error.message());
  }
}

std::string describe_answer(const RouteAnswer& answer) {
  std::string words;
  switch (answer.kind()) {
    case RouteAnswer::Kind::Fulfil:
      words = fmt::format("answers {}", answer.response().status);
      break;
    case RouteAnswer::Kind::Abort:
      words = "fails";
      break;
    case RouteAnswer::Kind::Proceed:
    case RouteAnswer::Kind::Next:
      words = "goes out";
      break;
  }
  if (answer.delay().count() > 0) words += fmt::format(" after {} ms", answer.delay().count());
  return words;
}

constexpr std::pair<std::string_view, std::string_view> kInsteadOfKeysOfRules[] = {
    {"query", "the query into the pattern: \"*/orders?state=open*\""},
    {"never", "delay: 10m"},
};

PlannedStep parse_route(const StepScope& scope) {
  if (scope.entry().value.find("url") == nullptr) return plan_site_route(scope);
  for (const auto& [key, instead] : kInsteadOfKeysOfRules) {
    const YamlEntry* const of_rule = scope.entry().value.find(std::string(key));
    if (of_rule == nullptr) continue;
    throw scope.source().error_at(
        of_rule->key.place, fmt::format("'{}' belongs to a rule of the site; beside 'url', write {}", key, instead));
  }
  const std::vector<ArgSpec> keys = page_route_keys();
  const StepMap map(scope, scope.entry().value, keys, "'route'");
  const std::string url = map.some_text("url");
  if (const std::string why = why_no_route(url); !why.empty()) {
    throw scope.source().error_at(map.find("url")->value.place, why);
  }
  std::string method = map.text("method");
  for (char& letter : method) letter = letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  RouteAnswer answer = answer_of(map);
  if (map.has("delay")) answer = answer.after(map.duration("delay"));
  const std::string title = fmt::format("{}{}{} {}", method, method.empty() ? "" : " ", url, describe_answer(answer));
  PlannedStep planned = page_step(scope, {"route", title}, [url, method, answer](PageStack& pages) {
    pages.page().network().route(url, [method, answer](const RouteRequest& request) {
      return method.empty() || request.method == method ? answer
                                                        : RouteAnswer::next().because("its 'method' is " + method);
    });
  });
  planned.answers = url;
  return planned;
}

PlannedStep parse_replay_har(const StepScope& scope) {
  const YamlNode& value = scope.entry().value;
  HarReplay options;
  const YamlNode* file = &value;
  if (value.kind == YamlNode::Kind::Map) {
    const StepMap map(scope);
    file = &map.need("file").value;
    options.url = map.text("url", "*");
    options.passes_others = map.word("others", "fail") == "pass";
  }
  const std::string name = scope.text(*file);
  PlannedStep planned = page_step(scope, {"replay_har", name}, nullptr);
  planned.actions.front().run = [path = scope.existing_file(*file, name), options](StepRun& run) {
    run.page.act([&](PageStack& pages) {
      pages.begin_action();
      pages.page().network().replay_har(path, options);
    });
  };
  return planned;
}

PlannedStep parse_unroute(const StepScope& scope) {
  const YamlNode& value = scope.entry().value;
  const std::string url = value.is_text() ? scope.text(value) : "";
  return page_step(scope, {"unroute", url}, [url](PageStack& pages) {
    if (pages.page().network().unroute(url)) return;
    throw Error(ErrorKind::Usage, url.empty() ? "the page has no route" : "the page has no route of " + url);
  });
}

}  // namespace

std::vector<StepSpec> route_steps() {
  using enum ArgumentShape;
  std::vector<ArgSpec> keys = page_route_keys();
  for (const ArgSpec& key : site_route_keys()) {
    if (std::ranges::find(keys, key.name, &ArgSpec::name) == keys.end()) keys.push_back(key);
  }
  return {
      {"route",
       Map,
       "Changes requests, in one of two ways: `url` with `fulfil`, `abort` or `continue` changes those of the page to "
       "any server; `host` and `path` add a rule before the site's.",
       "{ url: \"*/stock.json\", fulfil: { json: { left: 0 } } }  or  { host: ads.test, status: "
       "404 }",
       parse_route,
       keys,
       StepBlocks::None,
       {},
       {"fulfil", "abort", "continue"}},
      {"replay_har",
       TextOrMap,
       "Answers requests of the page from an archive (HAR 1.2), as `save_har` writes it.",
       "shop.har  or  { file: shop.har, url: \"*/api/*\", others: pass }",
       parse_replay_har,
       {needed({"file", Shape::Text, "the archive"}),
        by_default({"url", Shape::Text, "only requests to addresses like this"}, "\"*\""),
        by_default({"others", Shape::Word, "requests that the archive lacks", {"fail", "pass"}}, "\"fail\"")}},
      {"unroute", OptionalText, "Forgets the page's routes of this url, all of them without one.", "\"*/stock.json\"",
       parse_unroute},
  };
}

}  // namespace casement
