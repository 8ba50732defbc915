// Card numbers in text: how they are recognised among other numbers, and hidden. js/dom/secrets.js has the same rule
// for what must not leave the page; specs/bridge compares the two.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace casement {

// Whether a string of digits has a right check digit (ISO/IEC 7812-1, annex B).
bool passes_luhn(std::string_view digits);

// Replaces each run of 13 to 19 digits that passes the Luhn check by bullets in groups of four and
// the last four digits: "•••• •••• •••• 4242". Spaces and dashes may stand between digits; in a
// longer run the check is made from one such border to another. Nothing where there is none.
std::optional<std::string> mask_card_numbers(std::string_view text);

}  // namespace casement
