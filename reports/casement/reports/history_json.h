// Converts a history to JSON and back: one string of outcomes and one string of durations for each case, and each text
// once. Equal histories have equal bytes. Pure.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "casement/reports/history.h"

namespace casement::reports {

// "outcomes" has a letter for each result; a number before a letter counts the runs in between without this case.
// "durations" has two characters for each result, in base 64 with the digits A–Z, a–z, 0–9, - and _.
// "failures" has an index for each letter f and k; -n repeats the index before it n times. Each failure is the indices
// of its message, step and place in "texts", or null for a text that the history did not keep.
nlohmann::json history_to_json(const History& history);
std::string history_to_text(const History& history);

// Throws Error{Usage} if the text is not a complete history of this version.
History history_from_text(std::string_view text);

}  // namespace casement::reports
