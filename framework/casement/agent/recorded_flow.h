// What an agent did, as steps of a flow: in which page of which role each was, and how a flow gets there. Pure; any
// thread.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/json.h"

namespace casement {

struct RecordedPage {
  enum class Kind { Own, New, Popup };  // its role's first, one that a step opened, one that a page opened
  Kind kind = Kind::Own;
  std::string role;
  std::string opener = "";      // the page that opened it; "" where that is not known
  std::size_t after_steps = 0;  // that were recorded when it was found
};

struct RecordedStep {
  std::string page;  // its handle
  std::string url;   // where that page was before the step
  Json step;
  bool is_unsure = false;    // its element has no description that means it alone
  bool was_covered = false;  // its element was covered and the press went to what covers it, which a flow never does
  Milliseconds timeout{0};   // that the step needs; 0: the flow's
};

// The path as a file in `folder` names it: relative to that folder. Both paths are absolute, or both are relative.
std::string path_beside(const std::string& folder, const std::string& path);

// The lines below "steps:". `pages` by their handles has those of all steps, and popups in which nothing was done;
// steps of other roles than `first_role` say so; paths of files are written as `folder`, the flow's, needs them.
// "new_page" is a step of the page that it opens, "close" of the one that it closes.
std::string recorded_flow_steps(const std::vector<RecordedStep>& steps,
                                const std::map<std::string, RecordedPage>& pages, const std::string& first_role,
                                const std::string& folder = "");

}  // namespace casement
