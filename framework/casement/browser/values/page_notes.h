// What is to be known of a page beside what its calls return; for reports, and for whoever made the page.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace casement {

struct PageNotes {
  std::vector<std::string> warnings;        // how calls went that did not fail, each once
  std::vector<std::string> missed_changes;  // conditions found to hold at their deadline, though no change was reported
  std::vector<std::string> handler_errors;  // what handlers of routes and dialogs threw
  std::vector<std::string> option_errors;   // what Chrome did not accept of the context's options

  void warn(const std::string& text) {
    if (std::find(warnings.begin(), warnings.end(), text) == warnings.end()) warnings.push_back(text);
  }
};

}  // namespace casement
