// The buttons of a mouse and the keys that are held while it is used, with their words in flows and in Chrome's
// protocol.
#pragma once

#include <string_view>
#include <vector>

namespace casement {

enum class MouseButton { Left, Right, Middle, Back, Forward };
enum class Modifier { Alt, Control, Meta, Shift };

std::string_view word_of(MouseButton button);  // "left", "right", "middle", "back", "forward"
std::string_view word_of(Modifier modifier);   // "Alt", "Control", "Meta", "Shift"
// Throws Error{Usage} with the words there are for any other word.
MouseButton mouse_button_of(std::string_view word);
Modifier modifier_of(std::string_view word);
// The bits of DOM's UI Events §4.3.1 `buttons`: left 1, right 2, middle 4, back 8, forward 16.
int button_bit(MouseButton button);
// The bits that Chrome has for keys held during an event: Alt 1, Control 2, Meta 4, Shift 8.
int modifier_bits(const std::vector<Modifier>& modifiers);

}  // namespace casement
