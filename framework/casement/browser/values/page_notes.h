// Observations about a page besides the results of calls; for reports and for the owner of the page.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace casement {

struct PageNotes {
  std::vector<std::string> warnings;        // about calls that succeeded, without duplicates
  std::vector<std::string> missed_changes;  // conditions that held at their deadline without a reported change
  std::vector<std::string> handler_errors;  // errors thrown by route and dialog handlers
  std::vector<std::string> option_errors;   // context options that Chrome rejected

  // The newest certificate that Casement refused in Chrome's place, and why; see relay_certificates.h.
  std::string refused_certificate;

  void warn(const std::string& text) {
    if (std::find(warnings.begin(), warnings.end(), text) == warnings.end()) warnings.push_back(text);
  }
};

}  // namespace casement
