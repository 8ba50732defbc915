#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "casement/base/file_text.h"
#include "casement/base/text.h"
#include "casement/flow/play/page_errors.h"
#include "casement/flow/steps/expect_keys.h"
#include "casement/flow/steps/message_keys.h"
#include "casement/flow/steps/request_keys.h"
#include "casement/flow/steps/snapshot_approval.h"
#include "casement/flow/steps/step_rows.h"
#include "casement/snapshot/snapshot_template.h"
#include "casement/snapshot/target_match.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

// Not a global object, because flows are also read while a program's global objects are initialized.
const std::vector<std::string>& error_kinds() {
  static const std::vector<std::string> kinds{"console", "page", "requests"};
  return kinds;
}

std::vector<ArgSpec> no_errors_keys() {
  return {{"of", Shape::Words, "the kinds of errors; by default all", error_kinds()},
          {"ignore", Shape::Texts, "lines that do not count; * is any run of characters"}};
}

PlannedAction contains_template(const ExpectKey& key, const std::string& text, std::string title) {
  try {
    if (parse_snapshot_template(text).empty()) {
      throw key.map.scope().error_at(key.entry.value, "the template is empty");
    }
  } catch (const Error& error) {
    if (error.place()) throw;
    throw key.map.scope().error_at(key.entry.value, error.message());
  }
  return expecting(key, std::move(title), [=](PageExpectation& page) { page.snapshot(text); });
}

PlannedAction contains_file(const ExpectKey& key) {
  const std::string name = key.map.some_text(key.name());
  if (approves_snapshots() && !key.negated) {
    const StepScope& scope = key.map.scope();
    PlannedAction action = read_call(scope, key.entry.key, {"expect.snapshot_file", "snapshot " + name}, nullptr);
    action.run = [path = scope.approved_path(key.entry.value, name), timeout = scope.timeout()](StepRun& run) {
      const auto holds_secret = [&](const std::string& text) { return run.recorder.masked(text) != text; };
      run.page.act([&](PageStack& pages) { approve_snapshot(pages.page(), path, holds_secret, timeout); });
    };
    return action;
  }
  const std::optional<std::string> text =
      read_whole_file(key.map.scope().existing_approved_file(key.entry.value, name));
  // The file may appear before the flow runs; the run loads the flow again.
  if (!text && key.map.scope().main_flow().files_may_come) return expecting(key, "snapshot " + name, nullptr);
  if (!text) throw key.map.scope().error_at(key.entry.value, fmt::format("cannot read the file '{}'", name));
  return contains_template(key, *text, "snapshot " + name);
}

PlannedAction without_errors(const ExpectKey& key) {
  const StepScope& scope = key.map.scope();
  if (key.negated) {
    throw scope.source().error_at(key.entry.key.place,
                                  "'no_errors' cannot be negated; expect a 'console' line instead");
  }
  ErrorFilter filter{error_kinds(), {}};
  if (key.entry.value.kind == YamlNode::Kind::Map) {
    const std::vector<ArgSpec> keys = no_errors_keys();
    const StepMap map(scope, key.entry.value, keys, "'no_errors'");
    if (map.has("of")) filter.kinds = map.words("of");
    filter.ignored = map.texts("ignore");
  } else if (key.entry.value.text == "true" || key.entry.value.text == "false") {
    if (!read_flag(scope.source(), key.entry)) {
      throw scope.error_at(key.entry.value, "'no_errors' must be true, or a list of kinds: console, page, requests");
    }
  } else {
    const ArgSpec words{"no_errors", Shape::Words, "", error_kinds()};
    const StepMap map(scope, key.map.node(), {&words, 1}, StepMap::Unchecked{});
    filter.kinds = map.words("no_errors");
  }
  if (filter.kinds.empty()) {
    throw scope.error_at(
        key.entry.value,
        "'no_errors' names no kind of error, so nothing would be checked; use console, page or requests");
  }
  return read_call(scope, key.entry.key, {"expect.no_errors", "no errors of " + join(filter.kinds, ", ")},
                   [filter](PageStack& pages) { require_no_errors(pages.page(), filter); });
}

const Snapshot& kept_snapshot(PageStack& pages, const std::string& name) {
  const Snapshot* const kept = pages.kept(name);
  if (kept != nullptr) return *kept;
  throw Error(ErrorKind::Usage,
              fmt::format("no earlier step saved a snapshot named '{}'; add `- snapshot: {}` before", name, name));
}

PlannedAction unchanged_since(const ExpectKey& key) {
  const StepScope& scope = key.map.scope();
  const std::string name = key.map.some_text(key.name());
  const std::string title = fmt::format("unchanged since {}", name);
  return read_call(scope, key.entry.key, {"expect.unchanged_since", key.negated ? "not: " + title : title},
                   [name, negated = key.negated, timeout = scope.timeout()](PageStack& pages) {
                     const Snapshot& before = kept_snapshot(pages, name);
                     PageExpectation page(pages.page());
                     page.within(timeout);
                     if (negated) page.never();
                     page.unchanged_since(before);
                   });
}

