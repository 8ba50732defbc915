// Failures that say nothing of what was tested: the browser ran elsewhere and has gone.
#pragma once

#include <string>

#include "casement/results/model.h"

namespace casement::results {

// The name of a case's property that leads to where its browser is seen, or to its film.
inline constexpr const char* kBrowserLink = "browser at the farm";

// By its type, "infrastructure" or "click.infrastructure".
bool is_infrastructure(const Failure& failure);

// Whether the case failed for that alone: what failed before its browser had gone is a failure of the case.
bool failed_by_infrastructure(const Case& one);

// Whether a case that failed may be begun again elsewhere as if nothing had been: it only opened pages, which is safe
// (RFC 9110 section 9.2.1), and looked at them.
bool has_not_acted(const Case& one);

// How a case that was begun again is marked, in its warnings: `why` is what its first browser's loss was called.
std::string begun_again(const std::string& why);

}  // namespace casement::results
