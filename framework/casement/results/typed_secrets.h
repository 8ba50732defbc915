// Masks secrets that a flow types but does not declare: card and social security numbers, and codes typed into a field
// such as "One-time code". A snapshot recognises such fields by the page; here only the flow's own text is known.
#pragma once

#include <string>
#include <string_view>

namespace casement::results {

// Whether a target or a variable name refers to a security code, a one-time code or a PIN.
bool names_a_code(std::string_view words);

// Returns the line with bullets in place of card and social security numbers (a card's last four digits stay). If the
// line names a code, each number of 3 to 8 digits is masked too.
std::string hide_typed(std::string_view line);

}  // namespace casement::results
