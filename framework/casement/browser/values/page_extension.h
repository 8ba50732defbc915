// Base class for the data that another module, or an optional part of the engine, stores with a page.
// PageSession::extension creates the extension on first use, and the page destroys it. Use PerFrame to store data for
// each frame. An extension that needs events adds handlers to PageSession::events() in the constructor. Requires the
// engine lock.
#pragma once

#include <vector>

#include "casement/cdp/message.h"

namespace casement {

class PageExtension {
 public:
  PageExtension() = default;
  virtual ~PageExtension() = default;
  PageExtension(const PageExtension&) = delete;
  PageExtension& operator=(const PageExtension&) = delete;

  // The commands for a new session of the page, sent before the session's first document runs.
  virtual std::vector<cdp::Command> begin_session(const cdp::SessionId&) { return {}; }
};

}  // namespace casement