std::vector<ArgSpec> changed_keys() {
  return {needed({"since", Shape::Text, "the name of the earlier snapshot step"}),
          {"added", Shape::Texts, "targets: more elements match each than before"},
          {"removed", Shape::Texts, "targets: fewer elements match each than before"},
          {"changed", Shape::Texts, "targets: a line of each, or of its content, has changed"}};
}

// One target or several, each in a notation that a snapshot can answer.
std::vector<Target> targets_of(const StepMap& map, std::string_view key) {
  std::vector<Target> targets;
  const YamlEntry* const entry = map.find(key);
  if (entry == nullptr) return targets;
  map.scope().texts_of(*entry);  // refuses values other than texts
  const bool is_list = entry->value.kind == YamlNode::Kind::List;
  for (const YamlNode& node : is_list ? std::span(entry->value.items) : std::span(&entry->value, 1)) {
    targets.push_back(map.scope().target(node));
    if (is_answered_by_trees(targets.back())) continue;
    throw map.scope().error_at(node, "a snapshot cannot match this target; use a role and a name instead");
  }
  return targets;
}

PlannedAction changed(const ExpectKey& key) {
  const StepScope& scope = key.map.scope();
  std::string name;
  ExpectedChanges expected;
  if (key.entry.value.kind == YamlNode::Kind::Map) {
    const std::vector<ArgSpec> keys = changed_keys();
    const StepMap map(scope, key.entry.value, keys, "'changed'");
    name = map.some_text("since");
    expected = {targets_of(map, "added"), targets_of(map, "removed"), targets_of(map, "changed")};
  } else {
    name = scope.text_of(key.entry);
    if (name.empty()) throw scope.error_at(key.entry.value, "'changed' needs the name of a snapshot step");
  }
  const std::string title = fmt::format("changed since {}", name);
  return read_call(scope, key.entry.key, {"expect.changed", key.negated ? "not: " + title : title},
                   [name, expected, negated = key.negated, timeout = scope.timeout()](PageStack& pages) {
                     const Snapshot& before = kept_snapshot(pages, name);
                     PageExpectation page(pages.page());
                     page.within(timeout);
                     if (negated) page.never();
                     page.changed_since(before, expected);
                   });
}

PlannedAction polled(const ExpectKey& key) {
  const StepScope& scope = key.map.scope();
  const std::string script = key.map.some_text(key.name());
  return read_call(
      scope, key.entry.key, {"expect.poll", (key.negated ? "not: poll " : "poll ") + script},
      [script, ask = script_of(scope, script), negated = key.negated, timeout = scope.timeout()](PageStack& pages) {
        std::string threw;
        const auto holds = [&] {
          try {
            threw.clear();
            return means_yes(ask(pages));
          } catch (const Error& error) {  // its object does not exist yet, or another document is loading
            if (error.kind() != ErrorKind::Evaluation && error.kind() != ErrorKind::FrameGone) throw;
            threw = error.message();
            return false;
          }
        };
        PageExpectation page(pages.page());
        page.within(timeout);
        if (negated) page.never();
        try {
          page.poll(fmt::format("{} to be true", shorten(script, 100)), holds);
        } catch (const Error& error) {
          if (threw.empty()) throw;
          throw error.with_trail({"the last time: " + threw});
        }
      });
}

PlannedAction clipboard(const ExpectKey& key) {
  const StepScope& scope = key.map.scope();
  const TextPattern pattern = *key.map.pattern("clipboard");
  return read_call(scope, key.entry.key, {"expect.clipboard", key.negated ? "not: clipboard" : "clipboard"},
                   [pattern, negated = key.negated, timeout = scope.timeout()](PageStack& pages) {
                     await_clipboard(pages.page(), pattern, negated, timeout);
                   });
}

// The key's text, not empty.
std::string said_by(const ExpectKey& key) {
  const std::string said = key.map.text(key.name());
  if (!said.empty()) return said;
  throw key.map.scope().error_at(key.entry.value, fmt::format("'{}' needs a text that is not empty", key.name()));
}

PlannedAction page_hides(const ExpectKey& key) {
  said_by(key);
  const Target target = key.map.target(key.name());
  ExpectKey about = key;
  about.target = &target;
  return expecting(about, key.name() + " " + target.text(), [target](PageExpectation& page) { page.hides(target); });
}

PlannedAction page_url(const ExpectKey& key) {
  const std::string said = said_by(key);
  return expecting(key, fmt::format("{} \"{}\"", key.name(), said), [said](PageExpectation& page) { page.url(said); });
}

