// Options for starting a browser, and the command line that follows from them. Pure, except Machine::of_this_process.
// Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "casement/process/find_chrome.h"

namespace casement {

// Chrome's option for LaunchOptions::trusted_keys.
inline constexpr const char* kTrustedKeysArgument = "--ignore-certificate-errors-spki-list=";

struct LaunchOptions {
  FoundBrowser browser = {};     // an empty path: find_browser() finds it at the start
  bool headed = false;           // show the window; Chrome only
  bool without_sandbox = false;  // as with CASEMENT_NO_SANDBOX=1
  bool listens = false;          // also at a port of this machine that Chrome chooses, for other processes
  // Chrome's --host-resolver-rules, e.g. "MAP *.test 127.0.0.1:8123"; empty for none.
  std::string host_resolver_rules = {};
  // "socks5://127.0.0.1:1080": Chrome sends everything through this proxy, requests to this machine too, and sends
  // nothing that cannot use a proxy. The proxy resolves host names, so the rules above are not used. "" for none.
  std::string proxy_server = {};
  // For example the proxy of a company's network, in the same format: hosts mapped by the rules bypass it. Not used
  // with `proxy_server`. "" for none.
  std::string outer_proxy = {};
  // Public keys whose certificates only this browser accepts, even if they are invalid: base64 of the SHA-256 of the
  // key info. For fixture servers.
  std::vector<std::string> trusted_keys = {};
  int window_width = 1280;  // CSS pixels, with the window's frame if it has one
  int window_height = 720;
  std::vector<std::string> extra_arguments = {};  // appended last, so that they override others
};

// The properties of the machine that influence the arguments.
struct Machine {
  bool is_root = false;
  bool refuses_sandbox = false;           // CASEMENT_NO_SANDBOX=1
  std::uint64_t shared_memory_bytes = 0;  // size of /dev/shm; 0 if there is none

  static Machine of_this_process();  // the machine that runs this process
};

// The arguments after the program's name, for a browser controlled over its pipe with its profile in `profile_folder`.
// Throws Error{Usage} if a headless shell has to show a window, and if an extra argument names the debugging pipe or
// port or the profile folder, which Casement needs itself.
std::vector<std::string> browser_arguments(const LaunchOptions& options, const Machine& machine,
                                           const std::string& profile_folder);

// The arguments for a Chrome started by a WebDriver server on another machine: by the same options except
// `proxy_server` and `listens`, without arguments that depend on this machine and without those that a driver sets
// itself. Throws Error{Usage} for the same extra arguments.
std::vector<std::string> arguments_elsewhere(const LaunchOptions& options);

// The warning in reports if the user has turned off Chrome's sandbox; "" if not. Root's Chrome never has a sandbox.
std::string sandbox_warning(const LaunchOptions& options, const Machine& machine);

// Notes for people about arguments that this machine requires; one line each.
std::vector<std::string> launch_notes(const Machine& machine);

// Advice for a browser that wrote this to standard error and ended while it started, in lines; empty if there is none.
std::vector<std::string> start_advice(std::string_view standard_error);

}  // namespace casement
