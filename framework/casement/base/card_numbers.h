// Recognises card numbers in text and masks them. bridge/js/dom/secrets.js applies the same rule in the page;
// specs/bridge compares the two.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace casement {

// Whether the check digit of a string of digits is right (ISO/IEC 7812-1, annex B).
bool passes_luhn(std::string_view digits);

// Masks each card number: 13 to 19 digits that pass the Luhn check. Bullets in groups of four replace all but the last
// four digits: "•••• •••• •••• 4242". Spaces and dashes may separate groups of digits; a card number begins and ends
// with a whole group. Returns nothing if the text contains no card number.
std::optional<std::string> mask_card_numbers(std::string_view text);

}  // namespace casement
