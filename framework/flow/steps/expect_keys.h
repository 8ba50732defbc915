// What `expect` can say, and how each of its keys becomes an expectation of the plan. Used by the
// files of that step alone.
#pragma once

#include <functional>
#include <optional>
#include <string>

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

std::vector<ArgSpec> keys_about_elements();
std::vector<ArgSpec> keys_about_pages();
// Whether the key says something about a target beside it.
bool is_about_element(std::string_view key);
std::vector<PlannedAction> expect_of_element(const ExpectKey& key);
PlannedAction expect_of_page(const ExpectKey& key);

}  // namespace casement
