// Finds the browser: the one named by CASEMENT_BROWSER, else the first of chromium-headless-shell, chromium and
// google-chrome on PATH. Only BrowserLookup depends on the machine, so tests need no browser. Any thread.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace casement {

enum class BrowserKind {
  HeadlessShell,  // runs only without a window, and starts fastest
  Chrome,         // Chromium or Google Chrome
};

struct FoundBrowser {  // a browser on this machine
  std::string path;    // as CASEMENT_BROWSER or PATH names it; the program behind a known shell wrapper
  BrowserKind kind = BrowserKind::HeadlessShell;
};

// How the search asks the machine.
struct BrowserLookup {
  std::function<std::optional<std::string>(const std::string& name)> environment;
  std::function<bool(const std::string& path)> is_executable;
  // Returns the path with all symbolic links followed, or the path itself if that fails.
  std::function<std::string(const std::string& path)> resolve;

  static BrowserLookup of_this_machine();  // uses its environment and its disk
};

// Throws Error{Environment} if CASEMENT_BROWSER does not name an executable program, or if there is no browser. The
// message for a missing browser lists the searched folders and explains how to install a browser.
FoundBrowser find_browser(const BrowserLookup& lookup = BrowserLookup::of_this_machine());

// Finds a browser that can show a window, so no headless shell. Throws like `find_browser`, and Error{Environment} if
// there is no display. `asked_by` is for that message: "--headed".
FoundBrowser find_browser_with_window(std::string_view asked_by,
                                      BrowserLookup lookup = BrowserLookup::of_this_machine());

// The kind of browser, by the program's name.
BrowserKind browser_kind(std::string_view path);

}  // namespace casement
