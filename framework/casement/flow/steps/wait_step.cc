#include <fmt/format.h>

#include "casement/api/engine.h"
#include "casement/api/network.h"
#include "casement/base/text.h"
#include "casement/browser/page/page_session.h"
#include "casement/expect/message_wait.h"
#include "casement/expect/page_waits.h"
#include "casement/expect/request_wait.h"
#include "casement/flow/steps/message_keys.h"
#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/request_keys.h"
#include "casement/flow/steps/step_rows.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

// Not a global object, because flows are also read while a program's global objects are initialized.
const std::vector<std::string>& load_words() {
  static const std::vector<std::string> words{"commit", "dom_ready", "load"};
  return words;
}

std::vector<ArgSpec> wait_keys() {
  return {
      {"state", Shape::Word, "how far the page has loaded", load_words()},
      {"url", Shape::Text, "the page's address; * is any run of characters"},
      {"console", Shape::Pattern, "the console contains this, since the last action began"},
      {"page_error", Shape::Pattern, "an uncaught error of a script, since the last action began"},
      {"frames", Shape::Number, "this number of frames besides the main frame can be read", {}, 1, 1000},
  };
}

// A wait, from a step named like a call of the C++ API.
struct Wait {
  const StepMap& map;
  const YamlEntry& entry;
  std::string what;  // its key in wait_keys
  const StepScope& scope() const { return map.scope(); }
};

PlannedAction waiting(const Wait& wait, std::string title, std::function<void(PageStack&, const WaitBudget&)> await) {
  const StepScope& scope = wait.scope();
  return read_call(scope, wait.entry.key, {std::string(scope.step().kind->name), std::move(title)},
                   [await = std::move(await), timeout = scope.timeout()](PageStack& pages) {
                     await(pages, WaitBudget(timeout.count() > 0 ? timeout : pages.page().default_timeout()));
                   });
}

std::string quoted_title(std::string_view said) {
  return fmt::format("\"{}\"", said);
}

PlannedAction for_state(const Wait& wait, const std::string& word) {
  return waiting(wait, word, [word](PageStack& pages, const WaitBudget& within) {
    await_load_state(engine_of(pages.page()),
                     word == "commit"      ? LoadState::Committed
                     : word == "dom_ready" ? LoadState::DomReady
                                           : LoadState::Loaded,
                     within);
  });
}

// Waits for an event of the page since the last action began. `has_come` and `seen` are called with a moment, and the
// beginning of the case is 0.
void await_since_action(PageStack& pages, Milliseconds timeout, const std::string& what,
                        const std::function<bool(PageSession&, EventNumber)>& has_come,
                        const std::function<std::string(PageSession&, EventNumber)>& seen) {
  PageSession& page = engine_of(pages.page());
  const EventNumber since = pages.action_began();
  await_event(
      page, what, [&] { return has_come(page, since); },
      [&] { return seen(page, since) + (has_come(page, 0) ? "; there was one before the last action" : ""); },
      Negated::No, WaitBudget(timeout.count() > 0 ? timeout : pages.page().default_timeout()));
}

// Waits for an entry in the page's logs since the last action began.
template <typename Find, typename Describe>
PlannedAction for_event(const Wait& wait, const std::string& said, std::string what, Find find,
                        Describe describe_seen) {
  return waiting(wait, quoted_title(said), [=](PageStack& pages, const WaitBudget& within) {
    const auto has_come = [&](PageSession& page, EventNumber since) { return find(page, since) != nullptr; };
    await_since_action(pages, within.timeout, what, has_come, describe_seen);
  });
}

PlannedAction for_key(const Wait& wait) {
  const StepMap& map = wait.map;
  const std::string& key = wait.entry.key.text;
  const std::string& what = wait.what;
  if (what == "state") return for_state(wait, map.word(key, ""));
  if (what == "frames") {
    const int count = map.number(key, 1);
    return waiting(wait, fmt::format("{}", count), [count](PageStack& pages, const WaitBudget& within) {
      await_frame_count(engine_of(pages.page()), count, within);
    });
  }
  const std::string said = map.some_text(key);
  if (what == "url") {
    return waiting(wait, quoted_title(said), [said](PageStack& pages, const WaitBudget& within) {
      pages.page().wait_for_url(said, {within.timeout});
    });
  }
  const TextPattern pattern = *map.pattern(key);
  if (what == "console") {
    return for_event(
        wait, said, fmt::format("a console line \"{}\"", said),
        [pattern](PageSession& page, EventNumber since) { return find_console_line(page, pattern, since); },
        describe_console);
  }
  return for_event(
      wait, said, fmt::format("a page error \"{}\"", said),
      [pattern](PageSession& page, EventNumber since) { return find_page_error(page, pattern, since); },
      describe_page_errors);
}

