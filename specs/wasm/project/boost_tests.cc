#define BOOST_TEST_MODULE judged
#define BOOST_TEST_NO_LIB
#include <boost/test/included/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(cart)
BOOST_AUTO_TEST_CASE(counts) {
  BOOST_TEST(1 + 1 == 2);
}
BOOST_AUTO_TEST_CASE(miscounts) {
  BOOST_TEST(1 + 1 == 3);
}
BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_CASE(top) {
  BOOST_TEST(true);
}
