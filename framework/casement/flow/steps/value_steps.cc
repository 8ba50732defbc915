// Steps that put values into variables.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/api/awaited.h"
#include "casement/api/frames.h"
#include "casement/api/network.h"
#include "casement/api/page.h"
#include "casement/api/worker.h"
#include "casement/base/text.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/values/http_request.h"
#include "casement/flow/play/page_stack.h"
#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/saved_values.h"
#include "casement/flow/steps/step_map.h"
#include "casement/flow/steps/step_rows.h"
#include "casement/target/target_step.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;
using Reading = std::function<std::string(PageStack& pages)>;

std::string read_now(StepRun& run, const Reading& reading) {
  std::string value;
  run.page.act([&](PageStack& pages) { value = reading(pages); });
  return value;
}

struct Saving {
  std::string title;
  std::string target;
  Reading read;
};

// A property of an element as text, read by a getter of the page.
struct ElementReading {
  std::string_view key;
  std::string (*read)(Page& page, const Target& target, const ActionOptions& options);
};

constexpr ElementReading kElementReadings[] = {
    {"text", [](Page& page, const Target& target, const ActionOptions& how) { return page.text(target, how); }},
    {"value", [](Page& page, const Target& target, const ActionOptions& how) { return page.value(target, how); }},
    {"html", [](Page& page, const Target& target, const ActionOptions& how) { return page.html(target, how); }},
    {"checked", [](Page& page, const Target& target,
                   const ActionOptions& how) { return std::string(page.checked(target, how) ? "true" : "false"); }},
    {"box",
     [](Page& page, const Target& target, const ActionOptions& how) {
       const BoundingBox box = page.bounding_box(target, how);
       return as_text({{"x", box.x}, {"y", box.y}, {"width", box.width}, {"height", box.height}});
     }},
    {"count", [](Page& page, const Target& target,
                 const ActionOptions& how) { return std::to_string(page.count(target, how)); }},
};

std::string value_of_cookie(const std::vector<Cookie>& cookies, const std::string& name, const std::string& domain) {
  std::vector<std::string> others;
  std::vector<const Cookie*> found;
  for (const Cookie& cookie : cookies) {
    const bool is_meant = cookie.name == name && (domain.empty() || cookie.domain == domain);
    if (is_meant) found.push_back(&cookie);
    others.push_back(fmt::format("{} of {}", cookie.name, cookie.domain));
  }
  if (found.size() == 1) return found.front()->value;
  const std::string whose = domain.empty() ? name : name + " of " + domain;
  if (found.empty()) {
    throw Error(ErrorKind::NotFound, fmt::format("there is no cookie {}", whose),
                {others.empty() ? "there are no cookies" : "there are: " + join(others, ", ")});
  }
  others.clear();
  for (const Cookie* one : found) others.push_back(one->domain + one->path);
  throw Error(ErrorKind::Ambiguous,
              fmt::format("there are {} cookies {}; choose one with 'domain'", found.size(), whose), std::move(others));
}

// The newest response from a matching address, without redirects; if none has come, waits for the first.
Saving saved_response(const StepMap& map, const ActionOptions& options) {
  const std::string glob = map.some_text("response"), pointer = map.text("json");
  if (const YamlEntry* json = map.find("json")) check_pointer(map.scope(), place_of(*json), pointer);
  const bool as_json = map.has("json");
  return {fmt::format("the response of {}{}{}", glob, as_json ? " at " : "", pointer), "",
          [glob, pointer, as_json, options](PageStack& pages) {
            Page& page = pages.page();
            const std::vector<RequestRecord> all = page.network().requests();
            const auto newest = std::find_if(all.rbegin(), all.rend(), [&](const RequestRecord& one) {
              return one.answered() && one.redirect_to.empty() && glob_match(glob, one.url);
            });
            const RequestRecord answer = newest != all.rend() ? *newest : page.next_response(glob).get(options.timeout);
            const std::string body = page.network().response_body(answer, options);
            if (!as_json) return to_valid_utf8(body);
            const HttpResponse response{answer.url, answer.status, answer.status_text, answer.response_headers, body};
            return as_text(at_pointer(response.json(), pointer, "the response of " + answer.url));
          }};
}

