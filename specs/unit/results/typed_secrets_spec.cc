#include "casement/results/typed_secrets.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "casement/results/source_lines.h"

namespace casement::results {
namespace {

TEST(TypedSecrets, ACardNumberKeepsItsLastFourDigits) {
  EXPECT_EQ(hide_typed("  - fill: { textbox \"Card number\": 4242 4242 4242 4242 }"),
            "  - fill: { textbox \"Card number\": •••• •••• •••• 4242 }");
  EXPECT_EQ(hide_typed("order 4242 4242"), "order 4242 4242");
}

TEST(TypedSecrets, ACodeIsHiddenIfItsFieldNamesACode) {
  EXPECT_EQ(hide_typed("- fill: { textbox \"One-time code\": 483920 }"), "- fill: { textbox \"One-time code\": ••• }");
  EXPECT_EQ(hide_typed("- type: { css=#otp: \"123456\" }"), "- type: { css=#otp: \"•••\" }");
  EXPECT_EQ(hide_typed("textbox \"CVC\": 123, textbox \"ZIP\": 94103"), "textbox \"CVC\": •••, textbox \"ZIP\": •••");
  EXPECT_EQ(hide_typed("textbox \"Zip\": 94103"), "textbox \"Zip\": 94103");
  EXPECT_EQ(hide_typed("textbox \"PIN\": 12, within 3000ms, a1234"), "textbox \"PIN\": 12, within 3000ms, a1234");
}

TEST(TypedSecrets, WordsOfOtherThingsNameNoCode) {
  for (const char* const words : {"shipping", "spinner", "promotion code", "Pinboard", "postcode", ""}) {
    EXPECT_FALSE(names_a_code(words)) << words;
  }
  for (const char* const words : {"textbox \"Security code\"", "PIN", "otp_code", "css=[name=cvc]", "Verification Code",
                                  "security_code=1", "\"smsCode\":1"}) {
    EXPECT_TRUE(names_a_code(words)) << words;
  }
}

TEST(TypedSecrets, AreMaskedInSourceLines) {
  const std::filesystem::path file =
      std::filesystem::path(testing::TempDir()) / ("casement-source-" + std::to_string(::getpid()) + ".yaml");
  std::ofstream(file) << "- fill: { textbox \"Card\": 4242424242424242 }\n- fill: { css=#cvc: 123 }\n";
  SourceLines lines;
  EXPECT_EQ(lines.at({file.string(), 1, 1}), "- fill: { textbox \"Card\": •••• •••• •••• 4242 }");
  EXPECT_EQ(lines.at({file.string(), 2, 1}), "- fill: { css=#cvc: ••• }");
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace casement::results
