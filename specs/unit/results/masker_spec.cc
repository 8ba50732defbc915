#include "casement/results/masker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/base64.h"

namespace casement::results {
namespace {

using testing::HasSubstr;
using testing::Not;

const Masker& masker() {
  static const Masker made({"pa ss/\"wörd\"", "", "pa"});
  return made;
}

TEST(Masker, TakesTheSecretAsItIs) {
  EXPECT_EQ(masker().masked("user:pa ss/\"wörd\"@host"), "user:•••@host");
  EXPECT_EQ(masker().masked("nothing"), "nothing");
}

TEST(Masker, TakesItPercentEncoded) {
  EXPECT_EQ(masker().masked("?p=pa%20ss%2F%22w%C3%B6rd%22&q"), "?p=•••&q");
  EXPECT_EQ(masker().masked("?p=pa+ss%2f%22w%c3%b6rd%22"), "?p=•••");
  EXPECT_EQ(masker().masked("%70%61%20%73%73%2F%22%77%C3%B6%72%64%22"), "•••");
}

TEST(Masker, TakesItEscapedAsInJson) {
  EXPECT_EQ(masker().masked(R"({"p":"pa ss\/\"wörd\""})"), R"({"p":"•••"})");
}

TEST(Masker, TakesItInBase64WhateverIsAroundIt) {
  for (const char* before : {"", "u", "us", "usr", "user:"}) {
    for (const char* after : {"", "x", "xy", "xyz"}) {
      const std::string encoded = encode_base64(before + std::string("pa ss/\"wörd\"") + after);
      EXPECT_EQ(masker().masked("Basic " + encoded + ","), "Basic •••,") << before << "|" << after;
    }
  }
}

TEST(Masker, TakesTheLongestSecretFirst) {
  EXPECT_EQ(masker().masked("pa pa ss/\"wörd\""), "••• •••");
}

TEST(Masker, LeavesPicturesAlone) {
  Case one;
  one.attachments = {{"pa", "image/png", "pa", ""}, {"b", "text/plain", "pa", ""}};
  masker().mask(one);
  EXPECT_EQ(one.attachments[0].content, "pa");
  EXPECT_EQ(one.attachments[0].name, "•••");
  EXPECT_EQ(one.attachments[1].content, "•••");
}

TEST(Masker, MasksEarlierAttemptsToo) {
  Case one;
  one.earlier_attempts.emplace_back().steps.emplace_back().attempts.emplace_back().error = "pa";
  masker().mask(one);
  EXPECT_EQ(one.earlier_attempts[0].steps[0].attempts[0].error, "•••");
}

}  // namespace
}  // namespace casement::results