Saving read_saving(const StepScope& scope, const StepMap& map) {
  const ActionOptions options{scope.timeout()};
  const auto about = [&](std::string_view key, auto read) {
    Target target = map.target(key);
    std::string title = fmt::format("{} of {}", key, target.text());
    std::string words = target.text();
    return Saving{std::move(title), std::move(words), [target = std::move(target), read, options](PageStack& pages) {
                    return read(pages.page(), target, options);
                  }};
  };
  for (const ElementReading& one : kElementReadings) {
    if (map.has(one.key)) return about(one.key, one.read);
  }
  if (map.has("attribute")) {
    const std::string name = map.some_text("attribute");
    Saving saving = about("of", [name](Page& page, const Target& target, const ActionOptions& how) {
      return page.attribute(target, name, how).value_or("");
    });
    saving.title = fmt::format("{} of {}", name, saving.target);
    return saving;
  }
  if (map.has("cookie")) {
    const std::string name = map.some_text("cookie"), domain = map.text("domain");
    return {"the cookie " + name, "", [name, domain, options](PageStack& pages) {
              const Milliseconds most = options.timeout.count() > 0 ? options.timeout : pages.page().default_timeout();
              return value_of_cookie(pages.context().cookies(Deadline::in(most)), name, domain);
            }};
  }
  if (map.has("response")) return saved_response(map, options);
  if (map.has("page")) {
    const std::string what = map.word("page", "");
    return {what, "", [what](PageStack& pages) { return what == "url" ? pages.page().url() : pages.page().title(); }};
  }
  const std::string literal = map.text("literal");
  return {"a text", "", [literal](PageStack&) { return literal; }};
}

PlannedStep parse_save(const StepScope& scope) {
  const StepMap map(scope);
  map.need_one();
  const std::string name = variable_to_set(map);
  if (map.has("of") != map.has("attribute")) {
    const YamlEntry& lone = map.has("of") ? map.need("of") : map.need("attribute");
    throw scope.source().error_at(lone.key.place, "'attribute' and 'of' belong together");
  }
  for (const auto& [key, owner] : {std::pair{"domain", "cookie"}, std::pair{"json", "response"}}) {
    if (!map.has(key) || map.has(owner)) continue;
    throw scope.source().error_at(map.find(key)->key.place, fmt::format("'{}' needs '{}' beside it", key, owner));
  }
  const Saving saving = read_saving(scope, map);
  const bool is_literal = map.has("literal");
  PlannedStep step;
  step.actions.push_back(scope.action(
      scope.entry().key, fmt::format("{} to {}", saving.title, name), "save",
      [name, saving, is_literal, literal = map.text("literal"), secrets = names_of_secrets(scope)](StepRun& run) {
        save_value(run, name, is_literal ? literal : read_now(run, saving.read), secrets);
      }));
  step.actions.back().target = saving.target;
  return step;
}

// An action of the page with a result, which goes into the variable `name` unless "".
PlannedStep evaluating(const StepScope& scope, const CallLabel& words, const std::string& name, const Reading& ask) {
  PlannedStep step = page_step(scope, words, nullptr);
  step.actions.front().run = [name, ask, secrets = names_of_secrets(scope)](StepRun& run) {
    std::string value;
    run.page.act([&](PageStack& pages) {
      pages.begin_action();
      value = ask(pages);
    });
    if (!name.empty()) save_value(run, name, std::move(value), secrets);
  };
  return step;
}

PlannedStep parse_evaluate(const StepScope& scope) {
  const YamlNode& value = scope.entry().value;
  const Milliseconds timeout = scope.timeout();
  if (value.is_text()) {
    const std::string expression = scope.text(value);
    return evaluating(scope, {"evaluate", expression}, "", script_of(scope, expression));
  }
  const StepMap map(scope);
  map.need_one();
  const std::string name = map.has("to") ? variable_to_set(map) : "";
  const auto refuse = [&](const char* key, std::string_view why) {
    if (map.has(key)) throw scope.source().error_at(map.find(key)->key.place, std::string(why));
  };
  if (map.has("expression")) {
    const std::string expression = map.some_text("expression");
    for (const char* const other : {"target", "argument"})
      refuse(other, fmt::format("'{}' is only for a 'function'", other));
    if (map.has("worker")) {
      refuse("frame", "'frame' and 'worker' cannot stand together");
      return evaluating(scope, {"evaluate", expression}, name,
                        [worker = map.text("worker"), expression, timeout](PageStack& pages) {
                          const ActionOptions options{timeout};
                          return as_text(pages.page().worker(worker, options).evaluate(expression, options));
                        });
    }
    if (!map.has("frame")) return evaluating(scope, {"evaluate", expression}, name, script_of(scope, expression));
    return evaluating(scope, {"evaluate", expression}, name,
                      [frame = map.text("frame"), expression, timeout](PageStack& pages) {
                        return as_text(pages.page().frames().evaluate(frame, expression, {timeout}));
                      });
  }
  refuse("frame", "a 'function' runs in the frame of its target; remove 'frame'");
  refuse("worker", "'worker' is only for an 'expression'");
  const Target target = map.target();
  const std::string function = map.some_text("function");
  const nlohmann::json argument = map.json("argument");
  return evaluating(
      scope, {"evaluate", fmt::format("{} with {}", function, target.text()), target.text()}, name,
      [=](PageStack& pages) { return as_text(pages.page().evaluate_on(target, function, argument, {timeout})); });
}

}  // namespace

