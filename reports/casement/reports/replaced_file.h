// Writes the files of reports.
#pragma once

#include <filesystem>
#include <string_view>
#include <system_error>

#include "casement/base/error.h"

namespace casement::reports {

// "cannot write the report PATH: REASON".
Error cannot_write(const std::filesystem::path& path, const std::error_code& reason);

// Creates a folder of reports with its parents, accessible only to their owner. Throws Error{Environment}.
void make_report_folder(const std::filesystem::path& folder);

// Replaces a file atomically, so that no reader sees half a file. Only the owner may read the file, because reports
// contain the content of pages. If the file cannot be written (a full disk), the earlier file stays, and
// Error{Environment} is thrown with the path and the reason.
void replace_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace casement::reports
