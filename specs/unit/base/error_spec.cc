#include "casement/base/error.h"

#include <gtest/gtest.h>

#include "casement/base/error_json.h"

namespace casement {
namespace {

TEST(Error, PrintsTheTrailInWhat) {
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

// Nobody has to look for a place in a text.
TEST(Error, HasThePlaceOfAMistakeAsAValue) {
  const SourcePlace place{"shop.flow.yaml", 12, 3};
  const Error error(ErrorKind::Authoring, place, "unknown step 'clik'", {"12 | - clik: a"});
  EXPECT_EQ(error.message(), "shop.flow.yaml:12:3: error: unknown step 'clik'");
  EXPECT_EQ(error.problem(), "unknown step 'clik'");
  EXPECT_EQ(error.place(), place);
  EXPECT_EQ(Error(ErrorKind::Timeout, "a: error: b").place(), std::nullopt);
  EXPECT_EQ(Error(ErrorKind::Timeout, "a: error: b").problem(), "a: error: b");
}

TEST(Error, KeepsItsPlaceInCopies) {
  const SourcePlace place{"shop.flow.yaml", 12, 3};
  const Error error(ErrorKind::Authoring, place, "unknown step");
  EXPECT_EQ(error.with_context("case").message(), "shop.flow.yaml:12:3: error: case: unknown step");
  EXPECT_EQ(error.with_trail({"line"}).place(), place);
  EXPECT_EQ(error.with_trail({"line"}).trail(), std::vector<std::string>{"line"});
  EXPECT_EQ(error.with_trail({"line"}).message(), error.message());
}

TEST(Error, EndsAProgramWithTheCodeOfItsKind) {
  EXPECT_EQ(exit_code(ErrorKind::Authoring), ExitCode::Usage);
  EXPECT_EQ(exit_code(ErrorKind::Environment), ExitCode::Environment);
  EXPECT_EQ(exit_code(ErrorKind::NotFound), ExitCode::Failed);
  EXPECT_EQ(exit_code(ErrorKind::Internal), ExitCode::Internal);
}

TEST(Error, IsTheSameInAnotherProcess) {
  const Error with_place(ErrorKind::Authoring, SourcePlace{"shop.flow.yaml", 12, 3}, "unknown step", {"a", "b"});
  for (const Error& error : {with_place, Error(ErrorKind::Timeout, "no answer: 2 s")}) {
    const Error other = error_from_json(parse_json(dump_json(error_to_json(error))));
    EXPECT_EQ(other.kind(), error.kind());
    EXPECT_STREQ(other.what(), error.what());
    EXPECT_EQ(other.problem(), error.problem());
    EXPECT_EQ(other.place(), error.place());
    EXPECT_EQ(other.trail(), error.trail());
  }
}

}  // namespace
}  // namespace casement
