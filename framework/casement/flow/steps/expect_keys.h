// What `expect` can say, and how each of its keys becomes an expectation of the plan. Used by the
// files of that step, and by callers that restrict what an expectation may touch.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "casement/api/expect.h"
#include "casement/flow/steps/page_calls.h"

namespace casement {

// One key of an `expect`, with what stands around it.
struct ExpectKey {
  const StepMap& map;
  const YamlEntry& entry;
  bool negated = false;            // below `not`
  const Target* target = nullptr;  // of those that say something about an element
  const std::string& name() const { return entry.key.text; }
};

using ExpectCall = std::function<void(PageExpectation& page)>;

// "expect.TYPE", `TITLE` or `not: TITLE`. The call is made of an expectation that waits for as long
// as the step may take, and is negated where the key is.
PlannedAction expecting(const ExpectKey& key, std::string title, ExpectCall call);

// That the page shows the target, or does not; `at` is what says so.
PlannedAction showing(const StepScope& scope, const YamlNode& at, const Target& target, bool negated);

// A key of `expect` with its reader: the schema, the check for unknown keys and the plan are all made of these rows.
struct ExpectRow {
  enum class About { Page, Element, Either };  // Element: needs a target; Either: takes one
  // What the key reads or runs. Callers that restrict expectations refuse `Undeclared`, so a new row is refused until
  // it declares that it only looks at the page.
  enum class Touches { Undeclared, Page, Script, Files };
  ArgSpec spec;
  std::vector<PlannedAction> (*read)(const ExpectKey& key) = nullptr;
  About about = About::Page;
  Touches touches = Touches::Undeclared;
};

std::span<const ExpectRow> rows_about_elements();
std::span<const ExpectRow> rows_about_pages();
// `screenshot`, one of the rows about pages.
ExpectRow picture_row();
// The row of this name, of those two; null where there is none.
const ExpectRow* find_expect_row(std::string_view name);

}  // namespace casement
