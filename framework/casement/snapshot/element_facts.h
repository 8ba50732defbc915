// What a reading says of a document and of each element in it, beside what a snapshot shows, where the whole tree is
// asked for (js/whole_tree.js). Views point into the reading.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace casement {

// Why a person does not see an element.
enum class HiddenBy : std::uint8_t {
  Nothing,
  Display,     // display: none, on it or around it
  Visibility,  // visibility: hidden
  Opacity,     // opacity: 0, on it or around it
  Size,        // its box has no area
  Inert,       // HTML section 6.3
  Details,     // what a closed details holds
  Content,     // content-visibility: hidden
  Control,     // a native control in which a component keeps its value, aria-hidden and shown to nobody
};

// Why an element counts as one that can be used. The first that holds.
enum class UsedBy : std::uint8_t {
  Nothing,
  Semantic,   // by its element: a button, a link, a control
  Role,       // a widget role (ARIA 1.2 section 5.3.2) by its author or where it stands
  Editable,   // an editing host
  Handler,    // an event handler attribute
  Framework,  // an attribute by which a framework listens
  Listener,   // a script listens there for the pointer, as the browser says
  TabIndex,   // it can have the focus
  Cursor,     // the pointer turns into a hand
  Class,      // what it is called, a guess
};

inline constexpr std::array<std::string_view, 9> kHiddenByWords{"",      "display", "visibility", "opacity", "size",
                                                                "inert", "details", "content",    "control"};
inline constexpr std::array<std::string_view, 10> kUsedByWords{
    "", "semantic", "role", "editable", "handler", "framework", "listener", "tabindex", "cursor", "class"};

// The word that JSON has for it; "" for Nothing.
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
  std::string_view key;         // what its author tells it by from its like: data-key, data-id, data-row-key, name
  std::uint32_t number = 0;     // its name in its document, for the document's life; from 1
  std::uint32_t unread = 0;     // elements in it that were not read, since nobody sees them
  HiddenBy hidden_by = HiddenBy::Nothing;
  UsedBy used_by = UsedBy::Nothing;
  bool hosts_open_root = false;
  bool hosts_closed_root = false;
  bool space_behind = false;  // white space stands between it and what comes next
  bool carried = false;       // the number is that of an element for which it stands (dom/document_ids.h)
  // Of an owner of a frame: where the document in it begins, from the corner of its box, in CSS px; and how much larger
  // that is shown than it is.
  double inset_left = 0, inset_top = 0, scale = 1;
};

// In CSS px.
struct DocumentFacts {
  int viewport_width = 0, viewport_height = 0;
  int scroll_x = 0, scroll_y = 0;
  int width = 0, height = 0;
  int shadow_roots = 0;
};

}  // namespace casement
