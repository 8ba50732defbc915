#include "casement/process/telling_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace casement {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// As clang 14 and gcc 12 write it.
constexpr const char* kAddress = R"(listening
=================================================================
==17==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x55 bp 0x7ff sp 0x7ff
READ of size 4 at 0x602000000010 thread T0
    #0 0x55 in total(Cart const&) /shop/cart.cc:17:5
    #1 0x55 in main /shop/main.cc:40:3

SUMMARY: AddressSanitizer: heap-use-after-free /shop/cart.cc:17:5 in total(Cart const&)
Shadow bytes around the buggy address:
  0x0c047fff7fb0: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
Shadow byte legend (one shadow byte represents 8 application bytes):
  Addressable:           00
==17==ABORTING
)";

TEST(SanitizerReport, ContainsTheErrorAndItsPlace) {
  EXPECT_THAT(
      sanitizer_report(kAddress),
      ElementsAre("==17==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x55 bp 0x7ff "
                  "sp 0x7ff",
                  "READ of size 4 at 0x602000000010 thread T0", "    #0 0x55 in total(Cart const&) /shop/cart.cc:17:5",
                  "    #1 0x55 in main /shop/main.cc:40:3",
                  "SUMMARY: AddressSanitizer: heap-use-after-free /shop/cart.cc:17:5 in total(Cart const&)"));
}

TEST(SanitizerReport, KeepsItsSummaryHoweverLongItIs) {
  std::string text = "==1==ERROR: LeakSanitizer: detected memory leaks\n";
  for (int i = 0; i < 500; ++i) text += "Direct leak of 4 byte(s)\n";
  const std::vector<std::string> report = sanitizer_report(text + "SUMMARY: AddressSanitizer: 2000 byte(s) leaked\n");
  EXPECT_LT(report.size(), 30u);
  EXPECT_EQ(report.back(), "SUMMARY: AddressSanitizer: 2000 byte(s) leaked");
}

TEST(SanitizerReport, RecognizesEverySanitizer) {
  for (const char* const line :
       {"WARNING: ThreadSanitizer: data race (pid=7)", "==9==WARNING: MemorySanitizer: use-of-uninitialized-value",
        "==9==ERROR: HWAddressSanitizer: tag-mismatch on address 0x1",
        "/shop/cart.cc:17:5: runtime error: signed integer overflow: 2147483647 + 1",
        "cart.cc:17: runtime error: load of null pointer"}) {
    EXPECT_THAT(sanitizer_report(std::string("ready\n") + line + "\n"), ElementsAre(line));
  }
}

TEST(SanitizerReport, IsNotFoundInOtherOutput) {
  for (const char* const line : {"panic: runtime error: index out of range", "ERROR: the HTML sanitizer failed",
                                 "the WARNING: of AddressSanitizer", "runtime error: ", "ERROR: ", ""}) {
    EXPECT_THAT(sanitizer_report(line), IsEmpty()) << line;
  }
}

TEST(TellingLines, AreTheLastLinesWithoutASanitizerReport) {
  EXPECT_THAT(telling_lines("a\nb\nc\n", 2), ElementsAre("b", "c"));
  EXPECT_THAT(telling_lines("a", 2), ElementsAre("a"));
  EXPECT_THAT(telling_lines("", 2), IsEmpty());
  EXPECT_EQ(telling_lines(kAddress, 2), sanitizer_report(kAddress));
}

}  // namespace
}  // namespace casement