std::function<std::string(PageStack&)> script_of(const StepScope& scope, const std::string& script) {
  const TargetSurroundings frames{.frames = scope.context().around.frames};
  const ActionOptions options{scope.timeout()};
  return [script, frames, options](PageStack& pages) {
    if (frames.empty()) return as_text(pages.page().evaluate(script, options));
    // Runs on the frame's document element, so that the frame is found in the same way as for targets.
    return as_text(
        pages.page().evaluate_on(Target("css=:root").narrowed_by(frames), "() => (" + script + "\n)", {}, options));
  };
}

bool means_yes(const std::string& value) {
  return !value.empty() && value != "false" && value != "no" && value != "0" && value != "null";
}

std::function<std::string(StepRun&)> evaluation(const StepScope& scope, const std::string& script) {
  return [ask = script_of(scope, script)](StepRun& run) { return read_now(run, ask); };
}

std::vector<StepSpec> value_steps() {
  using enum ArgumentShape;
  return {
      {"save",
       Map,
       "Saves something of the page in a variable, for later steps.",
       "{ text: cell \"Total\", to: total }",
       parse_save,
       {needed({"to", Shape::Name, "the name of the variable"}),
        {"text", Shape::Target, "the text of an element, as a person reads it"},
        {"value", Shape::Target, "the value of a control"},
        {"html", Shape::Target, "the markup in an element, without the values of secret inputs"},
        {"checked", Shape::Target, "true or false: whether a checkbox, radio button or switch is checked"},
        {"box", Shape::Target, "where an element is, as JSON with x, y, width and height, in CSS pixels of the page"},
        only_beside("of", {"attribute", Shape::Text, "the name of an attribute"}),
        only_beside("attribute", {"of", Shape::Target, "the element with that attribute"}),
        {"count", Shape::Target, "the number of visible elements that match now"},
        {"cookie", Shape::Text, "the value of a cookie"},
        only_beside("cookie", {"domain", Shape::Text, "the cookie's host, if several have that name"}),
        {"response", Shape::Text, "the body of the newest answer from this address; * is any run of characters"},
        only_beside("response", {"json", Shape::Text, "the place in it, such as /items/0/name"}),
        {"page", Shape::Word, "the page's address or title", {"url", "title"}},
        {"literal", Shape::Text, "a text made of others"}},
       StepBlocks::None,
       {"text", "value", "html", "checked", "box", "attribute", "count", "cookie", "response", "page", "literal"}},
      {"evaluate",
       TextOrMap,
       "Runs a script in the page, in the frame that 'in' beside it names, in a worker, or with an element.",
       "document.title = 'Cart'  or  { expression: document.title, to: title }  or  { target: list \"Basket\", "
       "function: list => "
       "list.replaceChildren() }",
       parse_evaluate,
       {{"expression", Shape::Text, "JavaScript; a promise is awaited"},
        only_beside("expression", {"frame", Shape::Text, "the frame to run in, by name, address or number"}),
        only_beside("expression", {"worker", Shape::Text, "the worker to run in, by its address; * is any characters"}),
        only_beside("target", {"function", Shape::Text, "JavaScript: (element, argument) => …"}),
        only_beside("function", {"target", Shape::Target, "the element that the function gets"}),
        only_beside("function", {"argument", Shape::Any, "the function's second argument"}),
        {"to", Shape::Name, "the variable that gets the result"}},
       StepBlocks::None,
       {"expression", "function"}},
  };
}

}  // namespace casement
