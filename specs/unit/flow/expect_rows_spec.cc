#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "casement/flow/steps/expect_keys.h"

namespace casement {
namespace {

using Touches = ExpectRow::Touches;

// Callers that restrict expectations refuse a key that declares nothing.
TEST(ExpectRows, EachDeclaresWhatItTouches) {
  std::set<std::string_view> scripts, files;
  for (const std::span<const ExpectRow> rows : {rows_about_elements(), rows_about_pages()}) {
    for (const ExpectRow& row : rows) {
      EXPECT_NE(row.touches, Touches::Undeclared) << row.spec.name;
      if (row.touches == Touches::Script) scripts.insert(row.spec.name);
      if (row.touches == Touches::Files) files.insert(row.spec.name);
    }
  }
  EXPECT_EQ(scripts, (std::set<std::string_view>{"poll"}));
  EXPECT_EQ(files, (std::set<std::string_view>{"screenshot", "snapshot_file"}));
}

TEST(ExpectRows, ANewRowDeclaresNothing) {
  EXPECT_EQ(ExpectRow{}.touches, Touches::Undeclared);
}

}  // namespace
}  // namespace casement
