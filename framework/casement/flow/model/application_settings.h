// The application whose page a case acts on, from the flow's header. Plain data.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/yaml/yaml_source.h"

namespace casement {

struct ApplicationSettings {
  std::vector<std::string> command;                // a program and its arguments
  std::string name;                                // for reports: the name of its program
  std::string window = "*";                        // title or address of the page to act on
  std::map<std::string, std::string> environment;  // overrides the run's environment
  std::string folder;                              // the working folder; "": the run's
  Milliseconds timeout{30'000};                    // for its debugging port to answer
  YamlPlace place;                                 // in the flow
};

}  // namespace casement
