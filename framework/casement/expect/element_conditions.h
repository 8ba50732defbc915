// Conditions on the one element that a target names. Each condition names the facts that it needs about the element,
// and judges the facts.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "casement/expect/conditions.h"
#include "casement/expect/element_argument.h"
#include "casement/expect/element_state.h"

namespace casement {

enum class Negated { No, Yes };

struct ElementCondition {
  std::string of;             // before the target in a message: "the text of "
  std::string to;             // after it: "be \"Pay\""
  Json ask = Json::object();  // the facts, in the words of facts.js
  std::function<Observation(const Json& facts)> judge;
  // Whether the condition holds if no element matches; unset if it can be neither true nor false then.
  std::optional<bool> if_absent = std::nullopt;
};

// Returns all words for states, sorted.
const std::vector<std::string>& known_states();

// A kind of expectation of one element, under its name in flows, reports and the C++ API. Flows take their keys from
// these rows (reader, schema, `check`, `explain`), and `PageExpectation::element` takes its condition.
struct ElementExpectationKind {
  enum class Takes {         // the members of `ElementArgument` that it reads
    State,                   // the word is one of known_states()
    Role,                    // the word is a role
    Words,                   // the word is any text but an empty one
    Pattern,                 // one pattern
    Patterns,                // any number of patterns, in their order
    NamedPattern,            // the word is a name, and one pattern
    NamedPatternOrNameAlone  // the word is a name, and one pattern or none
  };
  std::string_view name;
  Takes takes;
  std::string_view help;  // a few words
  // Throws Error{Usage} or Error{Authoring} for an invalid argument.
  ElementCondition (*condition)(const ElementArgument& argument);
  // Reports of C++ calls leave the patterns out, because the content of a control or an attribute may be a secret.
  bool hides_patterns = false;
};
std::span<const ElementExpectationKind> element_expectations();
// The row of this name. Throws Error{Usage} if there is none.
const ElementExpectationKind& element_expectation(std::string_view name);
// The argument as reports of C++ calls show it, without secrets; "" for none.
std::string describe(const ElementExpectationKind& expectation, const ElementArgument& argument);

// Waits until the condition holds for the one element that matches (or, negated, does not hold). Throws
// Error{Assertion}; Error{Ambiguous} at once if several elements match, unless the wait also succeeds without any
// match; the errors of `locate_ref` for a ref.
void await_element(PageSession& page, const Target& target, const ElementCondition& condition, Negated negated,
                   const WaitBudget& within);

// Waits until exactly one visible element matches or, for `await_hidden`, none. `await_shown` throws Error{Ambiguous}
// at once if several visible elements match.
void await_shown(PageSession& page, const Target& target, const WaitBudget& within);
void await_hidden(PageSession& page, const Target& target, const WaitBudget& within);
// Whether a visible element matches at this moment.
bool is_shown(PageSession& page, const Target& target, Deadline deadline);
// Returns the facts of the one element at this moment. If not exactly one element matches, returns nothing and sets
// `why_not`. Throws the errors of `locate_ref` for a ref.
std::optional<Json> facts_now(PageSession& page, const Target& target, const Json& ask, Deadline deadline,
                              std::string& why_not);
// Waits until `count` elements match (or, negated, another number). Throws Error{Usage} for a negative count.
void await_count(PageSession& page, const Target& target, int count, Negated negated, const WaitBudget& within);

}  // namespace casement
