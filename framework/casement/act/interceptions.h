// Drags and file choosers that a page has opened and that Chrome hands to Casement instead of to the desktop, while the
// interception is enabled. The caller holds the engine lock.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "casement/browser/page/page_session.h"

namespace casement {

// From Page.fileChooserOpened, which Chrome sends instead of showing the chooser.
struct FileChooser {
  cdp::SessionId session;
  bool is_multiple = false;
  std::optional<int> backend_node;  // of the file input; empty if a script opened a picker without an input
};

class Interceptions : public PageExtension {
 public:
  explicit Interceptions(PageSession& page);
  static Interceptions& of(PageSession& page) { return page.extension<Interceptions>(); }

  // Returns the data of a drag that has begun in the page (Input.DragData), if any, and forgets the drag.
  std::optional<Json> take_drag() { return std::exchange(drag_, std::nullopt); }
  bool has_drag() const { return drag_.has_value(); }
  std::optional<FileChooser> take_file_chooser() { return std::exchange(file_chooser_, std::nullopt); }
  bool has_file_chooser() const { return file_chooser_.has_value(); }

 private:
  std::optional<Json> drag_;
  std::optional<FileChooser> file_chooser_;
};

}  // namespace casement
