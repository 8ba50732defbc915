// What a room above, or a part of the engine that no page needs, keeps with a page: made when it is first asked for
// (PageSession::extension), gone with the page. What it keeps for each frame is a PerFrame. Where it needs events, its
// constructor enters rows in PageSession::events(). The caller holds the engine lock.
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

  // What a session of the page is sent before its first document runs.
  virtual std::vector<cdp::Command> begin_session(const cdp::SessionId&) { return {}; }
};

}  // namespace casement
