// Copies of pages for a trace: the DOM of every frame as data (js/dom_copy.js), and the style sheets, pictures and
// fonts that the page received. The pages can be drawn again from the copies, without their scripts and without a
// network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "casement/base/deadline.h"
#include "casement/base/json.h"

namespace casement {

class PageSession;

// For one case. The calling thread holds no lock.
class PageCopier {
 public:
  // The visible frames of the page in document order, and the resources that this copier has not returned before:
  //   {"frames": [{"ordinal", "parent", "owner", "document", "url", "failure"?, "copy"?}…],
  //    "resources": [{"url", "type", "body"}…], "left_out": ["…"]}
  // "owner" is the number in the copy of the parent's document at the element that holds the frame, "document"
  // identifies the document, and "body" is base64. The copy of a document that this copier has copied before
  // contains only what has changed. "left_out" says in words what is missing. Throws the errors of
  // query_all_frames for the main frame.
  Json copy(PageSession& page, Deadline deadline);

 private:
  void add_resources(PageSession& page, Json& moment, Deadline deadline);

  std::map<std::string, std::uint64_t> copied_;  // document → number of its last copy
  std::uint64_t newest_ = 0;                     // number of the last copy
  std::set<std::string> urls_;                   // of the resources
  std::size_t resource_bytes_ = 0;
};

}  // namespace casement
