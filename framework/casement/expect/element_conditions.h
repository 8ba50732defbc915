// What can be expected of the one element that a target names: each condition says which facts it
// needs of the element, and judges them.
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
  // What it means that there is no such element; nothing: it is neither so nor otherwise.
  std::optional<bool> if_absent = std::nullopt;
};

// All words for states, sorted.
const std::vector<std::string>& known_states();

// What can be expected of one element, under the name that it has in flows, reports and the C++ API. From these rows
// flows take their keys (reader, schema, `check`, `explain`), and `PageExpectation::element` its condition.
struct ElementExpectationKind {
  enum class Takes {         // its argument, and what of `ElementArgument` that fills
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
  // Throws Error{Usage} or Error{Authoring} for an argument that cannot be.
  ElementCondition (*condition)(const ElementArgument& argument);
  // Reports of C++ calls leave the patterns out: what a control or an attribute holds may be a secret.
  bool hides_patterns = false;
};
std::span<const ElementExpectationKind> element_expectations();
// The row of this name. Throws Error{Usage} where there is none.
const ElementExpectationKind& element_expectation(std::string_view name);
// The argument as reports of C++ calls show it, as far as they may; "" for nothing.
std::string describe(const ElementExpectationKind& expectation, const ElementArgument& argument);

// Waits until the one element that matches is so (or, negated, is not so). Throws
// Error{Assertion}; Error{Ambiguous} at once where several elements match; what `locate_ref` throws
// for a ref.
void await_element(PageSession& page, const Target& target, const ElementCondition& condition, Negated negated,
                   const WaitBudget& within);

// Exactly one visible element matches; or, of `await_hidden`, none.
void await_shown(PageSession& page, const Target& target, const WaitBudget& within);
void await_hidden(PageSession& page, const Target& target, const WaitBudget& within);
// Whether this very moment some element that matches is visible.
bool is_shown(PageSession& page, const Target& target, Deadline deadline);
// The facts of the one element this very moment; nothing, and why in `why_not`, where there is not
// exactly one. Throws what `locate_ref` throws for a ref.
std::optional<Json> facts_now(PageSession& page, const Target& target, const Json& ask, Deadline deadline,
                              std::string& why_not);
// So many elements match.
void await_count(PageSession& page, const Target& target, int count, Negated negated, const WaitBudget& within);

}  // namespace casement
