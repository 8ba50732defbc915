// Keys by name, as the UI Events standard names them (UI Events KeyboardEvent key and code values),
// on a US layout.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace casement {

struct Key {
  std::string key;   // KeyboardEvent.key, e.g. "Enter", "a"
  std::string code;  // KeyboardEvent.code, e.g. "Enter", "KeyA"
  int key_code = 0;  // the legacy keyCode that pages still read
  std::string text;  // what it types, "" for nothing
  int location = 0;
  bool shift = false;  // typed with Shift held
};

// The key of this name ("Enter", "ArrowLeft", "a", "%"), of this place ("KeyA", "Digit1", "NumpadEnter"), or of this
// one character of any alphabet; or nothing.
std::optional<Key> find_key(std::string_view name);

// The key that types this one character, or nothing where no key of the layout does.
std::optional<Key> key_for_character(std::string_view character);

// The key as it is, and types, while Shift is held: "a" → "A", "1" → "!".
Key with_shift(Key key);

// A chord such as "Control+Shift+A", split and looked up: modifiers first, in order, then the key.
// Throws Error{Usage} naming the unknown key and the nearest known one.
std::vector<Key> parse_chord(std::string_view chord);

// CDP's modifier bit of a modifier key, 0 for others.
int modifier_bit(const Key& key);

}  // namespace casement
