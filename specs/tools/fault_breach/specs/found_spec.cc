// A spec that two rows name.
TEST(Found, IsNamedByTwoRows) {}
