// The words of Catch2 3 that docs/library.md uses, on GoogleTest: its examples are compiled and run where Catch2 is not there.
#pragma once

#include <gtest/gtest.h>

#define STAND_IN_NAME_2(one, two) one##two
#define STAND_IN_NAME(one, two) STAND_IN_NAME_2(one, two)
#define TEST_CASE_METHOD(fixture, name, tags)                                     \
  class STAND_IN_NAME(Case, __LINE__) : public testing::Test, public fixture {}; \
  TEST_F(STAND_IN_NAME(Case, __LINE__), Runs)
#define CHECK(condition) EXPECT_TRUE(condition)
