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

TEST(SecretRedactor, MasksTheSecretAsItIs) {
  EXPECT_EQ(redactor().masked("user:pa ss/\"wörd\"@host"), "user:•••@host");
  EXPECT_EQ(redactor().masked("nothing"), "nothing");
}

TEST(SecretRedactor, MasksItPercentEncoded) {
  EXPECT_EQ(redactor().masked("?p=pa%20ss%2F%22w%C3%B6rd%22&q"), "?p=•••&q");
  EXPECT_EQ(redactor().masked("?p=pa+ss%2f%22w%c3%b6rd%22"), "?p=•••");
  EXPECT_EQ(redactor().masked("%70%61%20%73%73%2F%22%77%C3%B6%72%64%22"), "•••");
  EXPECT_EQ(SecretRedactor({"5%ab 100%"}).masked("-5%25ab%20100%25- -5%ab 100%-"), "-•••- -•••-");
}

TEST(SecretRedactor, MasksItEscapedAsInJson) {
  EXPECT_EQ(redactor().masked(R"({"p":"pa ss\/\"wörd\""})"), R"({"p":"•••"})");
}

TEST(SecretRedactor, MasksItEscapedByNumber) {
  EXPECT_EQ(redactor().masked(R"("pa ss/\"w\u00f6rd\"")"), "\"•••\"");
  EXPECT_EQ(redactor().masked(R"('\x70a\x20ss\u002f\u0022w\xf6rd\x22')"), "'•••'");
  EXPECT_EQ(SecretRedactor({"a\U0001F600b"}).masked(R"(-a\ud83d\ude00b-)"), "-•••-");
}

TEST(SecretRedactor, MasksItAsMarkup) {
  EXPECT_EQ(redactor().masked("<b>pa ss/&quot;w&#xF6;rd&#34;</b>"), "<b>•••</b>");
  EXPECT_EQ(redactor().masked("&#112;a&nbsp;ss/&amp;quot;w&#246;rd&quot;"), "•••");
  EXPECT_EQ(SecretRedactor({"a&b<c>"}).masked("-a&amp;b&lt;c&gt;- -a&amp;amp;b&amp;lt;c&amp;gt;-"), "-•••- -•••-");
  EXPECT_EQ(redactor().masked("&#; &#x; &; & &lt"), "&#; &#x; &; & &lt");
}

