// Facts about a run that every report contains.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "casement/results/model.h"

namespace casement::reports {

// Sets the machine, the current time, and the build, if a build server describes it.
void describe_run(results::RunInfo& info);

// Converts seconds since 1970 to "2026-03-01T09:30:00Z", for the years 0 to 9999.
std::string time_text(std::int64_t seconds);
// Converts the start of a run, "2026-03-01T09:30:00Z", to seconds since 1970; empty if `started` is not a time.
std::optional<std::int64_t> seconds_since_1970(const std::string& started);

}  // namespace casement::reports
