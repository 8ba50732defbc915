// Finding the browser: the one named by CASEMENT_BROWSER, else the first of
// chromium-headless-shell, chromium and google-chrome on PATH. Pure but for BrowserLookup, so that
// it is specified without a browser. Any thread.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace casement {

enum class BrowserKind {
  HeadlessShell,  // can run without a window only, and starts fastest
  Chrome,         // Chromium or Google Chrome
};

struct FoundBrowser {  // a browser on this machine
  std::string path;    // absolute; the program itself where a distribution's shell wrapper was found
  BrowserKind kind = BrowserKind::HeadlessShell;
};

// What the search asks the machine.
struct BrowserLookup {
  std::function<std::optional<std::string>(const std::string& name)> environment;
  std::function<bool(const std::string& path)> is_executable;
  // The path with all symbolic links followed, or the path itself where that fails.
  std::function<std::string(const std::string& path)> resolve;

  static BrowserLookup of_this_machine();  // its environment and its disk
};

// Throws Error{Environment}: CASEMENT_BROWSER names nothing that can be run, or there is no
// browser; the message says where it was looked for and how to install one.
FoundBrowser find_browser(const BrowserLookup& lookup = BrowserLookup::of_this_machine());

// One that can show a window, which a headless shell cannot; throws as `find_browser`, and
// Error{Environment} where there is no display. `asked_by` is for that message: "--headed".
FoundBrowser find_browser_with_window(std::string_view asked_by,
                                      BrowserLookup lookup = BrowserLookup::of_this_machine());

// The kind that a program of this name is.
BrowserKind browser_kind(std::string_view path);

}  // namespace casement
