// Compares a snapshot with a template written by a test.
#pragma once

#include <string>
#include <string_view>

#include "casement/snapshot/snapshot.h"

namespace casement {

// Whether a snapshot contains a template, and if not, the nearest candidate.
struct TemplateMatch {
  bool matched = false;
  // The unmatched line of the template, the place of the search, and the nearest candidate. "" after a match.
  std::string message;
};

// Matches a template in the dialect of casement/snapshot/snapshot_template.h. Items of the first level must appear in
// this order anywhere on the page, including frames. The children of an item must appear among the children of its
// node. Throws Error{Authoring} for a template with a syntax error.
TemplateMatch match(const Snapshot& snapshot, std::string_view snapshot_template);

}  // namespace casement
