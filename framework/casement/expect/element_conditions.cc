#include "casement/expect/element_conditions.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/base/text.h"
#include "casement/expect/evidence.h"
#include "casement/snapshot/mask.h"
#include "casement/target/text_pattern.h"

namespace casement {
namespace {

// Returns a value in quotes, with private numbers masked.
std::string safely_quoted(const std::string& value) {
  return quote_seen(mask_private_numbers(value).value_or(value));
}

Json pattern_json(const TextPattern& wanted) {
  const TextPattern pattern = as_script(wanted);
  return {{"text", pattern.text}, {"regex", pattern.is_regex}, {"flags", pattern.flags}};
}

bool is_marked(const Json& facts, std::string_view state) {
  const Json& states = facts.at("states");
  return std::any_of(states.begin(), states.end(), [&](const Json& one) {
    const std::string text = one.get<std::string>();
    return text == state || (text.starts_with(state) && text.size() > state.size() && text[state.size()] == '=' &&
                             !text.ends_with("=false"));
  });
}

std::string describe_states(const Json& facts) {
  std::string text;
  for (const Json& state : facts.at("states")) text += " [" + state.get<std::string>() + "]";
  if (!facts.value("visible", true)) text += " [hidden]";
  text = text.empty() ? "it has none of the known states" : "it is" + text;
  const bool fails_alone = facts.value("failsCheck", false) && !is_marked(facts, "invalid");
  return fails_alone ? text + "; only the browser's own check fails, see css=:invalid" : text;
}

const TextPattern& only_pattern(const ElementArgument& argument) {
  if (argument.patterns.size() == 1) return argument.patterns.front();
  throw Error(ErrorKind::Usage, "this expectation compares with one pattern");
}

// A condition on one fact that is a text.
ElementCondition has_text_fact(std::string fact, std::string of, const TextPattern& pattern) {
  const TextMatcher matcher(pattern);
  const auto judge = [fact, of, matcher](const Json& facts) {
    const std::string seen = facts.at(fact).get<std::string>();
    return Observation{matcher.matches(seen), fmt::format("its {} is {}", of, quote_seen(seen))};
  };
  return {"the " + of + " of ", "be " + describe(pattern), {{fact, true}}, judge};
}

// Looks once at the elements of a target. If `may_be_absent`, a ref whose document has gone matches nothing.
SearchResult look_for(PageSession& page, const Target& target, const Json& question, Deadline deadline,
                      bool may_be_absent, WaitsForFrames waits, Deadline wait_until) {
  try {
    return find_with_facts(page, target, question, deadline, waits, wait_until);
  } catch (const Error& error) {
    if (may_be_absent && error.kind() == ErrorKind::StaleRef) return {};
    throw;
  }
}

// Returns null for a ref whose document has gone if `may_be_absent`, because nothing can change any more.
Json question_for(PageSession& page, const Target& target, const Json& ask, bool may_be_absent) {
  try {
    return question_about(page, target, ask, Unseen::CountedAlone);
  } catch (const Error& error) {
    if (may_be_absent && error.kind() == ErrorKind::StaleRef) return nullptr;
    throw;
  }
}

std::size_t count_shown(const SearchResult& result) {
  return static_cast<std::size_t>(std::count_if(result.facts.begin(), result.facts.end(),
                                                [](const Json& facts) { return facts.value("visible", false); }));
}

// An absence is certain only if every frame was searched.
Observation known_by(const SearchResult& result, Observation seen) {
  if (!seen.holds || result.unread.empty()) return seen;
  return {false, "the element may be in a frame that could not be searched: " + join(result.unread, "; ")};
}

const Json kVisible{{"visible", true}};

}  // namespace

std::string_view word_of(ElementState state) {
  return known_states().at(static_cast<std::size_t>(state));
}

const std::vector<std::string>& known_states() {
  // In the order of ElementState.
  static const std::vector<std::string> states{"attached", "checked",     "collapsed", "detached", "disabled",
                                               "editable", "empty",       "enabled",   "expanded", "focused",
                                               "hidden",   "in_viewport", "invalid",   "pressed",  "readonly",
                                               "required", "selected",    "unchecked", "visible"};
  return states;
}

namespace {

ElementCondition has_state(const ElementArgument& argument) {
  const std::vector<std::string>& known = known_states();
  const std::string& state = argument.word;
  if (!std::binary_search(known.begin(), known.end(), state)) {
    const std::string nearest = nearest_word(state, known);
    throw Error(ErrorKind::Usage, fmt::format("unknown state '{}'{}", state,
                                              nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest)));
  }
  const auto condition = [&](Json ask, std::function<bool(const Json&)> holds, std::optional<bool> if_absent = {}) {
    ask["states"] = ask["visible"] = true;  // for the message
    return ElementCondition{
        "", "be " + state, std::move(ask),
        [holds = std::move(holds)](const Json& facts) { return Observation{holds(facts), describe_states(facts)}; },
        if_absent};
  };
  const auto flag = [](const char* fact, bool wanted = true) {
    return [fact, wanted](const Json& facts) { return facts.at(fact).get<bool>() == wanted; };
  };
  const auto marked = [](std::string word, bool wanted = true) {
    return [word, wanted](const Json& facts) { return is_marked(facts, word) == wanted; };
  };
  if (state == "visible") return condition({}, flag("visible"), false);
  if (state == "hidden") return condition({}, flag("visible", false), true);
  if (state == "attached" || state == "detached") {
    const bool attached = state == "attached";
    return {"", "be " + state, Json::object(),
            [attached](const Json&) { return Observation{attached, "it is in its document"}; }, !attached};
  }
  if (state == "in_viewport") {
    return {"",
            "be in the viewport",
            {{"inViewport", true}},
            [](const Json& facts) {
              return Observation{facts.value("inViewport", 0.0) > 0, facts.value("inViewport", 0.0) > 0
                                                                         ? "it is in the viewport"
                                                                         : "it is outside of the viewport"};
            },
            false};
  }
  if (state == "enabled") return condition({}, marked("disabled", false));
  if (state == "collapsed") return condition({}, marked("expanded", false));
  if (state == "checked") return condition({{"checked", true}}, flag("checked"));
  if (state == "unchecked") return condition({{"checked", true}}, flag("checked", false));
  if (state == "editable") return condition({{"editable", true}}, flag("editable"));
  if (state == "focused") return condition({{"focused", true}}, flag("focused"));
  if (state == "invalid") return condition({{"failsCheck", true}}, marked(state));
  if (state == "empty") {
    ElementCondition empty = condition({{"empty", true}}, flag("empty"));
    empty.judge = [](const Json& facts) {
      const bool holds = facts.at("empty").get<bool>();
      return Observation{holds, holds ? "it is empty" : "it is not empty"};
    };
    return empty;
  }
  return condition({}, marked(state));
}

ElementCondition has_text(const ElementArgument& argument) {
  return has_text_fact("text", "text", only_pattern(argument));
}

ElementCondition has_name(const ElementArgument& argument) {
  return has_text_fact("name", "accessible name", only_pattern(argument));
}

ElementCondition has_description(const ElementArgument& argument) {
  return has_text_fact("description", "accessible description", only_pattern(argument));
}

ElementCondition has_role(const ElementArgument& argument) {
  const std::string& role = argument.word;
  return {"the role of ", "be " + role, {{"role", true}}, [role](const Json& facts) {
            const std::string seen = facts.at("role").get<std::string>();
            return Observation{seen == role, "its role is " + seen};
          }};
}

// The value of a list also matches by its visible label. Passwords are compared in the page.
ElementCondition has_value(const ElementArgument& argument) {
  const TextPattern& pattern = only_pattern(argument);
  const TextMatcher matcher(pattern);
  return {"the value of ", "be " + describe(pattern), {{"value", pattern_json(pattern)}}, [matcher](const Json& facts) {
            const Json& value = facts.at("value");
            if (value.is_null()) return Observation{false, "it is not a control with a value"};
            const std::string shown = "its value is " + safely_quoted(value.at("shown"));
            if (value.contains("matches")) return Observation{value["matches"].get<bool>(), shown};
            const bool by_label = value.at("label").is_string() && matcher.matches(value["label"].get<std::string>());
            return Observation{by_label || matcher.matches(value.at("value").get<std::string>()), shown};
          }};
}

// All chosen options of a list, in the list's order, by value or label.
ElementCondition has_values(const ElementArgument& argument) {
  const std::vector<TextPattern>& patterns = argument.patterns;
  std::vector<TextMatcher> matchers(patterns.begin(), patterns.end());
  std::vector<std::string> words;
  for (const TextPattern& pattern : patterns) words.push_back(describe(pattern));
  const std::string wanted = words.empty() ? "nothing" : join(words, ", ");
  return {"what is chosen in ", "be " + wanted, {{"values", true}}, [matchers](const Json& facts) {
            const Json& values = facts.at("values");
            if (values.is_null()) return Observation{false, "it is not a select element"};
            std::vector<std::string> seen;
            bool holds = values.size() == matchers.size();
            for (std::size_t i = 0; i < values.size(); ++i) {
              const std::string value = values[i].at("value"), label = values[i].at("label");
              seen.push_back(quote_seen(label));
              holds = holds && (matchers[i].matches(value) || matchers[i].matches(label));
            }
            return Observation{holds,
                               seen.empty() ? "nothing is" : join(seen, ", ") + (seen.size() == 1 ? " is" : " are")};
          }};
}

// The attribute as written. Without a pattern, the attribute only has to exist.
ElementCondition has_attribute(const ElementArgument& argument) {
  const std::string& name = argument.word;
  const TextPattern* const value = argument.patterns.empty() ? nullptr : &argument.patterns.front();
  ElementCondition condition{
      "the attribute " + name + " of ", value ? "be " + describe(*value) : "be there", {{"attribute", name}}, nullptr};
  const auto matcher = value ? std::optional<TextMatcher>(*value) : std::nullopt;
  condition.judge = [name, matcher](const Json& facts) {
    const Json& seen = facts.at("attribute");
    if (seen.is_null()) return Observation{false, "it has none"};
    const std::string text = seen.get<std::string>();
    return Observation{!matcher || matcher->matches(text), "it is " + safely_quoted(text)};
  };
  return condition;
}

// The class list contains all of these words, which are separated by white space.
ElementCondition has_classes(const ElementArgument& argument) {
  const std::string wanted = collapse_white_space(argument.word);
  if (wanted.empty()) throw Error(ErrorKind::Usage, "a class to expect needs a name");
  return {"the classes of ", "include " + wanted, {{"classes", true}}, [wanted](const Json& facts) {
            const Json& seen = facts.at("classes");
            std::vector<std::string> have = seen.get<std::vector<std::string>>();
            bool all = true;
            for (std::size_t at = 0; at < wanted.size();) {
              const std::size_t end = std::min(wanted.find(' ', at), wanted.size());
              const std::string word = wanted.substr(at, end - at);
              all = all && std::find(have.begin(), have.end(), word) != have.end();
              at = end + 1;
            }
            return Observation{all, have.empty() ? "it has none" : "they are " + quote_seen(join(have, " "))};
          }};
}

// The computed value. A colour in an expected text may have any notation. A look throws Error{Usage} if Chrome has no
// such property.
ElementCondition has_css(const ElementArgument& argument) {
  const std::string& property = argument.word;
  const TextPattern& value = only_pattern(argument);
  const TextMatcher matcher(value);
  return {"the CSS " + property + " of ",
          "be " + describe(value),
          {{"css", {{"property", property}, {"wanted", value.is_regex ? Json() : Json(value.text)}}}},
          [property, matcher](const Json& facts) {
            if (facts.at("css").is_null()) {
              throw Error(ErrorKind::Usage, fmt::format("there is no CSS property '{}'", property));
            }
            const std::string seen = facts.at("css").at("value").get<std::string>();
            return Observation{matcher.matches(seen) || facts.at("css").at("isSame") == true,
                               "it is " + quote_seen(seen)};
          }};
}

}  // namespace

