// Queries about the file system which throw only Error{Environment}, with the path and the system's reason. A query
// fails if a folder is unreadable, a path is too long, or a link leads to itself. A missing file is not an error. Any
// thread.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "casement/base/error.h"

namespace casement {

// "cannot DOING PATH: REASON".
Error file_system_error(std::string_view doing, const std::filesystem::path& path, const std::error_code& reason);
// The same for an exception of the standard library, so that no such exception leaves a public function.
Error file_system_error(const std::filesystem::filesystem_error& error);

bool path_exists(const std::filesystem::path& path);
bool is_folder(const std::filesystem::path& path);
bool is_file(const std::filesystem::path& path);  // whether a regular file, also through a link

// Throws if the working folder has been removed.
std::filesystem::path absolute_path(const std::filesystem::path& path);
// Throws if TMPDIR is not a folder.
std::filesystem::path temporary_folder();

// The paths in a folder, sorted, as FOLDER/NAME. Throws if the folder is missing or cannot be read.
std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder);

}  // namespace casement
