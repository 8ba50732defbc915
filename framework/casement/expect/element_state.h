// The states that an element can be expected in, with their words in flows.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace casement {

// An element that is not in the page is hidden and detached.
enum class ElementState {
  Attached,
  Checked,
  Collapsed,
  Detached,
  Disabled,
  Editable,
  Empty,
  Enabled,
  Expanded,
  Focused,
  Hidden,
  InViewport,
  Invalid,
  Pressed,
  Readonly,
  Required,
  Selected,
  Unchecked,
  Visible,
};

// "checked", "in_viewport".
std::string_view word_of(ElementState state);

}  // namespace casement
