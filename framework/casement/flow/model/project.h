// casement.yaml as authored and checked: the settings of the flows below its folder, for one environment and one of its
// projects. Plain data, safe to share between threads.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/flow/model/project_values.h"
#include "casement/frames/frame_policy.h"
#include "casement/yaml/yaml_source.h"

namespace casement {

inline constexpr const char* kProjectFile = "casement.yaml";

struct ServerSettings {              // a program to start before the tests
  std::string name;                  // for its log and for messages
  std::vector<std::string> command;  // a program and its arguments
  std::string url;                   // ready when this address answers; "": no such condition
  int port = 0;                      // ready when something listens on this port; 0: no such condition
  std::string log;                   // ready after a line that matches this expression; "": no such condition
  std::map<std::string, std::string> environment;
  std::string folder;            // the working folder
  bool reuse = false;            // use a running server instead
  Milliseconds timeout{30'000};  // to become ready
  YamlPlace place;               // in the file
};

struct LogSettings {                 // output of a program that Casement does not start
  std::string name;                  // for its copy and for messages
  std::string file;                  // which the program writes; "": the output of `command`
  std::vector<std::string> command;  // a program and its arguments
  std::string folder;                // the working folder of `command`
  YamlPlace place;                   // in the file
};

struct Project {            // the settings of casement.yaml for one choice
  std::string file;         // as in messages
  std::string environment;  // as chosen; "" for none
  std::string name;         // one of `projects`; "" for none
  std::shared_ptr<const YamlSource> source;

  // Defaults for the flows.
  std::optional<YamlNode> base_url;
  std::string site;
  YamlPlace site_place;
  std::vector<YamlEntry> uses;  // as written, the general one first; see case_options.h
  std::vector<YamlEntry> sets;  // named sets for `use`, each with its map
  FramePolicy frames;
  Milliseconds frame_timeout{0};           // 0: the page's default
  std::vector<YamlEntry> rules_of_frames;  // the sources of `frames`, the general one first
  Milliseconds timeout{0};                 // 0: the page's default
  Milliseconds case_timeout{0};            // 0: no limit
  int retries = -1;                        // -1: the run's number
  std::vector<YamlEntry> variables;
  ProjectValues values;  // of `variables`, for settings that are the same for every flow
  // Flows add their own tags and secrets.
  std::vector<std::string> tags;
  std::vector<std::string> secrets;

  std::vector<ServerSettings> servers;  // in starting order
  std::vector<LogSettings> logs;
  // Files of flows to run before and after all others, each list in its order.
  std::vector<std::string> set_up, tear_down;
  std::string report_folder;    // "" if not set
  std::string browser_version;  // "156" or "156.0.8078.79": the browser that the tests were written for; "" for any
  std::vector<std::string> reporters;
};

// Returns a warning if the file names another version of the browser; "" if it names none, or if `browser`, such as
// "Chromium 156.0.8078.79 headless shell", has this version. A version matches a longer one that continues it.
std::string other_browser_version(const Project* project, std::string_view browser);

// Whether programs run beside the flows.
inline bool has_programs(const Project& project) {
  return !project.servers.empty() || !project.logs.empty();
}

// Whether flows run before or after all others; false without a project.
inline bool has_flows_around(const Project* project) {
  return project != nullptr && !(project->set_up.empty() && project->tear_down.empty());
}

}  // namespace casement
