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

TEST(Chord, RefusesAKeyWhereAModifierShouldStand) {
  EXPECT_THROW(parse_chord("a+b"), Error);
  EXPECT_THROW(parse_chord(""), Error);
}

}  // namespace
}  // namespace casement
