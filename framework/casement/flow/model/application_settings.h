// The application whose page a case has, as a flow's header says. Plain data.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/yaml/yaml_source.h"

namespace casement {

struct ApplicationSettings {
  std::vector<std::string> command;                // a program and its arguments
  std::string name;                                // what reports call it: its program
  std::string window = "*";                        // title or address of the page that the case has
  std::map<std::string, std::string> environment;  // over that of the run
  std::string folder;                              // that it begins in, "" for the run's own
  Milliseconds timeout{30'000};                    // until its debugging port answers
  YamlPlace place;                                 // where the flow says it
};

}  // namespace casement
