#include <fmt/format.h>

#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"
#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/step_rows.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

OpenOptions open_options(const StepScope& scope) {
  OpenOptions options;
  options.timeout = scope.timeout();
  if (scope.entry().value.kind != YamlNode::Kind::Map) return options;
  const std::string until = StepMap(scope).word("wait_until", "dom_ready");
  options.wait_until = until == "commit"      ? LoadState::Committed
                       : until == "dom_ready" ? LoadState::DomReady
                                              : LoadState::Loaded;
  return options;
}

PlannedStep parse_open(const StepScope& scope) {
  const YamlEntry& entry = scope.entry();
  const bool is_map = entry.value.kind == YamlNode::Kind::Map;
  const YamlEntry& given = is_map ? StepMap(scope).need("url") : entry;
  const std::string url = absolute_url(scope, given.value, scope.text_of(given));
  PlannedStep planned = page_step(scope, {"open", url}, [url, options = open_options(scope)](PageStack& pages) {
    // Page::open would also query the document's title.
    PageSession& target = engine_of(pages.page());
    target.navigator().open(url, options.wait_until, target.deadline(options.timeout));
  });
  if (!scope.is_tentative()) planned.opens = url;
  return planned;
}

PlannedStep parse_reload(const StepScope& scope) {
  return page_step(scope, {"reload"},
                   [options = open_options(scope)](PageStack& pages) { pages.page().reload(options); });
}

PlannedStep in_history(const StepScope& scope, std::string word,
                       std::optional<NavigationResult> (Page::*go)(const OpenOptions&, Where) const) {
  return page_step(scope, {word}, [word, go, options = open_options(scope)](PageStack& pages) {
    if ((pages.page().*go)(options, std::source_location::current())) return;
    throw Error(ErrorKind::Navigation,
                fmt::format("cannot go {}: the history has no such page; the page is at {}", word, pages.page().url()));
  });
}

PlannedStep parse_back(const StepScope& scope) {
  return in_history(scope, "back", &Page::back);
}
PlannedStep parse_forward(const StepScope& scope) {
  return in_history(scope, "forward", &Page::forward);
}

}  // namespace

std::vector<StepSpec> navigation_steps() {
  using enum ArgumentShape;
  const ArgSpec wait_until = by_default(
      {"wait_until", Shape::Word, "how far the document must load", {"commit", "dom_ready", "load"}}, "\"dom_ready\"");
  return {
      {"open",
       TextOrMap,
       "Loads a URL and waits until the document has been read.",
       "http://shop.test/cart",
       parse_open,
       {needed({"url", Shape::Text, "the address"}), wait_until}},
      {"reload", NothingOrMap, "Loads the page again.", "{ wait_until: load }", parse_reload, {wait_until}},
      {"back",
       NothingOrMap,
       "Goes one step back in the page's history.",
       "{ wait_until: load }",
       parse_back,
       {wait_until}},
      {"forward",
       NothingOrMap,
       "Goes one step forward in the page's history.",
       "{ wait_until: load }",
       parse_forward,
       {wait_until}},
  };
}

}  // namespace casement
