// Finds a site's folder by its name.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace casement {

// The folder NAME in the folder that CASEMENT_SITES names; without that variable, pages/NAME in `start` or the nearest
// folder above it. If no site has this name, NAME may also be a path with "/", from the working folder, to a folder
// with a site.yaml. Throws Error{Environment}, with the searched folders and the known sites in the trail.
std::filesystem::path find_site_folder(const std::string& name, const std::filesystem::path& start);

// The folders of all sites that could be named there, nearest first, then sorted by name.
std::vector<std::filesystem::path> site_folders(const std::filesystem::path& start);

}  // namespace casement
