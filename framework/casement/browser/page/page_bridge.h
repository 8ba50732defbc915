// Brings the bridge to the documents of a page that lack it, sends it calls, and answers what it asks for. None of this
// waits. The caller holds the engine lock.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "casement/bridge/bridge.h"
#include "casement/browser/events/event_table.h"
#include "casement/browser/frames/marker_boxes.h"
#include "casement/browser/network/foreign_sheets.h"
#include "casement/cdp/connection.h"

namespace casement {

struct Frame;
class PageSession;

class PageBridge {
 public:
  // The page has its frames and its network log already.
  explicit PageBridge(PageSession& page) : page_(page) {}

  void register_events(EventTable& events);
  void on_session_gone(const cdp::SessionId& session) { brought_.erase(session); }
  // As PageSession::post_bridge.
  cdp::Call post(const Frame& frame, const BridgeCall& call);

 private:
  // The bridge in this world has called its binding.
  cdp::Effects on_news(const cdp::SessionId& session, int context_id, const std::string& news);
  // What brings the bridge to the document of a frame that lacks it. Precondition: frame.world.
  std::vector<cdp::Command> bring(const Frame& frame);

  PageSession& page_;
  ForeignSheets foreign_sheets_;
  MarkerBoxes marker_boxes_;
  std::map<cdp::SessionId, int> brought_;  // to how many documents of a frame's session the bridge was brought
};

}  // namespace casement
