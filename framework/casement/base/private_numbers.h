// Numbers that are nobody else's business, in any text: hidden wherever text leaves the process. js/dom/secrets.js has
// the same rule for what must not leave the page; specs/bridge compares the two.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace casement {

// Card numbers by bullets and their last four digits (card_numbers.h), and US social security numbers by bullets alone,
// as "•••-••-••••": three, two and four digits with the same dash between them, in the ranges that are given out (not
// 000, 666 or 9xx; not 00; not 0000: Social Security Administration, POMS RM 10201.035). They stand by themselves: what
// letters, digits, underscores or further dashes go on with is some other number. Nothing where the text holds none.
std::optional<std::string> mask_private_numbers(std::string_view text);

}  // namespace casement
