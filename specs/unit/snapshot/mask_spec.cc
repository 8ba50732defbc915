#include "casement/snapshot/mask.h"

#include <gtest/gtest.h>

#include "casement/base/error.h"

namespace casement {
namespace {

std::string masked(std::string_view text) {
  return mask_card_numbers(text).value_or("as it was");
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

TEST(Mask, TakesFurtherPatterns) {
  const CardNumberMask mask({R"(\d{3}-\d{2}-\d{4})"});
  EXPECT_EQ(mask.mask("ssn 078-05-1120 and 4242424242424242"), "ssn •••• and •••• •••• •••• 4242");
  EXPECT_EQ(mask.mask("nothing"), std::nullopt);
}

TEST(Mask, SearchesALongValueToItsEnd) {
  const std::string text(100000, 'x');
  EXPECT_EQ(CardNumberMask({"\\d+"}).mask(text + "17"), text + "••••");
}

TEST(Mask, ShowsNothingThatAPatternTakesTooLongFor) {
  EXPECT_THROW(static_cast<void>(CardNumberMask({"(x+)+$"}).mask(std::string(100000, 'x') + "y")), Error);
}

TEST(Mask, RefusesAPatternThatDoesNotParse) {
  try {
    const CardNumberMask mask({"("});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
  }
}

}  // namespace
}  // namespace casement
