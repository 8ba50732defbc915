#include "casement/input/key_table.h"

#include <fmt/format.h>

#include <span>

#include "casement/base/characters.h"
#include "casement/base/error.h"
#include "casement/base/text.h"

namespace casement {
namespace {

struct NamedKey {
  const char* key;
  const char* code;
  int key_code;
  const char* text;
  int location;
};

constexpr NamedKey kNamed[] = {
    {"Enter", "Enter", 13, "\r", 0},
    {"Tab", "Tab", 9, "", 0},
    {"Escape", "Escape", 27, "", 0},
    {"Backspace", "Backspace", 8, "", 0},
    {"Delete", "Delete", 46, "", 0},
    {"Insert", "Insert", 45, "", 0},
    {"Home", "Home", 36, "", 0},
    {"End", "End", 35, "", 0},
    {"PageUp", "PageUp", 33, "", 0},
    {"PageDown", "PageDown", 34, "", 0},
    {"ArrowLeft", "ArrowLeft", 37, "", 0},
    {"ArrowUp", "ArrowUp", 38, "", 0},
    {"ArrowRight", "ArrowRight", 39, "", 0},
    {"ArrowDown", "ArrowDown", 40, "", 0},
    {"Shift", "ShiftLeft", 16, "", 1},
    {"Control", "ControlLeft", 17, "", 1},
    {"Alt", "AltLeft", 18, "", 1},
    {"Meta", "MetaLeft", 91, "", 1},
    {"CapsLock", "CapsLock", 20, "", 0},
    {"ContextMenu", "ContextMenu", 93, "", 0},
    {"F1", "F1", 112, "", 0},
    {"F2", "F2", 113, "", 0},
    {"F3", "F3", 114, "", 0},
    {"F4", "F4", 115, "", 0},
    {"F5", "F5", 116, "", 0},
    {"F6", "F6", 117, "", 0},
    {"F7", "F7", 118, "", 0},
    {"F8", "F8", 119, "", 0},
    {"F9", "F9", 120, "", 0},
    {"F10", "F10", 121, "", 0},
    {"F11", "F11", 122, "", 0},
    {"F12", "F12", 123, "", 0},
    {"NumLock", "NumLock", 144, "", 0},
    {"ScrollLock", "ScrollLock", 145, "", 0},
    {"Pause", "Pause", 19, "", 0},
    {"PrintScreen", "PrintScreen", 44, "", 0},
};

// Keys that share their name with another key, found by their place (UI Events KeyboardEvent code values, section 3).
// The number pad acts as with NumLock on.
constexpr NamedKey kPlaces[] = {
    {"Shift", "ShiftRight", 16, "", 2},    {"Control", "ControlRight", 17, "", 2}, {"Alt", "AltRight", 18, "", 2},
    {"Meta", "MetaRight", 92, "", 2},      {"Enter", "NumpadEnter", 13, "\r", 3},  {"0", "Numpad0", 96, "0", 3},
    {"1", "Numpad1", 97, "1", 3},          {"2", "Numpad2", 98, "2", 3},           {"3", "Numpad3", 99, "3", 3},
    {"4", "Numpad4", 100, "4", 3},         {"5", "Numpad5", 101, "5", 3},          {"6", "Numpad6", 102, "6", 3},
    {"7", "Numpad7", 103, "7", 3},         {"8", "Numpad8", 104, "8", 3},          {"9", "Numpad9", 105, "9", 3},
    {"*", "NumpadMultiply", 106, "*", 3},  {"+", "NumpadAdd", 107, "+", 3},        {"-", "NumpadSubtract", 109, "-", 3},
    {".", "NumpadDecimal", 110, ".", 3},   {"/", "NumpadDivide", 111, "/", 3},     {"=", "NumpadEqual", 187, "=", 3},
    {"\\", "IntlBackslash", 226, "\\", 0},
};

// Keys that type a character, without and with Shift.
struct PrintedKey {
  char plain;
  char shifted;
  const char* code;
  int key_code;
};

constexpr PrintedKey kPrinted[] = {
    {'`', '~', "Backquote", 192},  {'1', '!', "Digit1", 49},       {'2', '@', "Digit2", 50},
    {'3', '#', "Digit3", 51},      {'4', '$', "Digit4", 52},       {'5', '%', "Digit5", 53},
    {'6', '^', "Digit6", 54},      {'7', '&', "Digit7", 55},       {'8', '*', "Digit8", 56},
    {'9', '(', "Digit9", 57},      {'0', ')', "Digit0", 48},       {'-', '_', "Minus", 189},
    {'=', '+', "Equal", 187},      {'[', '{', "BracketLeft", 219}, {']', '}', "BracketRight", 221},
    {'\\', '|', "Backslash", 220}, {';', ':', "Semicolon", 186},   {'\'', '"', "Quote", 222},
    {',', '<', "Comma", 188},      {'.', '>', "Period", 190},      {'/', '?', "Slash", 191},
    {' ', ' ', "Space", 32},
};

std::vector<std::string> key_names() {
  std::vector<std::string> names{"Space"};
  for (const NamedKey& named : kNamed) names.insert(names.end(), {named.key, named.code});
  for (const NamedKey& named : kPlaces) names.emplace_back(named.code);
  for (const PrintedKey& printed : kPrinted) names.emplace_back(printed.code);
  return names;
}

Key key_of(const NamedKey& named) {
  return {named.key, named.code, named.key_code, named.text, named.location, false};
}

// Finds a key by its place: "KeyA", "Digit1", "Backquote", "NumpadEnter".
std::optional<Key> key_at_place(std::string_view code) {
  for (const std::span<const NamedKey> table :
       {std::span<const NamedKey>(kNamed), std::span<const NamedKey>(kPlaces)}) {
    for (const NamedKey& named : table) {
      if (code == named.code) return key_of(named);
    }
  }
  for (const PrintedKey& printed : kPrinted) {
    if (code == printed.code) return key_for_character({&printed.plain, 1});
  }
  const bool is_letter = code.size() == 4 && code.starts_with("Key") && code[3] >= 'A' && code[3] <= 'Z';
  return is_letter ? key_for_character(ascii_lower(code.substr(3))) : std::nullopt;
}

// Returns a key for a character that only keyboards of other languages have. The place of such a key is unknown.
std::optional<Key> key_of_other_keyboards(std::string_view name) {
  const bool is_one = name.size() > 1 && is_valid_utf8(name) && count_characters(name) == 1;
  return is_one ? std::optional(Key{std::string(name), "", 0, std::string(name), 0, false}) : std::nullopt;
}

}  // namespace

std::optional<Key> key_for_character(std::string_view character) {
  if (character == "\n" || character == "\r") return find_key("Enter");
  if (character == "\t") return find_key("Tab");
  if (character.size() != 1) return {};
  const char c = character[0];
  if (is_ascii_letter(c)) {
    const bool upper = c <= 'Z';
    const char capital = upper ? c : static_cast<char>(c - 'a' + 'A');
    return Key{std::string(1, c), std::string("Key") + capital, capital, std::string(1, c), 0, upper};
  }
  for (const PrintedKey& printed : kPrinted) {
    if (c != printed.plain && c != printed.shifted) continue;
    return Key{std::string(1, c), printed.code, printed.key_code, std::string(1, c), 0, c != printed.plain};
  }
  return {};
}

std::optional<Key> find_key(std::string_view name) {
  if (name == "Space") return key_for_character(" ");
  for (const NamedKey& named : kNamed) {
    if (name == named.key) return key_of(named);
  }
  if (const auto typed = key_for_character(name)) return typed;
  if (const auto placed = key_at_place(name)) return placed;
  return key_of_other_keyboards(name);
}

Key with_shift(Key key) {
  if (key.text.size() != 1 || key.location != 0) return key;
  const char c = key.text[0];
  if (c >= 'a' && c <= 'z') key.key = key.text = std::string(1, static_cast<char>(c - 'a' + 'A'));
  for (const PrintedKey& printed : kPrinted) {
    if (c == printed.plain && key.code == printed.code) key.key = key.text = std::string(1, printed.shifted);
  }
  return key;
}

std::vector<Key> parse_chord(std::string_view chord) {
  std::vector<Key> keys;
  std::string_view rest = chord;
  for (;;) {
    // A plus at the very end is the key itself: "Control++".
    const auto plus = rest.size() > 1 ? rest.find('+', 1) : std::string_view::npos;
    const std::string_view name = rest.substr(0, plus);
    const auto key = find_key(name);
    if (!key) {
      static constexpr std::pair<std::string_view, std::string_view> elsewhere[] = {
          {"ctrl", "Control"},     {"cmd", "Meta"},    {"command", "Meta"},   {"win", "Meta"},
          {"option", "Alt"},       {"esc", "Escape"},  {"return", "Enter"},   {"del", "Delete"},
          {"ins", "Insert"},       {"up", "ArrowUp"},  {"down", "ArrowDown"}, {"left", "ArrowLeft"},
          {"right", "ArrowRight"}, {"pgup", "PageUp"}, {"pgdn", "PageDown"}};
      std::string nearest = nearest_word(name, key_names());
      for (const auto& [theirs, ours] : elsewhere) {
        if (ascii_lower(name) == theirs) nearest = ours;
      }
      throw Error(ErrorKind::Usage, fmt::format("unknown key '{}'{}", name,
                                                nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest)));
    }
    keys.push_back(*key);
    if (plus == std::string_view::npos) return keys;
    if (modifier_bit(*key) == 0) {
      throw Error(ErrorKind::Usage, fmt::format("'{}' in '{}' is not a modifier key", name, chord));
    }
    rest = rest.substr(plus + 1);
  }
}

int modifier_bit(const Key& key) {
  if (key.key == "Alt") return 1;
  if (key.key == "Control") return 2;
  if (key.key == "Meta") return 4;
  if (key.key == "Shift") return 8;
  return 0;
}

}  // namespace casement
