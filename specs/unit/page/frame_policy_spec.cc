#include <gtest/gtest.h>

#include "casement/page/frame_failure.h"

namespace casement {
namespace {

using OnFailure = FramePolicy::OnFailure;

FrameFailure failure() {
  FrameFailure failure;
  failure.url = "http://ads.test/promotion";
  failure.frame_name = "Recommended";
  failure.frame_attribute_name = "promo";
  return failure;
}

TEST(FramePolicy, WarnsByDefault) { EXPECT_EQ(FramePolicy().verdict(failure()), OnFailure::Warn); }

TEST(FramePolicy, AnOptionalFrameOnlyWarns) {
  for (const char* pattern : {"*://ads.test/*", "Recommended", "promo"}) {
    EXPECT_EQ((FramePolicy{OnFailure::Fail, {pattern}}.verdict(failure())), OnFailure::Warn);
  }
}

TEST(FramePolicy, AnyOtherFrameFails) {
  EXPECT_EQ((FramePolicy{OnFailure::Fail, {"*://pay.test/*"}}.verdict(failure())), OnFailure::Fail);
}

TEST(FramePolicy, WhatIsExpectedIsIgnored) {
  FrameFailure detached = failure();
  detached.expected = true;
  EXPECT_EQ((FramePolicy{OnFailure::Fail, {}}.verdict(detached)), OnFailure::Ignore);
}

}  // namespace
}  // namespace casement
