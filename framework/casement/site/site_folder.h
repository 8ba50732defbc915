// Where a site's folder is, by its name.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace casement {

// The folder NAME below the folder that CASEMENT_SITES names; without that variable, pages/NAME in
// `start` or the nearest folder above it. NAME may also be a path to a folder with a site.yaml.
// Throws Error{Environment} that says where was looked and which sites there are.
std::filesystem::path find_site_folder(const std::string& name, const std::filesystem::path& start);

// The folders of all sites that could be named there, the nearest first, each folder's by name.
std::vector<std::filesystem::path> site_folders(const std::filesystem::path& start);

}  // namespace casement