std::span<const ElementExpectationKind> element_expectations() {
  using enum ElementExpectationKind::Takes;
  static const ElementExpectationKind rows[] = {
      {"state", State, "the element's state", has_state},
      {"text", Pattern, "the visible text", has_text},
      {"value", Pattern, "the value of a control", has_value, true},
      {"values", Patterns, "all selected options, by label or value, in order", has_values, true},
      {"attribute", NamedPatternOrNameAlone, "an attribute's name, or names with their values", has_attribute, true},
      {"css_class", Words, "has all these classes", has_classes},
      {"css", NamedPattern, "computed values, e.g. { color: red }; colours in any notation", has_css},
      {"name", Pattern, "the accessible name", has_name},
      {"description", Pattern, "the accessible description", has_description},
      {"role", Role, "the role", has_role},
  };
  return rows;
}

const ElementExpectationKind& element_expectation(std::string_view name) {
  const std::span<const ElementExpectationKind> rows = element_expectations();
  const auto found = std::ranges::find(rows, name, &ElementExpectationKind::name);
  if (found != rows.end()) return *found;
  throw Error(ErrorKind::Usage, fmt::format("unknown expectation '{}' of an element", name));
}

std::string describe(const ElementExpectationKind& expectation, const ElementArgument& argument) {
  std::vector<std::string> words;
  if (!argument.word.empty()) words.push_back(argument.word);
  if (!expectation.hides_patterns) {
    for (const TextPattern& pattern : argument.patterns) words.push_back(describe(pattern));
  }
  return join(words, " ");
}

