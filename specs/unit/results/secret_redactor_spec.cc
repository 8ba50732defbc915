#include "casement/results/secret_redactor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/base64.h"

namespace casement::results {
namespace {

using testing::HasSubstr;
using testing::Not;

const SecretRedactor& redactor() {
  static const SecretRedactor made({"pa ss/\"wörd\"", "", "pa"});
  return made;
}

TEST(SecretRedactor, TakesTheSecretAsItIs) {
  EXPECT_EQ(redactor().masked("user:pa ss/\"wörd\"@host"), "user:•••@host");
  EXPECT_EQ(redactor().masked("nothing"), "nothing");
}

TEST(SecretRedactor, TakesItPercentEncoded) {
  EXPECT_EQ(redactor().masked("?p=pa%20ss%2F%22w%C3%B6rd%22&q"), "?p=•••&q");
  EXPECT_EQ(redactor().masked("?p=pa+ss%2f%22w%c3%b6rd%22"), "?p=•••");
  EXPECT_EQ(redactor().masked("%70%61%20%73%73%2F%22%77%C3%B6%72%64%22"), "•••");
  EXPECT_EQ(SecretRedactor({"5%ab 100%"}).masked("-5%25ab%20100%25- -5%ab 100%-"), "-•••- -•••-");
}

TEST(SecretRedactor, TakesItEscapedAsInJson) {
  EXPECT_EQ(redactor().masked(R"({"p":"pa ss\/\"wörd\""})"), R"({"p":"•••"})");
}

TEST(SecretRedactor, TakesItEscapedByNumber) {
  EXPECT_EQ(redactor().masked(R"("pa ss/\"w\u00f6rd\"")"), "\"•••\"");
  EXPECT_EQ(redactor().masked(R"('\x70a\x20ss\u002f\u0022w\xf6rd\x22')"), "'•••'");
  EXPECT_EQ(SecretRedactor({"a\U0001F600b"}).masked(R"(-a\ud83d\ude00b-)"), "-•••-");
}

TEST(SecretRedactor, TakesItAsMarkup) {
  EXPECT_EQ(redactor().masked("<b>pa ss/&quot;w&#xF6;rd&#34;</b>"), "<b>•••</b>");
  EXPECT_EQ(redactor().masked("&#112;a&nbsp;ss/&amp;quot;w&#246;rd&quot;"), "•••");
  EXPECT_EQ(SecretRedactor({"a&b<c>"}).masked("-a&amp;b&lt;c&gt;- -a&amp;amp;b&amp;lt;c&amp;gt;-"), "-•••- -•••-");
  EXPECT_EQ(redactor().masked("&#; &#x; &; & &lt"), "&#; &#x; &; & &lt");
}

TEST(SecretRedactor, TakesItEncodedTwice) {
  EXPECT_EQ(redactor().masked("?u=%2Fx%3Fp%3Dpa%2520ss%252F%2522w%25C3%25B6rd%2522"), "?u=%2Fx%3Fp%3D•••");
  EXPECT_EQ(redactor().masked(R"({"m":"{\"p\":\"pa ss\\/\\\"w\\u00f6rd\\\"\"}"})"), R"({"m":"{\"p\":\"•••\"}"})");
  EXPECT_EQ(SecretRedactor({R"(a\b"c)"}).masked(R"(-a\\b\"c- -a\\\\b\\\"c- -a\b"c-)"), "-•••- -•••- -•••-");
}

// Names of elements have one space where the page has any.
TEST(SecretRedactor, TakesItWithOtherWhiteSpace) {
  const SecretRedactor made({"one  two\nthree"});
  for (const char* text :
       {"one two three", "one  two\nthree", "one%20%20two%0Athree", R"(one  two\nthree)", "one++two%0D%0Athree"}) {
    EXPECT_EQ(made.masked(text), "•••") << text;
  }
  EXPECT_EQ(made.masked("onetwothree"), "•••");
  EXPECT_EQ(made.masked("one four three"), "one four three");
}

TEST(SecretRedactor, TakesWhatIsLeftOfItWhereAMessageWasCut) {
  EXPECT_EQ(redactor().masked("the value is 'pa ss/\"wö…'"), "the value is '•••…'");
  EXPECT_EQ(redactor().masked("?p=pa%20ss%2F…"), "?p=•••…");
  EXPECT_EQ(SecretRedactor({"secret"}).masked("see…"), "see…");
}

TEST(SecretRedactor, TakesItInBase64WhateverIsAroundIt) {
  for (const char* before : {"", "u", "us", "usr", "user:"}) {
    for (const char* after : {"", "x", "xy", "xyz"}) {
      const std::string encoded = encode_base64(before + std::string("pa ss/\"wörd\"") + after);
      EXPECT_EQ(redactor().masked("Basic " + encoded + ","), "Basic •••,") << before << "|" << after;
    }
  }
}

TEST(SecretRedactor, TakesItInHexadecimal) {
  const SecretRedactor made({"k\xC3\xB6y7", "pin"});
  for (const char* const text : {"6bc3b67937", "6BC3B67937", "6b:c3:b6:79:37", "6B C3 B6 79 37"}) {
    EXPECT_EQ(made.masked(text), "•••") << text;
  }
  EXPECT_EQ(made.masked("payload=00ff6bc3b67937aa;"), "payload=00ff•••aa;");
  EXPECT_EQ(made.masked("70696e"), "70696e");  // of three bytes it would hide what is no secret
}

TEST(SecretRedactor, TakesTheLongestSecretFirst) {
  EXPECT_EQ(redactor().masked("pa pa ss/\"wörd\""), "••• •••");
}

TEST(SecretRedactor, LeavesPicturesAlone) {
  Case one;
  one.attachments = {{"pa", "image/png", "pa", ""}, {"b", "text/plain", "pa", ""}};
  redactor().mask(one);
  EXPECT_EQ(one.attachments[0].content, "pa");
  EXPECT_EQ(one.attachments[0].name, "•••");
  EXPECT_EQ(one.attachments[1].content, "•••");
}

TEST(SecretRedactor, MasksEarlierAttemptsToo) {
  Case one;
  one.earlier_attempts.emplace_back().steps.emplace_back().attempts.emplace_back().error = "pa";
  redactor().mask(one);
  EXPECT_EQ(one.earlier_attempts[0].steps[0].attempts[0].error, "•••");
}

}  // namespace
}  // namespace casement::results
