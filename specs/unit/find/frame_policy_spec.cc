#include <gtest/gtest.h>

#include "casement/frames/frame_policy.h"

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

TEST(FramePolicy, WarnsByDefault) {
  EXPECT_EQ(FramePolicy().verdict(failure()), OnFailure::Warn);
}

TEST(FramePolicy, AnOptionalFrameOnlyWarns) {
  for (const char* pattern : {"*://ads.test/*", "Recommended", "promo"}) {
    EXPECT_EQ((FramePolicy{OnFailure::Fail, {pattern}}.verdict(failure())), OnFailure::Warn);
  }
}

TEST(FramePolicy, AnyOtherFrameFails) {
  EXPECT_EQ((FramePolicy{OnFailure::Fail, {"*://pay.test/*"}}.verdict(failure())), OnFailure::Fail);
}

FrameFailure answered_with(int status) {
  FrameFailure error = failure();
  error.kind = FrameFailure::HttpError;
  error.status = status;
  return error;
}

TEST(FramePolicy, AStatusMayMeanSomethingElse) {
  FramePolicy policy{.on_failure = OnFailure::Fail, .on_status = {{404, OnFailure::Ignore}, {410, OnFailure::Warn}}};
  EXPECT_EQ(policy.verdict(answered_with(404)), OnFailure::Ignore);
  EXPECT_EQ(policy.verdict(answered_with(410)), OnFailure::Warn);
  EXPECT_EQ(policy.verdict(answered_with(500)), OnFailure::Fail);
  EXPECT_EQ(policy.verdict(failure()), OnFailure::Fail);
  policy = {.on_failure = OnFailure::Ignore, .on_status = {{500, OnFailure::Fail}}};
  EXPECT_EQ(policy.verdict(answered_with(500)), OnFailure::Fail);
  EXPECT_EQ(policy.verdict(answered_with(404)), OnFailure::Ignore);
}

TEST(FramePolicy, AnOptionalFrameOnlyWarnsForAnyStatus) {
  EXPECT_EQ((FramePolicy{.optional = {"promo"}, .on_status = {{500, OnFailure::Fail}}}.verdict(answered_with(500))),
            OnFailure::Warn);
}

TEST(FramePolicy, IgnoresExpectedFailures) {
  FrameFailure detached = failure();
  detached.expected = true;
  EXPECT_EQ((FramePolicy{OnFailure::Fail, {}}.verdict(detached)), OnFailure::Ignore);
}

}  // namespace
}  // namespace casement
