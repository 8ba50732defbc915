#include "casement/process/find_chrome.h"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/runfiles.h"

namespace casement {
namespace {

constexpr std::array<std::string_view, 3> kNames{"chromium-headless-shell", "chromium", "google-chrome"};

constexpr std::string_view kInstallHint =
    "Install one (Debian, Ubuntu: apt-get install chromium-headless-shell) or set CASEMENT_BROWSER "
    "to the path of a Chromium or Chrome";

// Shell scripts that packages put on PATH, and the programs they run. A script without `exec` stays between this
// process and the browser, and signals and exit codes get lost.
struct Wrapper {
  std::string_view script;
  std::string_view program;
};
constexpr std::array<Wrapper, 3> kWrappers{
    Wrapper{"/usr/bin/chromium-headless-shell", "/usr/lib/chromium/chromium-headless-shell"},
    Wrapper{"/usr/bin/chromium", "/usr/lib/chromium/chromium"},
    Wrapper{"/opt/google/chrome/google-chrome", "/opt/google/chrome/chrome"},
};

FoundBrowser found(const std::string& path, const BrowserLookup& lookup) {
  const std::string target = lookup.resolve(path);
  for (const Wrapper& wrapper : kWrappers) {
    if (target != wrapper.script) continue;
    std::string program(wrapper.program);
    if (lookup.is_executable(program)) return {program, browser_kind(program)};
  }
  // Returns the path as found, because some links, such as snap's, lead to a launcher that needs their name.
  const bool is_shell =
      browser_kind(path) == BrowserKind::HeadlessShell || browser_kind(target) == BrowserKind::HeadlessShell;
  return {path, is_shell ? BrowserKind::HeadlessShell : BrowserKind::Chrome};
}

std::vector<std::string> path_folders(const BrowserLookup& lookup) {
  const std::string path = lookup.environment("PATH").value_or("/usr/local/bin:/usr/bin:/bin");
  std::vector<std::string> folders;
  std::size_t begin = 0;
  while (begin <= path.size()) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    // An empty entry means the working folder to a shell; this search ignores it.
    if (end > begin) folders.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return folders;
}

std::optional<std::string> find_on_path(std::string_view name, const BrowserLookup& lookup) {
  for (const std::string& folder : path_folders(lookup)) {
    std::string candidate = (std::filesystem::path(folder) / name).string();
    if (lookup.is_executable(candidate)) return candidate;
  }
  return std::nullopt;
}

}  // namespace

BrowserLookup BrowserLookup::of_this_machine() {
  return {
      [](const std::string& name) -> std::optional<std::string> {
        const char* value = std::getenv(name.c_str());
        return value == nullptr ? std::nullopt : std::optional<std::string>(value);
      },
      [](const std::string& path) {
        std::error_code error;
        return std::filesystem::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
      },
      [](const std::string& path) {
        std::error_code error;
        const std::filesystem::path target = std::filesystem::canonical(path, error);
        return error ? path : target.string();
      },
  };
}

FoundBrowser find_browser(const BrowserLookup& lookup) {
  const std::string chosen = lookup.environment("CASEMENT_BROWSER").value_or("");
  if (!chosen.empty()) {
    const bool is_path = chosen.find('/') != std::string::npos;
    const auto variable = [&](const char* name) { return lookup.environment(name); };
    std::optional<std::string> path = is_path ? chosen : find_on_path(chosen, lookup);
    if (is_path && !lookup.is_executable(chosen)) path = read_runfiles(variable).find(chosen);
    if (path && lookup.is_executable(*path)) return found(*path, lookup);
    throw Error(ErrorKind::Environment, "CASEMENT_BROWSER is \"" + chosen + "\", which is not " +
                                            (is_path ? "a program that can be run" : "the name of a program on PATH"));
  }
  std::string names;
  for (const std::string_view name : kNames) {
    if (const auto path = find_on_path(name, lookup)) return found(*path, lookup);
    names += names.empty() ? "" : ", ";
    names += name;
  }
  std::string folders;
  for (const std::string& folder : path_folders(lookup)) {
    folders += (folders.empty() ? "" : ":") + folder;
  }
  throw Error(ErrorKind::Environment, "no browser found: CASEMENT_BROWSER is not set, and none of " + names +
                                          " is on PATH (" + folders + "). " + std::string(kInstallHint));
}

FoundBrowser find_browser_with_window(std::string_view asked_by, BrowserLookup lookup) {
  const auto is_set = [&](const char* name) { return !lookup.environment(name).value_or("").empty(); };
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) {
    throw Error(ErrorKind::Environment, std::string(asked_by) + ": there is no display to show a window on",
                {"neither DISPLAY nor WAYLAND_DISPLAY is set; xvfb-run provides a virtual display"});
  }
  lookup.is_executable = [is_executable = lookup.is_executable](const std::string& path) {
    return browser_kind(path) != BrowserKind::HeadlessShell && is_executable(path);
  };
  return find_browser(lookup);
}

BrowserKind browser_kind(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const bool is_shell =
      name.find("headless-shell") != std::string_view::npos || name.find("headless_shell") != std::string_view::npos;
  return is_shell ? BrowserKind::HeadlessShell : BrowserKind::Chrome;
}

}  // namespace casement
