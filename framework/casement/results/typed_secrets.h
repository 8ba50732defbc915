// What a flow types and nobody should read in a report, though it is no declared secret: card and social security
// numbers, and codes that are typed into a field for them, such as "One-time code". A snapshot knows such fields by the
// page; here there is the flow's own text alone.
#pragma once

#include <string>
#include <string_view>

namespace casement::results {

// Whether a target or the name of a variable speaks of a security code, a one-time code or a PIN.
bool names_a_code(std::string_view words);

// The line with bullets in place of card numbers but for their last four digits, and, where it names a code, of each
// number of 3 to 8 digits.
std::string hide_typed(std::string_view line);

}  // namespace casement::results
