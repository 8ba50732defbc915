// The words of doctest that docs/library.md uses, on GoogleTest: its examples are compiled and run where doctest is not
// there.
#pragma once

#include <gtest/gtest.h>

#define STAND_IN_JOINED_2(one, two) one##two
#define STAND_IN_JOINED(one, two) STAND_IN_JOINED_2(one, two)
#define TEST_CASE_FIXTURE(fixture, name)                                           \
  class STAND_IN_JOINED(Case, __LINE__) : public testing::Test, public fixture {}; \
  TEST_F(STAND_IN_JOINED(Case, __LINE__), Runs)
#ifndef CHECK
#define CHECK(condition) EXPECT_TRUE(condition)
#endif
