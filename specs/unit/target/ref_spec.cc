#include "casement/target/ref.h"

#include <gtest/gtest.h>

namespace casement {
namespace {

TEST(Ref, NamesTheFrameUnlessItIsTheMainOne) {
  EXPECT_EQ(format_ref(0, 5), "e5");
  EXPECT_EQ(format_ref(1, 5), "f1_e5");
  EXPECT_EQ(format_ref(4294967295u, 4294967295u), "f4294967295_e4294967295");
}

TEST(Ref, ReadsWhatItWrote) {
  EXPECT_EQ(parse_ref("e5"), (RefParts{0, 5}));
  EXPECT_EQ(parse_ref("f12_e345"), (RefParts{12, 345}));
  EXPECT_EQ(parse_ref("f4294967295_e4294967295"), (RefParts{4294967295u, 4294967295u}));
}

TEST(Ref, RefusesEveryOtherForm) {
  for (const char* text : {"",
                           "e",
                           "5",
                           "e0",
                           "e05",
                           "e-1",
                           "e+1",
                           "e1 ",
                           " e1",
                           "E1",
                           "e1e",
                           "f0_e1",
                           "f01_e1",
                           "f_e1",
                           "f1e1",
                           "f1_",
                           "f1_1",
                           "f1_e",
                           "e4294967296",
                           "f4294967296_e1",
                           "e99999999999999999999",
                           "f1_e1_e1",
                           "f1_f1_e1",
                           "e1\n",
                           "[ref=e1]"}) {
    EXPECT_EQ(parse_ref(text), std::nullopt) << text;
  }
  EXPECT_EQ(parse_ref(std::string_view("e1\0", 3)), std::nullopt);
}

}  // namespace
}  // namespace casement
