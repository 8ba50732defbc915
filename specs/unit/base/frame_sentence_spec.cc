#include "casement/base/frame_sentence.h"

#include <gtest/gtest.h>

namespace casement {
namespace {

TEST(FrameSentence, NamesTheFrameItsAddressAndTheReason) {
  EXPECT_EQ(to_text({"e31", "Bank challenge", "http://acs.bank.test/", "timed_out", "no answer within 2 s"}),
            "frame e31 \"Bank challenge\" → http://acs.bank.test/: timed_out: no answer within 2 s");
  EXPECT_EQ(to_text({"e3", "", "", "attach_failed", ""}), "frame e3 → (no URL): attach_failed");
}

}  // namespace
}  // namespace casement
