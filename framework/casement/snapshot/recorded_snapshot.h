// The text of a recorded snapshot as a tree again, so that a target finds its elements after the page has gone.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "casement/snapshot/node.h"
#include "casement/snapshot/snapshot_template.h"
#include "casement/target/target.h"

namespace casement {

class RecordedSnapshot {
 public:
  // `text`: a Snapshot's text. Throws Error{Authoring} for any other text.
  explicit RecordedSnapshot(std::string_view text);
  RecordedSnapshot(const RecordedSnapshot&) = delete;  // the nodes point to the items
  RecordedSnapshot& operator=(const RecordedSnapshot&) = delete;

  // A line for each element that matches, in document order: role, name and states, and the value or the text in the
  // element, at most 200 characters. Throws Error{Usage} for a target that only the page can answer, such as css=, and
  // Error{Authoring} for a regular expression with a syntax error. Nothing matches a ref that the text does not
  // contain.
  std::vector<std::string> lines_of(const Target& target) const;

 private:
  void add(const TemplateItem& item, NodeIndex parent, std::uint32_t frame);
  std::string line_of(NodeIndex at) const;
  std::string text_in(NodeIndex at) const;

  std::vector<TemplateItem> items_;
  Nodes nodes_;
  std::vector<const TemplateItem*> item_of_;  // by node; null for a text on the line of its element
  std::uint32_t newest_frame_ = 0;
};

}  // namespace casement
