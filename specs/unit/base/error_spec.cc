#include "casement/base/error.h"

#include <gtest/gtest.h>

namespace casement {
namespace {

TEST(Error, WhatTellsTheTrailToo) {
  const Error error(ErrorKind::NotFound, "nothing matches", {"nearest: button \"Pay\"", "frame e3"});
  EXPECT_STREQ(error.what(), "nothing matches\n  nearest: button \"Pay\"\n  frame e3");
  EXPECT_EQ(error.message(), "nothing matches");
}

TEST(Error, ContextComesBeforeTheMessage) {
  const Error error = Error(ErrorKind::Timeout, "no answer", {"seen"}).with_context("open");
  EXPECT_EQ(error.message(), "open: no answer");
  EXPECT_EQ(error.kind(), ErrorKind::Timeout);
  EXPECT_EQ(error.trail().size(), 1u);
}

TEST(Error, EndsAProgramWithTheCodeOfItsKind) {
  EXPECT_EQ(exit_code(ErrorKind::Authoring), ExitCode::Usage);
  EXPECT_EQ(exit_code(ErrorKind::Environment), ExitCode::Environment);
  EXPECT_EQ(exit_code(ErrorKind::NotFound), ExitCode::Failed);
  EXPECT_EQ(exit_code(ErrorKind::Internal), ExitCode::Internal);
}

}  // namespace
}  // namespace casement
