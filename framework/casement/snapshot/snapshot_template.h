// Parses the template that a test expects a snapshot to contain, written in the snapshot's own dialect:
//
//   - iframe "Secure card number input frame":
//     - /url: /js\.pay\.test/
//     - textbox "Card number" [required] [disabled=false]
//     - button /^Pay/: Pay now
//   - list:
//     - /children: equal
//     - listitem
//
// Names and texts are exact (white space normalised) or /regular expressions/; anything omitted matches any value.
// Lines may share an indentation, be blank, or be comments that begin with "#".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "casement/target/target.h"

namespace casement {

struct TemplateItem {
  // How the children must match the children of the node.
  enum class Children {
    Contain,    // in this order, with others in between allowed
    Equal,      // exactly these
    DeepEqual,  // exactly these, on all levels below
  };

  std::size_t line = 0;  // in the template, counted from 1
  std::string source;    // as written, without indentation
  bool is_text = false;  // `- text: …`
  std::string role;
  std::optional<TextPattern> name;
  std::vector<std::string> states;  // as in the brackets
  std::optional<TextPattern> text;
  std::vector<std::pair<std::string, TextPattern>> properties;  // by key, "/url"
  Children mode = Children::Contain;
  std::vector<TemplateItem> children;
};

// Throws Error{Authoring} with the line and column, counted from 1; the trail contains the line and a caret.
std::vector<TemplateItem> parse_snapshot_template(std::string_view text);

}  // namespace casement
