// What ctest keeps of a test's output for a dashboard: numbers, and files such as screenshots.
#pragma once

#include <filesystem>
#include <string>

#include "casement/results/model.h"

namespace casement::reports {

// Markup to print when the program runs under ctest (which sets DASHBOARD_TEST_FROM_CTEST); files are
// named by their whole path. `folder` is where the reports were written. See CMake's manual of
// ctest, "Additional Test Measurements".
std::string ctest_measurements(const results::Run& run, const std::filesystem::path& folder);

}  // namespace casement::reports
