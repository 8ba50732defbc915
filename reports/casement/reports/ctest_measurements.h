// Formats the numbers and files of a test, such as screenshots, that ctest stores for a dashboard.
#pragma once

#include <filesystem>
#include <string>

#include "casement/results/model.h"

namespace casement::reports {

// Returns markup to print if the program runs under ctest (which sets DASHBOARD_TEST_FROM_CTEST); paths of files are
// absolute. `folder` contains the written reports. See CMake's manual of ctest, "Additional Test Measurements".
std::string ctest_measurements(const results::Run& run, const std::filesystem::path& folder);

}  // namespace casement::reports
