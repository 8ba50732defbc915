// Which files the steps of a flow write and read, known from checking the flow. A flow may read what an earlier step
// writes, or another flow of the run. Plain data.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "casement/base/error.h"

namespace casement {

struct PlannedFiles {
  // A file that nobody has written yet.
  struct Missing {
    std::string name;
    std::string path;       // where it would be beside the flow
    Error error;            // at the place that names the file
    std::string role = {};  // of this role's options, which are read when a step first acts as the role; "" for none
  };

  std::set<std::string> written;  // normalized names, as steps give them: of the output folder, or absolute
  // Some names are known only when the flow runs, or a program of the user's may write any file.
  bool writes_unknown = false;
  std::vector<Missing> missing;  // read by a step or option; no earlier step writes them

  // Whether a step may write a file, or one in a folder, that a flow reads by this name; `path` is beside the flow.
  bool may_write(const std::string& name, const std::string& path) const;
  bool may_write(const Missing& one) const { return may_write(one.name, one.path); }
  void add_written(const std::string& name);
  void add_written(const PlannedFiles& other);
  void add(const PlannedFiles& other);  // with what is missing
  // Forgets missing files of roles that a step writes.
  void forgive_roles();
};

}  // namespace casement
