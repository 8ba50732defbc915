// What can be expected of the one element that a target names: each condition says which facts it
// needs of the element, and judges them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/expect/conditions.h"

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

// States: attached checked collapsed detached disabled editable empty enabled expanded focused hidden
// in_viewport invalid pressed readonly required selected unchecked visible. Throws Error{Usage} for
// another word, with the nearest known one.
ElementCondition has_state(std::string_view state);
// All of them, sorted.
const std::vector<std::string>& known_states();

// Text that a person sees in it, white-space-normalised.
ElementCondition has_text(const TextPattern& text);
// Of a control; a list's value may be said as people see it, too. Passwords are compared in the page.
ElementCondition has_value(const TextPattern& value);
// Of a list: all that is chosen, in the list's order, by value or label.
ElementCondition has_values(const std::vector<TextPattern>& values);
// The attribute as written; without a pattern, that it is there at all.
ElementCondition has_attribute(const std::string& name, const std::optional<TextPattern>& value);
// All of these words, white space between them, are in its class list.
ElementCondition has_class(std::string_view classes);
// The computed value, e.g. "rgb(255, 0, 0)". A look throws Error{Usage} where Chrome has no such
// property.
ElementCondition has_css(const std::string& property, const TextPattern& value);
// Accessible name and description, and the role.
ElementCondition has_name(const TextPattern& name);
ElementCondition has_description(const TextPattern& description);
ElementCondition has_role(const std::string& role);

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