PlannedAction recorded_request(const ExpectKey& key,
                               PageExpectation& (PageExpectation::*call)(std::string_view, const RequestPattern&)) {
  const RequestKeys request = read_request_keys(key.map.scope(), key.entry, "'" + key.name() + "'");
  return expecting(key, key.name() + " " + request.title,
                   [request, call](PageExpectation& page) { (page.*call)(request.url, request.pattern); });
}

PlannedAction recorded_message(const ExpectKey& key) {
  const MessageKeys message = read_message_keys(key.map.scope(), key.entry, "'message'");
  return expecting(key, "message " + message.title,
                   [message](PageExpectation& page) { page.message(message.url, message.pattern); });
}

PlannedAction by_pattern(const ExpectKey& key, PageExpectation& (PageExpectation::*call)(const TextPattern&)) {
  const std::string said = said_by(key);
  return expecting(key, fmt::format("{} \"{}\"", key.name(), said),
                   [pattern = *key.map.pattern(key.name()), call](PageExpectation& page) { (page.*call)(pattern); });
}

// The reader of a row returns a list of actions; these keys need only one action.
template <PlannedAction (*read)(const ExpectKey&)>
std::vector<PlannedAction> only(const ExpectKey& key) {
  return {read(key)};
}

std::vector<ExpectRow> make_page_rows() {
  ArgSpec no_errors{"no_errors", Shape::TrueOrWordsOrMap, "true, or which: console, page, requests"};
  no_errors.words = error_kinds();
  no_errors.keys = no_errors_keys();
  ArgSpec changes{"changed", Shape::TextOrMap,
                  "the page has changed since the snapshot step with this name; a map gives details"};
  changes.keys = changed_keys();
  ArgSpec message{"message", Shape::TextOrMap,
                  "a WebSocket or EventSource of this address had a message; a map gives details"};
  message.keys = message_keys();
  ArgSpec request{"request", Shape::TextOrMap,
                  "a request was sent to this address since the case began; a map gives details"};
  ArgSpec response{"response", Shape::TextOrMap,
                   "a response arrived from this address since the case began; a map gives details"};
  request.keys = response.keys = request_keys();
  using Key = ExpectKey;
  using Expectation = PageExpectation;
  using Actions = std::vector<PlannedAction>;
  using About = ExpectRow::About;
  using Touches = ExpectRow::Touches;
  return {
      {{"shows", Shape::Target, "exactly one element matches, and is visible"},
       [](const Key& key) {
         const StepScope& scope = key.map.scope();
         return Actions{showing(scope, key.entry.key, scope.target_of(key.entry), key.negated)};
       },
       About::Page,
       Touches::Page},
      {{"hides", Shape::Target, "no visible element matches"}, only<page_hides>, About::Page, Touches::Page},
      {{"url", Shape::Text, "the address; * is any run of characters"}, only<page_url>, About::Page, Touches::Page},
      {{"title", Shape::Pattern, "the document's title"},
       [](const Key& key) { return Actions{by_pattern(key, &Expectation::title)}; },
       About::Page,
       Touches::Page},
      {{"snapshot", Shape::Text, "the page's text contains this template"},
       [](const Key& key) { return Actions{contains_template(key, said_by(key), "snapshot")}; },
       About::Page,
       Touches::Page},
      {{"snapshot_file", Shape::Text, "the same from a file in the flow's folder"},
       only<contains_file>,
       About::Page,
       Touches::Files},
      {{"unchanged_since", Shape::Text, "the page's text equals the snapshot step with this name"},
       only<unchanged_since>,
       About::Page,
       Touches::Page},
      {changes, only<changed>, About::Page, Touches::Page},
      picture_row(),
      {request, [](const Key& key) { return Actions{recorded_request(key, &Expectation::request)}; }, About::Page,
       Touches::Page},
      {response, [](const Key& key) { return Actions{recorded_request(key, &Expectation::response)}; }, About::Page,
       Touches::Page},
      {{"console", Shape::Pattern, "the console has a line with this text"},
       [](const Key& key) { return Actions{by_pattern(key, &Expectation::console)}; },
       About::Page,
       Touches::Page},
      {{"page_error", Shape::Pattern, "a script had an uncaught error with this message"},
       [](const Key& key) { return Actions{by_pattern(key, &Expectation::page_error)}; },
       About::Page,
       Touches::Page},
      {message, only<recorded_message>, About::Page, Touches::Page},
      {{"clipboard", Shape::Pattern, "the clipboard's text"}, only<clipboard>, About::Page, Touches::Page},
      {{"poll", Shape::Text, "this JavaScript expression becomes true; it is evaluated repeatedly"},
       only<polled>,
       About::Page,
       Touches::Script},
      {no_errors, only<without_errors>, About::Page, Touches::Page},
      variables_row(),
  };
}

}  // namespace

std::span<const ExpectRow> rows_about_pages() {
  static const std::vector<ExpectRow> rows = make_page_rows();
  return rows;
}

}  // namespace casement
