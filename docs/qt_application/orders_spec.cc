// The program from outside, as a user has it.
#include <casement/testing.h>

using namespace casement;

struct Orders : AppTest {};

TEST_F(Orders, ListIsEmptyAtFirst) {
  expect(page()).shows("heading 'Orders'");
  expect(page()).hides("listitem");
}
