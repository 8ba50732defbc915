#include "casement/http/posted_body.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace casement {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr const char* kForm = "application/x-www-form-urlencoded";

TEST(FormFields, AreDecoded) {
  EXPECT_THAT(form_fields(kForm, "name=Ada+L&note=50%25&broken=5%&=x"),
              ElementsAre(Pair("name", "Ada L"), Pair("note", "50%"), Pair("broken", "5%"), Pair("", "x")));
}

TEST(FormFields, OfPartsEndAtTheirBoundary) {
  const std::string body =
      "--b1\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nAda\r\nL\r\n"
      "--b1\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"cat.png\"\r\nContent-Type: "
      "image/png\r\n\r\n\x89PNG\r\n"
      "--b1--\r\n";
  EXPECT_THAT(form_fields("multipart/form-data; boundary=b1", body),
              ElementsAre(Pair("name", "Ada\r\nL"), Pair("photo", "cat.png")));
  EXPECT_THAT(form_fields("Multipart/Form-Data; charset=utf-8; boundary=\"b1\"", body), testing::SizeIs(2));
}

TEST(FormFields, OfPartsThatAreCutOffAreMissing) {
  const std::string type = "multipart/form-data; boundary=b1";
  EXPECT_THAT(form_fields(type, ""), testing::IsEmpty());
  EXPECT_THAT(form_fields(type, "--b1"), testing::IsEmpty());
  EXPECT_THAT(form_fields(type, "--b1\r\nno head--b1--"), testing::IsEmpty());
  EXPECT_THAT(form_fields(type, "--b1\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1"), testing::IsEmpty());
}

TEST(MultipartBoundary, IsAParameterOfTheContentType) {
  EXPECT_EQ(multipart_boundary("multipart/form-data; boundary=x1; a=b"), "x1");
  EXPECT_EQ(multipart_boundary("multipart/form-data; xboundary=no; boundary=x1"), "x1");
  EXPECT_EQ(multipart_boundary("text/plain; boundary=x1"), "");
}

TEST(BodyDifference, IsNothingForABodyThatMatches) {
  EXPECT_EQ(body_difference({}, "", ""), "");
  EXPECT_EQ(body_difference({{"/card", "4242*"}, {"/count", "2"}, {"/gift", "null"}}, "application/json",
                            R"({"card":"4242 1","count":2,"gift":null})"),
            "");
  EXPECT_EQ(body_difference({{"tag", "b"}}, kForm, "tag=a&tag=b"), "");
}

TEST(BodyDifference, NamesTheFirstOtherValue) {
  EXPECT_EQ(body_difference({{"/card", "1"}}, "", R"({"card":"2"})"), R"(/card is "2")");
  EXPECT_EQ(body_difference({{"/card/number", "1"}}, "", R"({"card":"2"})"), "it has nothing at /card/number");
  EXPECT_EQ(body_difference({{"/card", "1"}}, "", "card=1"), "its body is not JSON");
  EXPECT_EQ(body_difference({{"card", "1"}}, kForm, "card=2"), R"(card is "2")");
  EXPECT_EQ(body_difference({{"card", "1"}}, kForm, ""), "it has no field card");
  EXPECT_EQ(body_difference({{"card", "1"}}, kForm, "cart=1&name=Ada"), "it has no field card; it has cart, name");
}

}  // namespace
}  // namespace casement