TEST(SecretRedactor, MasksItEncodedTwice) {
  EXPECT_EQ(redactor().masked("?u=%2Fx%3Fp%3Dpa%2520ss%252F%2522w%25C3%25B6rd%2522"), "?u=%2Fx%3Fp%3D•••");
  EXPECT_EQ(redactor().masked(R"({"m":"{\"p\":\"pa ss\\/\\\"w\\u00f6rd\\\"\"}"})"), R"({"m":"{\"p\":\"•••\"}"})");
  EXPECT_EQ(SecretRedactor({R"(a\b"c)"}).masked(R"(-a\\b\"c- -a\\\\b\\\"c- -a\b"c-)"), "-•••- -•••- -•••-");
}

// Names of elements have one space where the page has any.
TEST(SecretRedactor, MasksItWithOtherWhiteSpace) {
  const SecretRedactor made({"one  two\nthree"});
  for (const char* text :
       {"one two three", "one  two\nthree", "one%20%20two%0Athree", R"(one  two\nthree)", "one++two%0D%0Athree"}) {
    EXPECT_EQ(made.masked(text), "•••") << text;
  }
  EXPECT_EQ(made.masked("onetwothree"), "•••");
  EXPECT_EQ(made.masked("one four three"), "one four three");
}

TEST(SecretRedactor, MasksAPartOfItIfAMessageWasCut) {
  EXPECT_EQ(redactor().masked("the value is 'pa ss/\"wö…'"), "the value is '•••…'");
  EXPECT_EQ(redactor().masked("?p=pa%20ss%2F…"), "?p=•••…");
  EXPECT_EQ(SecretRedactor({"secret"}).masked("see…"), "see…");
}

TEST(SecretRedactor, MasksItInBase64InAnyContext) {
  for (const char* before : {"", "u", "us", "usr", "user:"}) {
    for (const char* after : {"", "x", "xy", "xyz"}) {
      const std::string encoded = encode_base64(before + std::string("pa ss/\"wörd\"") + after);
      EXPECT_EQ(redactor().masked("Basic " + encoded + ","), "Basic •••,") << before << "|" << after;
    }
  }
}

TEST(SecretRedactor, MasksItInBase64OfLatin1) {
  EXPECT_EQ(SecretRedactor({"s3cret wörd"}).masked("x " + encode_base64("k:s3cret w\xF6rd;")), "x •••");
}

TEST(SecretRedactor, LeavesCharactersWhole) {
  EXPECT_EQ(SecretRedactor({" abc "}).masked("x\u00A0abc\u00A0y"), "x•••y");
}

TEST(SecretRedactor, MasksItInHexadecimal) {
  const SecretRedactor made({"k\xC3\xB6y7", "pin"});
  for (const char* const text : {"6bc3b67937", "6BC3B67937", "6b:c3:b6:79:37", "6B C3 B6 79 37"}) {
    EXPECT_EQ(made.masked(text), "•••") << text;
  }
  EXPECT_EQ(made.masked("payload=00ff6bc3b67937aa;"), "payload=00ff•••aa;");
  EXPECT_EQ(made.masked("70696e"), "70696e");  // of three bytes it would hide what is no secret
}

TEST(SecretRedactor, MasksItInAnyCase) {
  const SecretRedactor made({"green-tea-for-ada", "straße", "İstanbul1", "ΣΊΣΥΦΟΣ", "Admin"});
  for (const char* text : {"GREEN-TEA-FOR-ADA", "Green-Tea-For-Ada", "STRASSE", "istanbul1", "ISTANBUL1", "i̇stanbul1",
                           "ıstanbul1", "σίσυφος", "ΣΙΣΥΦΟΣ", "admin", "ＧＲＥＥＮ－ＴＥＡ－ＦＯＲ－ＡＤＡ"}) {
    EXPECT_EQ(made.masked(std::string("<") + text + ">"), "<•••>") << text;
  }
}

TEST(SecretRedactor, MasksItWithAccentsInAnyForm) {
  EXPECT_EQ(SecretRedactor({"w\u00f6rd7"}).masked("-wo\u0308rd7- -word7-"), "-•••- -•••-");
  EXPECT_EQ(SecretRedactor({"wo\u0308rd7"}).masked("-w\u00f6rd7- -W\u00d6RD7-"), "-•••- -•••-");
  EXPECT_EQ(SecretRedactor({"\uD55C\uAE00"}).masked("-\u1112\u1161\u11AB\u1100\u1173\u11AF-"), "-•••-");
}

TEST(SecretRedactor, MasksItWithSeparators) {
  const SecretRedactor made({"green-tea-for-ada", "abcdefgh", "123456", "wxyz"});
  for (const char* text :
       {"g r e e n - t e a - f o r - a d a", "green tea for ada", "GREEN_TEA_FOR_ADA", "greenTeaForAda", "abcd-efgh",
        "a\u200Bb\u200Bc\u200Bd\u200Be\u200Bf\u200Bg\u200Bh", "ab\u00ADcdefgh", "a\nb\nc\nd\ne\nf\ng\nh",
        "a%20b%20c%20d%20e%20f%20g%20h", "123 456", "123-456", "1\u00A02\u00A03\u00A04\u00A05\u00A06", "w.x.y.z"}) {
    EXPECT_EQ(made.masked(std::string("(") + text + ")"), "(•••)") << text;
  }
  EXPECT_EQ(made.masked("wx yz"), "wx yz");  // of four characters it would hide what is no secret
}

TEST(SecretRedactor, MasksItInOtherEscapes) {
  const SecretRedactor made({"green@tea.7"});
  for (const char* text :
       {"\\67 reen\\40 tea.7", "green=40tea=2E7", "&#0000103reen&commat;tea&period;7", "green%u0040tea.7",
        "\\u{67}reen\\x40tea.7", "\\U00000067reen@tea.7", "green&commat;t&eacute;a.7"}) {
    EXPECT_EQ(made.masked(text), "•••") << text;
  }
}

TEST(SecretRedactor, MasksASecretThatLooksLikeAnEscape) {
  const SecretRedactor made({"100%25off", "a&amp;b&lt;c", "%41%42%43%44e", R"(\u0041bc\u0042d)"});
  for (const char* text :
       {"100%25off", "100%2525off", "100%off", "100%2525OFF", "a&amp;b&lt;c", "a&amp;amp;b&amp;lt;c", "A&AMP;B&LT;C",
        "%41%42%43%44e", "%2541%2542%2543%2544e", "ABCDe", R"(\u0041bc\u0042d)", R"(\\u0041bc\\u0042d)", "abcbd"}) {
    EXPECT_EQ(made.masked(std::string("[") + text + "]"), "[•••]") << text;
  }
}

TEST(SecretRedactor, MasksItInNestedEncodings) {
  const SecretRedactor made({"green-tea-for-ada"});
  const std::string once = encode_base64("voucher=GREEN-TEA-FOR-ADA;");
  EXPECT_EQ(made.masked("x " + encode_base64(once) + " y"), "x ••• y");
  EXPECT_EQ(made.masked(R"({"a":"dm91Y2hlcj1n\ncmVlbi10ZWEtZm9y\nLWFkYQ=="})").find("dm91"), std::string::npos);
  EXPECT_EQ(made.masked("0x67, 0x72, 0x65, 0x65, 0x6e, 0x2d, 0x74, 0x65, 0x61, 0x2d, 0x66, 0x6f, 0x72, 0x2d, 0x61, "
                        "0x64, 0x61;"),
            "0x•••;");
}

TEST(SecretRedactor, MasksItAcrossElements) {
  const SecretRedactor made({"green-tea-for-ada"});
  EXPECT_EQ(made.masked("<b>green</b>-<i title=x>tea</i>-for-<a>ada</a>"),
            "<b>•••</b>•••<i title=x>•••</i>•••<a>•••</a>");
  EXPECT_EQ(made.masked("- paragraph:\n  - text: green-tea-\n  - link \"for-ada\" [ref=e2]:\n    - /url: \"#\"\n"),
            "- paragraph:\n  - text: •••\n  - link \"•••\" [ref=e2]:\n    - /url: \"#\"\n");
  EXPECT_EQ(made.masked(R"([{"text":"green-","id":1},{"text":"tea-for-ada"}])"),
            R"([{"text":"•••","id":1},{"text":"•••"}])");
}

TEST(SecretRedactor, MasksItAnywhereInALongText) {
  const SecretRedactor made({"green-tea-for-ada"});
  for (const std::size_t before : {std::size_t{0}, (std::size_t{1} << 20) - 9, (std::size_t{1} << 20) + 5}) {
    const std::string around(before, '.');
    EXPECT_EQ(made.masked(around + "GREEN%2Dtea-for-ada" + around), around + "•••" + around) << before;
  }
}

TEST(SecretRedactor, MasksTheLongestSecretFirst) {
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
