// Turns an agent's actions into the steps of a flow, including the steps that lead to the page and user of each action.
// Pure; any thread.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/json.h"

namespace casement {

struct RecordedPage {
  enum class Kind { Own, New, Popup };  // the first page of a user, opened by a step, or opened by a page
  Kind kind = Kind::Own;
  std::string user;
  std::string opener = "";      // the page that opened this one; "" if unknown
  std::size_t after_steps = 0;  // the number of steps recorded when the page was found
};

struct RecordedStep {
  std::string page;  // its handle
  std::string url;   // the page's address before the step
  Json step;
  bool is_unsure = false;    // no description identifies its element
  bool was_covered = false;  // the press went to another element that covered this one, which a flow never does
  Milliseconds timeout{0};   // required by the step; 0: the flow's default
};

// The path as written in a file in `folder`: relative to the folder. Both paths are absolute, or both are relative.
std::string path_beside(const std::string& folder, const std::string& path);

// The lines below "steps:". `pages` maps handles to the pages of all steps, and to popups without steps. Steps of other
// users than `first_user` name their user. Paths of files are relative to `folder`, the flow's. "new_page" is a step of
// the page that it opens, "close" of the page that it closes.
std::string recorded_flow_steps(const std::vector<RecordedStep>& steps,
                                const std::map<std::string, RecordedPage>& pages, const std::string& first_user,
                                const std::string& folder = "");

}  // namespace casement
