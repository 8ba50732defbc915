// Facts about a document and its elements that a snapshot does not show. Only readings of the whole tree contain these
// facts (js/whole_tree.js). Views point into the reading.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace casement {

// The reason why a person cannot see an element.
enum class HiddenBy : std::uint8_t {
  Nothing,
  Display,     // display: none, on the element or an ancestor
  Visibility,  // visibility: hidden
  Opacity,     // opacity: 0, on the element or an ancestor
  Size,        // the box has no area
  Inert,       // HTML section 6.3
  Details,     // inside a closed details element
  Content,     // content-visibility: hidden
  Control,     // a hidden native control in which a component stores its value; aria-hidden
};

// The reason why an element counts as usable; the first that applies.
enum class UsedBy : std::uint8_t {
  Nothing,
  Semantic,   // native semantics: a button, a link, a control
  Role,       // a widget role (ARIA 1.2 section 5.3.2), set by the author or implied by context
  Editable,   // an editing host
  Handler,    // an event handler attribute
  Framework,  // an event attribute of a framework
  Listener,   // a script listens for pointer events, according to the browser
  TabIndex,   // the element is focusable
  Cursor,     // the cursor is a pointing hand
  Class,      // the class name suggests it; a guess
};

inline constexpr std::array<std::string_view, 9> kHiddenByWords{"",      "display", "visibility", "opacity", "size",
                                                                "inert", "details", "content",    "control"};
inline constexpr std::array<std::string_view, 10> kUsedByWords{
    "", "semantic", "role", "editable", "handler", "framework", "listener", "tabindex", "cursor", "class"};

// The word in JSON; "" for Nothing.
constexpr std::string_view to_string(HiddenBy reason) {
  return kHiddenByWords[static_cast<std::size_t>(reason)];
}
constexpr std::string_view to_string(UsedBy reason) {
  return kUsedByWords[static_cast<std::size_t>(reason)];
}

struct ElementFacts {
  std::string_view tag;
  std::string_view html_id;
  std::string_view test_id;
  std::string_view input_type;  // of an input or button
  std::string_view key;         // distinguishes it from its siblings: data-key, data-id, data-row-key, name
  std::uint32_t number = 0;     // identifies the element within its document, for the document's life; from 1
  std::uint32_t unread = 0;     // number of hidden elements inside that were not read
  HiddenBy hidden_by = HiddenBy::Nothing;
  UsedBy used_by = UsedBy::Nothing;
  bool hosts_open_root = false;
  bool hosts_closed_root = false;
  bool space_behind = false;  // white space separates it from the next node
  bool carried = false;       // has the number of a removed element that it replaces (dom/document_ids.h)
  // For the owner of a frame: the offset of the frame's document from the corner of the owner's box, in CSS px, and the
  // factor by which the document is shown enlarged.
  double inset_left = 0, inset_top = 0, scale = 1;
};

// All lengths are in CSS px.
struct DocumentFacts {
  int viewport_width = 0, viewport_height = 0;
  int scroll_x = 0, scroll_y = 0;
  int width = 0, height = 0;
  int shadow_roots = 0;
};

}  // namespace casement
