// Sends the bridge to documents of a page that lack it, sends calls to the bridge, and answers its requests. No
// function waits. Requires the engine lock.
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
  // `page` must already have its frames and network log.
  explicit PageBridge(PageSession& page) : page_(page) {}

  void register_events(EventTable& events);
  void on_session_gone(const cdp::SessionId& session) { brought_.erase(session); }
  // Same as PageSession::post_bridge.
  cdp::Call post(const Frame& frame, const BridgeCall& call);

 private:
  // Called when the bridge in this world has called its binding.
  cdp::Effects on_news(const cdp::SessionId& session, int context_id, const std::string& news);
  // The commands that send the bridge to a frame's document. Precondition: frame.world.
  std::vector<cdp::Command> bring(const Frame& frame);

  PageSession& page_;
  ForeignSheets foreign_sheets_;
  MarkerBoxes marker_boxes_;
  std::map<cdp::SessionId, int> brought_;  // the number of documents per frame session that got the bridge
};

}  // namespace casement