void await_element(PageSession& page, const Target& target, const ElementCondition& condition, Negated negated,
                   const WaitBudget& within) {
  const bool is_negated = negated == Negated::Yes;
  const bool may_be_absent = condition.if_absent.has_value();
  // If the absence of all matches is expected, several matches are not ambiguous: no match may be left.
  const bool all_must = may_be_absent && *condition.if_absent != is_negated;
  const Json question = question_for(page, target, condition.ask, may_be_absent);
  Expectation expected;
  expected.what = fmt::format("{}{} {} {}", condition.of, target.text(), is_negated ? "not to" : "to", condition.to);
  expected.target = &target;
  expected.question = question;
  expected.wants_none = all_must;
  await_condition(page, expected, within, [&](Deadline by) -> Observation {
    const SearchResult result =
        question.is_null()
            ? SearchResult{}
            : look_for(page, target, question, by, may_be_absent,
                       all_must ? WaitsForFrames::Always : WaitsForFrames::WhereOneMatches, within.deadline);
    if (result.found.empty()) {
      return known_by(result, {may_be_absent && *condition.if_absent != is_negated,
                               target.is_ref() ? "it has left its document" : "nothing matches it"});
    }
    if (result.found.size() > 1 && !all_must) throw_ambiguous(page, target, result.found, by);
    Observation seen;
    for (const Json& facts : result.facts) {
      seen = condition.judge(facts);
      seen.holds = seen.holds != is_negated;
      if (!seen.holds) break;
    }
    return all_must ? known_by(result, std::move(seen)) : seen;
  });
}

