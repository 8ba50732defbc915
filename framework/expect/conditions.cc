#include "casement/expect/conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "casement/act/change_watch.h"
#include "casement/base/text.h"
#include "casement/cdp/protocol_error.h"
#include "casement/snapshot/text_pattern.h"

namespace casement {
namespace {

constexpr std::size_t kLongestSeen = 300;

std::string in_quotes(std::string_view text) { return dump_json(Json(shorten(text, kLongestSeen))); }

// What the page says of the one element; nothing, and why in `missing`, where there is not one.
std::optional<Json> inspect_one(PageTarget& page, const Target& target, Deadline deadline,
                                Observation& missing) {
  const SearchResult result = search(page, target, deadline);
  if (result.found.size() > 1) throw_ambiguous(page, target, result.found, deadline);
  if (result.found.empty()) {
    missing.seen = "nothing matches it";
    return {};
  }
  const Located& element = result.found.front();
  Json seen = page.call_bridge(element.frame, {"inspect", Json::array({element.ref})}, deadline);
  if (seen.is_null()) {
    missing.seen = "it has left its document";
    return {};
  }
  return seen;
}

bool has_state(const Json& element, std::string_view state) {
  const Json& states = element.at("states");
  return std::any_of(states.begin(), states.end(), [&](const Json& one) {
    const std::string text = one.get<std::string>();
    return text == state || (text.starts_with(state) && text.size() > state.size() &&
                             text[state.size()] == '=' && !text.ends_with("=false"));
  });
}

bool is_in_state(const Json& element, std::string_view state) {
  if (state == "visible") return element.value("visible", false);
  if (state == "hidden") return !element.value("visible", false);
  if (state == "enabled") return !has_state(element, "disabled");
  if (state == "unchecked") return !element.value("checked", false);
  if (state == "editable") return element.value("editable", false);
  if (state == "focused") return element.value("focused", false);
  if (state == "empty") return element.value("empty", false);
  if (state == "collapsed") return has_state(element, "expanded") == false;
  if (state == "checked") return element.value("checked", false);
  return has_state(element, state);
}

std::string describe_states(const Json& element) {
  std::string text;
  for (const Json& state : element.at("states")) text += " [" + state.get<std::string>() + "]";
  if (!element.value("visible", false)) text += " [hidden]";
  return text.empty() ? "it has no state of note" : "it is" + text;
}

}  // namespace

void await_condition(PageTarget& page, const Expected& expected, Deadline deadline,
                     const std::function<Observation()>& look) {
  const std::string patience = describe_duration(deadline.when() - Deadline::Clock::now());
  std::optional<ChangeWatch> watch;  // the first look goes without: mostly it suffices
  Observation last;
  for (;;) {
    if (watch) watch->arm();
    try {
      last = look();
      if (last.holds) return;
    } catch (const Error& error) {
      const bool came_too_late = error.kind() == ErrorKind::Timeout && deadline.expired();
      if ((!cdp::means_gone(error) && !came_too_late) || page.closed()) throw;
      if (last.seen.empty()) last.seen = error.message();
    }
    if (deadline.expired()) break;
    if (!watch) {
      watch.emplace(page);
      continue;
    }
    watch->wait(deadline);
  }
  std::string message = fmt::format("expected {} within {}", expected.what,
                                    patience);
  if (!last.seen.empty()) message += ", but " + last.seen;
  std::vector<std::string> trail;
  if (expected.target != nullptr) trail = explain_no_match(page, *expected.target);
  throw Error(ErrorKind::Assertion, message, std::move(trail));
}

Observation look_shown(PageTarget& page, const Target& target, bool negated, Deadline deadline) {
  const SearchResult result = search(page, target, deadline);
  if (!negated && result.found.size() > 1) throw_ambiguous(page, target, result.found, deadline);
  std::size_t shown = 0;
  for (const Located& element : result.found) {
    const Json seen =
        page.call_bridge(element.frame, {"inspect", Json::array({element.ref})}, deadline);
    if (!seen.is_null() && seen.value("visible", false)) ++shown;
  }
  if (negated) return {shown == 0, shown == 1 ? "it is shown" : fmt::format("{} of it are shown", shown)};
  return {shown == 1, result.found.empty() ? "nothing matches it" : "it is hidden"};
}

Observation look_count(PageTarget& page, const Target& target, int count, bool negated,
                       Deadline deadline) {
  const std::size_t found = search(page, target, deadline).found.size();
  return {(found == static_cast<std::size_t>(count)) != negated, fmt::format("there are {}", found)};
}

const std::vector<std::string>& known_states() {
  static const std::vector<std::string> states{
      "checked", "collapsed", "disabled", "editable", "empty",    "enabled",   "expanded", "focused",
      "hidden",  "invalid",   "pressed",  "readonly", "required", "selected", "unchecked", "visible"};
  return states;
}

Observation look_state(PageTarget& page, const Target& target, std::string_view state, bool negated,
                       Deadline deadline) {
  const std::vector<std::string>& known = known_states();
  if (!std::binary_search(known.begin(), known.end(), state)) {
    const std::string nearest = nearest_word(state, known);
    throw Error(ErrorKind::Usage,
                fmt::format("unknown state '{}'{}", state,
                            nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest)));
  }
  Observation observation;
  const auto element = inspect_one(page, target, deadline, observation);
  if (!element) {
    // What is not there is hidden too.
    observation.holds = (state == "hidden" && !negated) || (state == "visible" && negated);
    return observation;
  }
  return {is_in_state(*element, state) != negated, describe_states(*element)};
}

Observation look_text(PageTarget& page, const Target& target, const TextPattern& text, bool negated,
                      Deadline deadline) {
  Observation observation;
  const auto element = inspect_one(page, target, deadline, observation);
  if (!element) return observation;
  const std::string seen = element->value("text", std::string());
  return {TextMatcher(text).matches(seen) != negated, "its text is " + in_quotes(seen)};
}

Observation look_value(PageTarget& page, const Target& target, const TextPattern& value,
                       bool negated, Deadline deadline) {
  Observation observation;
  const auto element = inspect_one(page, target, deadline, observation);
  if (!element) return observation;
  if (element->at("value").is_null()) return {false, "it is a control without a value"};
  const TextMatcher matcher(value);
  const std::string seen = element->value("value", std::string());
  // A list's value may be said as people see it, too.
  const bool by_label = element->at("label").is_string() &&
                        matcher.matches(element->at("label").get<std::string>());
  const bool holds = (matcher.matches(seen) || by_label) != negated;
  return {holds, element->value("secret", false) ? "its (secret) value is another"
                                                 : "its value is " + in_quotes(seen)};
}

Observation look_url(PageTarget& page, std::string_view glob, bool negated) {
  const cdp::Connection::Turn turn(page.connection());
  const std::string& url = page.frames().main().url;
  return {glob_match(glob, url) != negated, "it is " + in_quotes(url)};
}

Observation look_title(PageTarget& page, const TextPattern& title, bool negated, Deadline deadline) {
  const Json seen = page.evaluate("document.title", deadline);
  const std::string text = seen.is_string() ? seen.get<std::string>() : "";
  return {TextMatcher(title).matches(text) != negated, "it is " + in_quotes(text)};
}

}  // namespace casement
