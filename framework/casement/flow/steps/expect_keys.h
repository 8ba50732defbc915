// The keys of `expect`, and how each key becomes an expectation of the plan. Used by the files of the step, and by
// callers that restrict expectations.
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

// A key of an `expect`, with its surroundings.
struct ExpectKey {
  const StepMap& map;
  const YamlEntry& entry;
  bool negated = false;            // below `not`
  const Target* target = nullptr;  // for keys about an element; otherwise null
  const std::string& name() const { return entry.key.text; }
};

using ExpectCall = std::function<void(PageExpectation& page)>;

// An action with the type "expect.KEY" and the title `title` or `not: TITLE`. `call` gets an expectation with the
// step's timeout, negated if the key is.
PlannedAction expecting(const ExpectKey& key, std::string title, ExpectCall call);

// Expects the page to show the target, or not to; reports point to `at`.
PlannedAction showing(const StepScope& scope, const YamlNode& at, const Target& target, bool negated);

// A key of `expect` with its reader. The schema, the check for unknown keys and the plan all use these rows.
struct ExpectRow {
  enum class About { Page, Element, Either };  // Element: needs a target; Either: may have one
  // Resources that the key reads or runs. Callers that restrict expectations refuse `Undeclared`, so a new row is
  // refused until it declares that it only looks at the page.
  enum class Touches { Undeclared, Page, Script, Files };
  ArgSpec spec;
  std::vector<PlannedAction> (*read)(const ExpectKey& key) = nullptr;
  About about = About::Page;
  Touches touches = Touches::Undeclared;
};

std::span<const ExpectRow> rows_about_elements();
std::span<const ExpectRow> rows_about_pages();
// The row of `screenshot`, also in rows_about_pages().
ExpectRow picture_row();
// The row of `vars`, also in rows_about_pages().
ExpectRow variables_row();
// The row with this name in either list; null for an unknown name.
const ExpectRow* find_expect_row(std::string_view name);

}  // namespace casement
