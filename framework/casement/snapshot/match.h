// Compares a snapshot with what a test expects it to contain.
#pragma once

#include <string>
#include <string_view>

#include "casement/snapshot/snapshot.h"

namespace casement {

// Whether a snapshot contains a template, and what came nearest.
struct TemplateMatch {
  bool matched = false;
  // Why not: the line of the template that was not found, where it was looked for, and what came
  // nearest. "" where it matched.
  std::string message;
};

// The template is in the dialect of casement/snapshot/snapshot_template.h. Its first level is found
// in this order anywhere on the page, frames included; the children of an item among the children
// of its node. Throws Error{Authoring} for a template that does not parse.
TemplateMatch match(const Snapshot& snapshot, std::string_view snapshot_template);

}  // namespace casement
