#include <fmt/format.h>

#include "casement/base/text.h"
#include "casement/expect/page_waits.h"
#include "casement/flow/step_acts.h"
#include "casement/flow/step_rows.h"
#include "casement/flow/yaml_reads.h"
#include "casement/page/page_target.h"

namespace casement {
namespace {

using Shape = StepKey::Shape;

const std::vector<std::string> kLoadWords{"commit", "dom_ready", "load", "network_idle"};

std::vector<StepKey> wait_keys() {
  return {
      {"state", Shape::Word, "how far the page is loaded", kLoadWords},
      {"url", Shape::Text, "the page's address; * is any run of characters"},
      {"request", Shape::Text, "one to this address, since the last action began"},
      {"response", Shape::Text, "one from this address, since the last action began"},
      {"console", Shape::Pattern, "the console says this, since the last action began"},
      {"page_error", Shape::Pattern, "a script lets go of this, since the last action began"},
      {"frames", Shape::Number, "so many frames beside the main one can be read", {}, 1, 1000},
  };
}

PlannedAction waiting(const StepScope& scope, const YamlNode& at, const std::string& what,
                      std::string title, std::function<void(FlowStage&, const Within&)> wait) {
  return page_look(scope, at, {"wait." + what, std::move(title)},
                   [wait = std::move(wait), timeout = scope.timeout()](FlowStage& stage) {
                     wait(stage,
                          Within(timeout.count() > 0 ? timeout : stage.page().default_timeout()));
                   });
}

PlannedAction for_state(const StepScope& scope, const YamlNode& at, const std::string& word) {
  return waiting(scope, at, "state", word, [word](FlowStage& stage, const Within& within) {
    if (word == "network_idle") return await_network_quiet(stage.page().target(), within);
    await_load_state(stage.page().target(),
                     word == "commit"      ? LoadState::Committed
                     : word == "dom_ready" ? LoadState::DomReady
                                           : LoadState::Loaded,
                     within);
  });
}

// Something that the page's logs tell, since the last action began.
template <typename Find, typename Describe>
PlannedAction for_event(const StepScope& scope, const YamlEntry& entry, std::string what, Find find,
                        Describe describe_seen) {
  const std::string title = fmt::format("{} \"{}\"", entry.key.text, scope.text(entry.value));
  return waiting(
      scope, entry.key, entry.key.text, title, [=](FlowStage& stage, const Within& within) {
        PageTarget& page = stage.page().target();
        const EventNumber since = stage.action_began();
        await_event(
            page, what, [&] { return find(page, since) != nullptr; },
            [&] {
              return describe_seen(page, since) +
                     (find(page, 0) == nullptr ? "" : "; one came before the last action");
            },
            Negated::No, within);
      });
}

PlannedAction for_key(const StepMap& map, const YamlEntry& entry) {
  const StepScope& scope = map.scope();
  const std::string& key = entry.key.text;
  if (key == "state") return for_state(scope, entry.key, map.word("state", ""));
  if (key == "frames") {
    const int count = map.number("frames", 1);
    return waiting(scope, entry.key, key, fmt::format("{} frames", count),
                   [count](FlowStage& stage, const Within& within) {
                     await_frame_count(stage.page().target(), count, within);
                   });
  }
  const std::string said = map.some_text(key);
  if (key == "url") {
    return waiting(scope, entry.key, key, fmt::format("url \"{}\"", said),
                   [said](FlowStage& stage, const Within& within) {
                     stage.page().wait_for_url(said, {within.timeout});
                   });
  }
  if (key == "request") {
    return for_event(
        scope, entry, "a request to " + said,
        [said](PageTarget& page, EventNumber since) { return find_request(page, said, since); },
        describe_requests);
  }
  if (key == "response") {
    return for_event(
        scope, entry, "a response from " + said,
        [said](PageTarget& page, EventNumber since) { return find_response(page, said, since); },
        describe_requests);
  }
  const TextPattern pattern = *map.pattern(key);
  if (key == "console") {
    return for_event(
        scope, entry, fmt::format("a console line \"{}\"", said),
        [pattern](PageTarget& page, EventNumber since) {
          return find_console_line(page, pattern, since);
        },
        describe_console);
  }
  return for_event(
      scope, entry, fmt::format("a page error \"{}\"", said),
      [pattern](PageTarget& page, EventNumber since) {
        return find_page_error(page, pattern, since);
      },
      describe_page_errors);
}

PlannedStep parse_wait(const StepScope& scope) {
  const YamlNode& value = scope.entry().value;
  PlannedStep step;
  if (value.kind == YamlNode::Kind::Map) {
    const StepMap map(scope);
    for (const YamlEntry& entry : value.entries) step.actions.push_back(for_key(map, entry));
    return step;
  }
  const std::string word = scope.text(value);
  if (std::find(kLoadWords.begin(), kLoadWords.end(), word) == kLoadWords.end()) {
    const bool is_time =
        !word.empty() && word.find_first_not_of("0123456789.") == word.find_first_of("ms");
    throw scope.error_at(value, is_time ? "'wait' waits for something to happen, never for a time; "
                                          "'expect' waits until the page shows something"
                                        : fmt::format("'wait' cannot be '{}'{}", shorten(word, 60),
                                                      hint_for(word, kLoadWords)));
  }
  step.actions.push_back(for_state(scope, scope.entry().key, word));
  return step;
}

}  // namespace

std::vector<StepKind> wait_steps() {
  return {{"wait", ArgumentShape::TextOrMap,
           "Waits until the page is loaded so far, or something happens.",
           "network_idle  or  { response: \"*/orders\" }", parse_wait, wait_keys()}};
}

}  // namespace casement
