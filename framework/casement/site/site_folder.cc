#include "casement/site/site_folder.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/runfiles.h"
#include "casement/base/text.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

bool is_site(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / "site.yaml", ignored);
}

std::vector<std::string> sites_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (is_site(at->path())) names.push_back(at->path().filename().string());
  }
  return names;
}

// Folders that may contain sites, nearest first.
std::vector<fs::path> places_of_sites(const fs::path& start) {
  std::vector<fs::path> places;
  if (const char* sites = std::getenv("CASEMENT_SITES"); sites != nullptr && *sites != '\0') {
    std::error_code unknown;
    places.emplace_back(fs::exists(sites, unknown) ? sites : runfiles().find(sites).value_or(sites));
  } else {
    std::error_code error;
    // `start` is empty for a file in the working directory that was named without a folder.
    fs::path at = (start.empty() ? fs::current_path(error) : fs::absolute(start, error)).lexically_normal();
    if (!at.has_filename()) at = at.parent_path();  // for "pages/" and "."
    for (; !error; at = at.parent_path()) {
      if (fs::is_directory(at / "pages", error)) places.push_back(at / "pages");
      if (at == at.parent_path()) break;
      error.clear();
    }
  }
  return places;
}

}  // namespace

std::vector<fs::path> site_folders(const fs::path& start) {
  std::vector<fs::path> folders;
  for (const fs::path& place : places_of_sites(start)) {
    std::vector<std::string> names = sites_in(place);
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) folders.push_back(place / name);
  }
  return folders;
}

fs::path find_site_folder(const std::string& name, const fs::path& start) {
  const std::vector<fs::path> places = places_of_sites(start);
  std::vector<std::string> known;
  for (const fs::path& place : places) {
    if (is_site(place / name)) return place / name;
    for (std::string& site : sites_in(place)) known.push_back(std::move(site));
  }
  if (name.find('/') != std::string::npos && is_site(name)) return name;
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  std::vector<std::string> trail;
  for (const fs::path& place : places) trail.push_back("looked in " + place.string());
  if (places.empty())
    trail.push_back("there is no folder 'pages' in or above " +
                    (start.empty() ? "the working directory" : start.string()));
  if (!known.empty()) trail.push_back("sites: " + join(known, ", "));
  const std::string nearest = nearest_word(name, known);
  throw Error(ErrorKind::Environment,
              "there is no site '" + name + "'" + (nearest.empty() ? "" : " (did you mean '" + nearest + "'?)"), trail);
}

}  // namespace casement
