// A file chooser that the page has asked for, as Chrome tells of it instead of showing it (Page.fileChooserOpened).
#pragma once

#include <optional>

#include "casement/cdp/message.h"

namespace casement {

struct FileChooser {
  cdp::SessionId session;
  bool is_multiple = false;
  std::optional<int> backend_node;  // of the file input; nothing where a script asked without one
};

}  // namespace casement
