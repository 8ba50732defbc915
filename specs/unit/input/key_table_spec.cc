#include "casement/input/key_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/error.h"

namespace casement {
namespace {

std::vector<std::string> names(std::string_view chord) {
  std::vector<std::string> names;
  for (const Key& key : parse_chord(chord)) names.push_back(key.key);
  return names;
}

TEST(KeyTable, KnowsTheCodesOfTheStandard) {  // UI Events KeyboardEvent code values, section 3
  EXPECT_EQ(find_key("a")->code, "KeyA");
  EXPECT_EQ(find_key("A")->code, "KeyA");
  EXPECT_EQ(find_key("1")->code, "Digit1");
  EXPECT_EQ(find_key("%")->code, "Digit5");
  EXPECT_EQ(find_key("ArrowLeft")->code, "ArrowLeft");
  EXPECT_EQ(find_key("Space")->code, "Space");
  EXPECT_EQ(find_key("Control")->code, "ControlLeft");
}

TEST(KeyTable, KnowsKeysByTheirPlace) {
  const struct {
    const char *code, *key, *text;
    int key_code, location;
  } rows[] = {
      {"KeyA", "a", "a", 65, 0},          {"Digit1", "1", "1", 49, 0},           {"Backquote", "`", "`", 192, 0},
      {"Numpad5", "5", "5", 101, 3},      {"NumpadEnter", "Enter", "\r", 13, 3}, {"NumpadAdd", "+", "+", 107, 3},
      {"ShiftRight", "Shift", "", 16, 2}, {"ControlLeft", "Control", "", 17, 1}};
  for (const auto& row : rows) {
    const std::optional<Key> key = find_key(row.code);
    ASSERT_TRUE(key) << row.code;
    EXPECT_EQ(key->code, row.code);
    EXPECT_EQ(key->key, row.key);
    EXPECT_EQ(key->text, row.text);
    EXPECT_EQ(key->key_code, row.key_code);
    EXPECT_EQ(key->location, row.location);
  }
  for (const char* const none : {"Keya", "KeyAB", "Numpad", "Digit", "Digit10", "éé", ""}) EXPECT_FALSE(find_key(none));
}

TEST(KeyTable, TakesALetterOfAnyAlphabet) {
  for (const char* const letter : {"é", "ß", "ж", "ا", "字", "€"}) {
    const std::optional<Key> key = find_key(letter);
    ASSERT_TRUE(key) << letter;
    EXPECT_EQ(key->key, letter);
    EXPECT_EQ(key->text, letter);
    EXPECT_EQ(key->code, "");
  }
}

TEST(KeyTable, TypesWithShiftWhatAKeyHasAboveIt) {
  EXPECT_EQ(with_shift(*find_key("a")).key, "A");
  EXPECT_EQ(with_shift(*find_key("Digit1")).key, "!");
  EXPECT_EQ(with_shift(*find_key("/")).key, "?");
  EXPECT_EQ(with_shift(*find_key("%")).key, "%");
  EXPECT_EQ(with_shift(*find_key("Numpad1")).key, "1");
  EXPECT_EQ(with_shift(*find_key("Enter")).key, "Enter");
}

TEST(KeyTable, TypesWithShiftWhatNeedsIt) {
  EXPECT_TRUE(key_for_character("A")->shift);
  EXPECT_TRUE(key_for_character("?")->shift);
  EXPECT_FALSE(key_for_character("a")->shift);
  EXPECT_FALSE(key_for_character("/")->shift);
}

TEST(KeyTable, HasNoKeyForWhatAUsLayoutCannotType) {
  EXPECT_FALSE(key_for_character("é"));
  EXPECT_FALSE(key_for_character("😀"));
  EXPECT_FALSE(key_for_character("\x01"));
}

TEST(KeyTable, TypesALineBreakWithEnter) {
  EXPECT_EQ(key_for_character("\n")->key, "Enter");
}

TEST(Chord, SplitsAtPluses) {
  EXPECT_THAT(names("Control+Shift+A"), testing::ElementsAre("Control", "Shift", "A"));
}

TEST(Chord, APlusAtTheEndIsTheKey) {
  EXPECT_THAT(names("Control++"), testing::ElementsAre("Control", "+"));
  EXPECT_THAT(names("+"), testing::ElementsAre("+"));
}

TEST(Chord, NamesTheNearestKey) {
  try {
    parse_chord("Control+Entr");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    EXPECT_EQ(error.message(), "unknown key 'Entr' (did you mean 'Enter'?)");
  }
}

TEST(Chord, RefusesAKeyInPlaceOfAModifier) {
  EXPECT_THROW(parse_chord("a+b"), Error);
  EXPECT_THROW(parse_chord(""), Error);
}

}  // namespace
}  // namespace casement
