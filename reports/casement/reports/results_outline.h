// Reads from results.json only the fields that histories need, many times as fast as results::run_from_text. Pure.
#pragma once

#include <string_view>

#include "casement/results/model.h"

namespace casement::reports {

// Returns the run's facts and its cases: names, outcomes, durations, and the failures and steps of cases that did not
// pass. All other fields have their defaults and are not checked. Throws Error{Usage} if a field that histories need
// has an unexpected form: run_from_text may still read the text, or gives the reason why not.
results::Run outline_from_text(std::string_view text);

}  // namespace casement::reports
