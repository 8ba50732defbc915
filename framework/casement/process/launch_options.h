// What a browser is started with, and the command line that follows from it. Pure. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "casement/process/find_chrome.h"

namespace casement {

struct LaunchOptions {
  FoundBrowser browser = {};  // an empty path: found by find_browser() at the start
  bool headed = false;        // show the window; Chrome only
  bool listens = false;       // also at a port of this machine that Chrome chooses, for other processes
  // Chrome's --host-resolver-rules, e.g. "MAP *.test 127.0.0.1:8123"; empty: none.
  std::string host_resolver_rules = {};
  // "socks5://127.0.0.1:1080": everything that Chrome sends goes there, also to this machine, and what cannot go by a
  // proxy is not sent. The proxy finds the hosts, so the rules above are not used. "": none.
  std::string proxy_server = {};
  // The same spelling for the proxy of a company's network, say: what the rules map does not go there. "": none.
  std::string outer_proxy = {};
  // Public keys whose certificates this browser alone accepts, whatever is wrong with them: base64 of
  // the SHA-256 of the key info. For fixture servers.
  std::vector<std::string> trusted_keys = {};
  int window_width = 1280;  // CSS pixels, with the frame of the window where there is one
  int window_height = 720;
  std::vector<std::string> extra_arguments = {};  // come last, so that they win
};

// The properties of the machine that the arguments depend on.
struct Machine {
  bool is_root = false;
  std::uint64_t shared_memory_bytes = 0;  // size of /dev/shm; 0 where there is none

  static Machine of_this_process();  // the one it runs on
};

// The arguments after the program's name, for a browser driven over its pipe whose profile is in
// `profile_folder`. Throws Error{Usage} where a headless shell is asked for a window, and where an
// extra argument is one that this library depends on.
std::vector<std::string> browser_arguments(const LaunchOptions& options, const Machine& machine,
                                           const std::string& profile_folder);

// Those of a Chrome that somebody else starts, on another machine: by the same options, without what follows from this
// machine, and without what a driver sets itself.
std::vector<std::string> arguments_elsewhere(const LaunchOptions& options);

// Notes for people about arguments that the machine made necessary; one line each.
std::vector<std::string> launch_notes(const Machine& machine);

// Advice about a browser that wrote these words and ended while it started, in lines; none where there is none.
std::vector<std::string> start_advice(std::string_view standard_error);

}  // namespace casement
