// Reduces letters to a form without case, accents and width, so that texts can be compared whatever their typography.
#pragma once

#include <array>
#include <cstddef>

namespace casement {

// Writes the bare letters of the code point and returns their number: "ß" is "ss", "É" is "e", "Ａ" and "ａ" are "a".
// Returns 0 for a combining mark. A code point without a bare form is returned unchanged.
std::size_t bare_letters(char32_t code, std::array<char32_t, 3>& letters);

}  // namespace casement
