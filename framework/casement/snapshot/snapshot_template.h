// What a test expects a snapshot to contain, written in the snapshot's own dialect:
//
//   - iframe "Secure card number input frame":
//     - /url: /js\.pay\.test/
//     - textbox "Card number" [required] [disabled=false]
//     - button /^Pay/: Pay now
//   - list:
//     - /children: equal
//     - listitem
//
// Names and texts are exact (white space normalised) or /regular expressions/; what is not said may
// be anything. Lines may be indented alike, be blank, or be comments that begin with "#".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "casement/target/target.h"

namespace casement {

struct TemplateItem {
  // How the children must be found among those of the node.
  enum class Children {
    Contain,    // in this order, others may stand between
    Equal,      // these and no others
    DeepEqual,  // and so on, all the way down
  };

  std::size_t line = 0;  // of the template, from 1
  std::string source;    // as it was written, without its indentation
  bool is_text = false;  // `- text: …`
  std::string role;
  std::optional<TextPattern> name;
  std::vector<std::string> states;  // as in the brackets
  std::optional<TextPattern> text;
  std::vector<std::pair<std::string, TextPattern>> properties;  // by key, "/url"
  Children mode = Children::Contain;
  std::vector<TemplateItem> children;
};

// Throws Error{Authoring} that names the line and column, from 1; the trail holds the line and a
// caret.
std::vector<TemplateItem> parse_snapshot_template(std::string_view text);

}  // namespace casement