// Parses a step whose argument is the value of its only key.
PlannedStep parse_named_wait(const StepScope& scope) {
  const StepSpec& kind = *scope.step().kind;
  ArgSpec key = kind.keys.front();
  key.name = kind.name;  // for messages
  YamlNode map;
  map.kind = YamlNode::Kind::Map;
  map.place = scope.entry().value.place;
  map.entries.push_back(scope.entry());
  const StepMap read(scope, map, {&key, 1}, StepMap::Unchecked{});
  const Wait wait{read, map.entries.front(), std::string(kind.keys.front().name)};
  PlannedStep step;
  step.actions.push_back(scope.entry().value.is_text() ? for_key(wait) : for_state(wait, "load"));
  return step;
}

PlannedStep parse_wait_for_network_idle(const StepScope& scope) {
  return look_step(scope, {"wait_for_network_idle"},
                   [timeout = scope.timeout()](PageStack& pages) { pages.page().network().wait_for_idle({timeout}); });
}

PlannedStep parse_expect_navigation(const StepScope& scope) {
  const std::string url = scope.entry().value.is_text() ? scope.text(scope.entry().value) : "*";
  return look_step(scope, {"expect_navigation", url == "*" ? "" : fmt::format("\"{}\"", url)},
                   [url, timeout = scope.timeout()](PageStack& pages) { pages.await_navigation(url, timeout); });
}

template <RequestSearch::Moment moment>
PlannedStep parse_expect_request(const StepScope& scope) {
  const std::string name(scope.step().kind->name);
  const RequestKeys request = read_request_keys(scope, scope.entry(), "'" + name + "'");
  return look_step(scope, {name, request.title}, [request, timeout = scope.timeout()](PageStack& pages) {
    const RequestSearch search(moment, request.url, request.pattern);
    await_since_action(
        pages, timeout, "a " + search.describe(),
        [&](PageSession& page, EventNumber since) { return search.find(page, since) != nullptr; },
        [&](PageSession& page, EventNumber since) { return search.describe_seen(page, since); });
  });
}

PlannedStep parse_expect_message(const StepScope& scope) {
  const MessageKeys message = read_message_keys(scope, scope.entry(), "'expect_message'");
  return look_step(scope, {"expect_message", message.title}, [message, timeout = scope.timeout()](PageStack& pages) {
    MessageSearch search(message.url, message.pattern, pages.action_began()), all(message.url, message.pattern, 0);
    await_since_action(
        pages, timeout, "a " + describe_message(message.url, message.pattern),
        [&](PageSession& page, EventNumber since) { return (since == 0 ? all : search).find(page).has_value(); },
        describe_messages);
  });
}

}  // namespace

std::vector<StepSpec> wait_steps() {
  using enum ArgumentShape;
  const std::vector<ArgSpec> keys = wait_keys();
  const auto key = [&](std::string_view name) {
    return std::vector<ArgSpec>{
        *std::find_if(keys.begin(), keys.end(), [&](const ArgSpec& one) { return one.name == name; })};
  };
  return {
      {"wait_for_load", OptionalText, "Waits until the page has loaded that far; by default completely.", "dom_ready",
       parse_named_wait, key("state")},
      {"wait_for_network_idle", Nothing, "Waits until no request has been under way for 500 ms.", "",
       parse_wait_for_network_idle},
      {"wait_for_url", Text, "Waits until the page's address matches.", "\"*/receipt\"", parse_named_wait, key("url")},
      {"wait_for_frames", Text, "Waits until this number of frames besides the main frame can be read.", "2",
       parse_named_wait, key("frames")},
      {"expect_request", TextOrMap, "Waits for a request that the last action caused.",
       "\"*/orders\"  or  { url: \"*/orders\", method: POST, body: { /items/0/name: Assam } }",
       parse_expect_request<RequestSearch::Moment::Sent>, request_keys()},
      {"expect_response", TextOrMap, "Waits for a response that arrived since the last action began.",
       "\"*/orders\"  or  { url: \"*/orders\", status: 201 }", parse_expect_request<RequestSearch::Moment::Answered>,
       request_keys()},
      {"expect_console", Text, "Waits for a console line that the last action caused.", "/saved/", parse_named_wait,
       key("console")},
      {"expect_page_error", Text, "Waits for a script's error that the last action caused.", "/is not a function/",
       parse_named_wait, key("page_error")},
      {"expect_message", TextOrMap, "Waits for a message of a WebSocket or an EventSource since the last action began.",
       "{ url: \"*/live\", json: { /type: order } }", parse_expect_message, message_keys()},
      {"expect_navigation", OptionalText,
       "Waits until the page has navigated since the last action began, also within its document.", "\"*/receipt\"",
       parse_expect_navigation},
  };
}

}  // namespace casement