void await_shown(PageSession& page, const Target& target, const WaitBudget& within) {
  const Json question = question_about(page, target, kVisible, Unseen::CountedAlone);
  await_condition(page, {target.text() + " to be shown", &target, question}, within, [&](Deadline by) -> Observation {
    const SearchResult result =
        find_with_facts(page, target, question, by, WaitsForFrames::WhereOneMatches, within.deadline);
    const std::size_t shown = count_shown(result);
    if (shown > 1) throw_ambiguous(page, target, result.found, by);
    return {shown == 1, result.found.empty() ? "nothing matches it" : "it is hidden"};
  });
}

void await_hidden(PageSession& page, const Target& target, const WaitBudget& within) {
  const Json question = question_for(page, target, kVisible, true);
  if (question.is_null()) return;
  Expectation expected{target.text() + " to be gone", &target, question};
  expected.wants_none = true;
  await_condition(page, expected, within, [&](Deadline by) -> Observation {
    const SearchResult result =
        look_for(page, target, question, by, true, WaitsForFrames::WhereNoneMatches, within.deadline);
    const std::size_t shown = count_shown(result);
    return known_by(result, {shown == 0, shown == 1 ? "it is shown" : fmt::format("{} of it are shown", shown)});
  });
}

bool is_shown(PageSession& page, const Target& target, Deadline deadline) {
  const Json question = question_about(page, target, kVisible, Unseen::CountedAlone);
  return count_shown(find_with_facts(page, target, question, deadline)) > 0;
}

std::optional<Json> facts_now(PageSession& page, const Target& target, const Json& ask, Deadline deadline,
                              std::string& why_not) {
  const Json question = question_about(page, target, ask, Unseen::CountedAlone);
  const SearchResult result =
      find_with_facts(page, target, question, deadline, WaitsForFrames::WhereOneMatches, deadline);
  if (result.found.size() == 1) return result.facts.front();
  why_not = result.found.empty() ? target.text() + " matches nothing"
                                 : fmt::format("{} matches {} elements", target.text(), result.found.size());
  return std::nullopt;
}

void await_count(PageSession& page, const Target& target, int count, Negated negated, const WaitBudget& within) {
  if (count < 0) throw Error(ErrorKind::Usage, fmt::format("a count of elements must be 0 or more, not {}", count));
  const Json question = question_about(page, target, Json::object(), Unseen::LeftOut);
  const bool is_negated = negated == Negated::Yes;
  await_condition(page,
                  {fmt::format("{}{} of {}", is_negated ? "other than " : "", count, target.text()), &target, question},
                  within, [&](Deadline by) -> Observation {
                    const SearchResult result =
                        find_with_facts(page, target, question, by, WaitsForFrames::Always, within.deadline);
                    const std::size_t found = result.found.size();
                    const Observation seen{(found == static_cast<std::size_t>(count)) != is_negated,
                                           found == 1 ? "there is 1" : fmt::format("there are {}", found)};
                    // If there are too many already, frames that were not searched cannot make the number true.
                    return found > static_cast<std::size_t>(count) ? seen : known_by(result, seen);
                  });
}

}  // namespace casement
