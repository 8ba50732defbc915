#include "casement/snapshot/mask.h"

#include <gtest/gtest.h>

#include "casement/base/card_numbers.h"
#include "casement/base/error.h"

namespace casement {
namespace {

std::string masked(std::string_view text) {
  return mask_private_numbers(text).value_or("as it was");
}

TEST(Mask, ChecksTheLuhnDigit) {
  EXPECT_TRUE(passes_luhn("4242424242424242"));
  EXPECT_FALSE(passes_luhn("4242424242424241"));
  EXPECT_FALSE(passes_luhn(""));
}

TEST(Mask, LeavesTheLastFourDigits) {
  EXPECT_EQ(masked("4242 4242 4242 4242"), "•••• •••• •••• 4242");
  EXPECT_EQ(masked("4242424242424242"), "•••• •••• •••• 4242");
  EXPECT_EQ(masked("4242-4242-4242-4242"), "•••• •••• •••• 4242");
  EXPECT_EQ(masked("4242\u00A04242\u00A04242\u00A04242"), "•••• •••• •••• 4242");
}

TEST(Mask, KnowsEveryLengthOfCardNumber) {
  EXPECT_EQ(masked("378282246310005"), "•••• •••• ••• 0005");
  EXPECT_EQ(masked("4222222222222"), "•••• •••• • 2222");
  EXPECT_EQ(masked("6304000000000000000"), "•••• •••• •••• ••• 0000");
  EXPECT_EQ(masked("6304000000000000001"), "as it was");
}

TEST(Mask, FindsItAnywhere) {
  EXPECT_EQ(masked("card 4242 4242 4242 4242, exp 12/34"), "card •••• •••• •••• 4242, exp 12/34");
  EXPECT_EQ(masked("4242424242424242 5555555555554444"), "•••• •••• •••• 4242 •••• •••• •••• 4444");
}

TEST(Mask, FindsItBesideOtherNumbers) {
  EXPECT_EQ(masked("7 4242 4242 4242 4242"), "7 •••• •••• •••• 4242");
  EXPECT_EQ(masked("4242424242424242 1234 123"), "•••• •••• •••• 4242 1234 123");
}

TEST(Mask, LeavesOtherNumbersAlone) {
  for (const char* text : {"", "42", "4242 4242 4242 4241", "424242424242", "+49 30 901820",
                           "42424242424242424242424242", "4242/4242/4242/4242", "2024-01-31"}) {
    EXPECT_EQ(masked(text), "as it was") << text;
  }
}

TEST(Mask, HidesSocialSecurityNumbers) {
  EXPECT_EQ(masked("078-05-1120"), "•••-••-••••");
  EXPECT_EQ(masked("SSN:123-45-6789, or (899-99-9999)."), "SSN:•••-••-••••, or (•••-••-••••).");
  EXPECT_EQ(masked("123\u201145\u20116789"), "•••-••-••••");
  EXPECT_EQ(masked("123\u201345\u20136789"), "•••-••-••••");
  EXPECT_EQ(masked("4242424242424242 123-45-6789"), "•••• •••• •••• 4242 •••-••-••••");
}

TEST(Mask, TakesNoOtherNumberForASocialSecurityNumber) {
  for (const char* text :
       {"2026-11-25",       "25-11-2026",        "11-25-2026",        "555-123-4567",   "(212) 555-0123",
        "1-800-555-0199",   "+1-212-555-0123",   "000-12-3456",       "666-12-3456",    "900-12-3456",
        "987-65-4321",      "123-00-4567",       "123-45-0000",  // never given out
        "123456789",        "123 45 6789",       "123.45.6789",       "123/45/6789",    "123-45 6789",
        "123-45\u20136789", "1123-45-6789",      "123-45-67890",      "A123-45-6789",   "123-45-6789B",
        "_123-45-6789",     "order-123-45-6789", "123-45-6789-01",    "12-123-45-6789", "123-4-56789",
        "12-345-6789",      "123-45-678",        "978-3-16-148410-0", "123-45-"}) {
    EXPECT_EQ(masked(text), "as it was") << text;
  }
}

TEST(Mask, MasksMatchesOfGivenPatterns) {
  const ValueMask mask({R"(DE\d{4,})"});
  EXPECT_EQ(mask.mask("iban DE8937 and 4242424242424242"), "iban •••• and •••• •••• •••• 4242");
  EXPECT_EQ(mask.mask("nothing"), std::nullopt);
}

TEST(Mask, SearchesALongValueToItsEnd) {
  const std::string text(100000, 'x');
  EXPECT_EQ(ValueMask({"\\d+"}).mask(text + "17"), text + "••••");
}

TEST(Mask, ShowsNothingThatAPatternTakesTooLongFor) {
  EXPECT_THROW(static_cast<void>(ValueMask({"(x+)+$"}).mask(std::string(100000, 'x') + "y")), Error);
}

TEST(Mask, RefusesAPatternThatDoesNotParse) {
  try {
    const ValueMask mask({"("});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
  }
}

}  // namespace
}  // namespace casement
