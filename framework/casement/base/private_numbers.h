// Masks card numbers and social security numbers in any text that leaves the process. bridge/js/dom/secrets.js applies
// the same rule in the page; specs/bridge compares the two.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace casement {

// Masks card numbers with bullets and their last four digits (card_numbers.h), and US social security numbers with
// bullets only: "•••-••-••••". A social security number has three, two and four digits with the same dash between them,
// in the ranges that are issued (not 000, 666 or 9xx; not 00; not 0000: Social Security Administration, POMS RM
// 10201.035). A number next to letters, digits, underscores or further dashes is not masked. Returns nothing if the
// text contains no such number.
std::optional<std::string> mask_private_numbers(std::string_view text);

}  // namespace casement
