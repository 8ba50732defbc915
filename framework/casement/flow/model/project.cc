#include "casement/flow/model/project.h"

#include <fmt/format.h>

#include <algorithm>

namespace casement {

std::string other_browser_version(const Project* project, std::string_view browser) {
  if (project == nullptr || project->browser_version.empty() || browser.empty()) return "";
  const std::size_t first = browser.find_first_of("0123456789");
  const std::size_t end = std::min(browser.find_first_not_of("0123456789.", first), browser.size());
  const std::string_view version = first < end ? browser.substr(first, end - first) : std::string_view();
  if ((std::string(version) + ".").starts_with(project->browser_version + ".")) return "";
  return fmt::format("the browser is {}, but {} names version {}", browser, project->file, project->browser_version);
}

}  // namespace casement
