// Keys on a US layout, by their names in the UI Events standard (KeyboardEvent key and code values).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace casement {

struct Key {
  std::string key;   // KeyboardEvent.key, e.g. "Enter", "a"
  std::string code;  // KeyboardEvent.code, e.g. "Enter", "KeyA"
  int key_code = 0;  // the legacy keyCode, which pages still read
  std::string text;  // text that the key types, "" if none
  int location = 0;
  bool shift = false;  // Shift is held to type it
};

// Returns the key with this name ("Enter", "ArrowLeft", "a", "%"), at this place ("KeyA", "Digit1", "NumpadEnter"), or
// for one character of any alphabet; otherwise nothing.
std::optional<Key> find_key(std::string_view name);

// Returns the key that types this character, or nothing if the layout has no such key.
std::optional<Key> key_for_character(std::string_view character);

// Returns the key, and what it types, while Shift is held: "a" → "A", "1" → "!".
Key with_shift(Key key);

// Splits a chord such as "Control+Shift+A" into its keys: modifiers first, in order, then the key. Throws Error{Usage}
// for an unknown key, with the nearest known one, and for a key before the last that is no modifier.
std::vector<Key> parse_chord(std::string_view chord);

// Returns CDP's bit of a modifier key, 0 for other keys.
int modifier_bit(const Key& key);

}  // namespace casement
