// The files that the steps of a flow write and read, known from checking the flow. A flow may read a file which an
// earlier step or another flow of the run writes. Plain data.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "casement/base/error.h"

namespace casement {

struct PlannedFiles {
  // A file that does not exist yet.
  struct Missing {
    std::string name;
    std::string path;       // beside the flow
    Error error;            // at the place that names the file
    std::string user = {};  // the user whose options name the file, read at its first step; "" for none
  };

  std::set<std::string> written;  // normalized names as in steps: inside the output folder, or absolute
  // Some names are known only when the flow runs, or a step starts a program, which may write any file.
  bool writes_unknown = false;
  std::vector<Missing> missing;  // read by a step or option, written by no earlier step

  // Whether a step may write the file that a flow reads as `name`, or a file in the folder `name`; `path` is beside the
  // flow.
  bool may_write(const std::string& name, const std::string& path) const;
  bool may_write(const Missing& one) const { return may_write(one.name, one.path); }
  void add_written(const std::string& name);
  void add_written(const PlannedFiles& other);
  void add(const PlannedFiles& other);  // also `missing`
  // Removes missing files of users if a step writes them.
  void forgive_roles();
};

}  // namespace casement
