// A project's file, casement.yaml, as it was authored and checked: what it says of the flows below
// its folder, for one environment and one of its projects. Plain data, safe to share between
// threads.
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

struct ServerSettings {              // a program that is started before the tests
  std::string name;                  // of its log and in messages
  std::vector<std::string> command;  // a program and its arguments
  std::string url;                   // ready when this answers; "" for nothing
  int port = 0;                      // ready when something listens here; 0 for nothing
  std::string log;                   // ready when a line has this expression; "" for nothing
  std::map<std::string, std::string> environment;
  std::string folder;            // that it begins in
  bool reuse = false;            // one that is running already is taken
  Milliseconds timeout{30'000};  // to become ready
  YamlPlace place;               // where it stands
};

struct Project {            // what casement.yaml says, as it was chosen
  std::string file;         // as messages name it
  std::string environment;  // that was chosen; "" for none
  std::string name;         // of `projects`; "" for none
  std::shared_ptr<const YamlSource> source;

  // What flows are read with, where they say nothing themselves.
  std::optional<YamlNode> base_url;
  std::string site;
  YamlPlace site_place;
  std::vector<YamlEntry> uses;  // as they were authored, the general one first; see case_options.h
  std::vector<YamlEntry> sets;  // named ones for `use`, a name with its map each
  FramePolicy frames;
  Milliseconds frame_timeout{0};           // 0: the page's default
  std::vector<YamlEntry> rules_of_frames;  // what these were made of, the general one first
  Milliseconds timeout{0};                 // 0: the page's default
  Milliseconds case_timeout{0};            // 0: none
  int retries = -1;                        // -1: as the run says
  std::vector<YamlEntry> variables;
  ProjectValues values;  // of these, for all that is the same for every flow
  // What flows say adds to these.
  std::vector<std::string> tags;
  std::vector<std::string> secrets;

  std::vector<ServerSettings> servers;  // in the order in which they are started
  // Files of flows that run before all others, and after them; each in this order.
  std::vector<std::string> set_up, tear_down;
  std::string report_folder;  // "" where nothing is said
  std::vector<std::string> reporters;
};

// Whether flows run before or after all others; none do where there is no project.
inline bool has_flows_around(const Project* project) {
  return project != nullptr && !(project->set_up.empty() && project->tear_down.empty());
}

}  // namespace casement
