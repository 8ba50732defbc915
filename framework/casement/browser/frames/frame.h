// A frame as the protocol reports it, and the effects of events on the frame's document. Only FrameTree changes
// frames; all other code uses const frames. Use PerFrame to store further data for a frame.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "casement/bridge/bridge.h"
#include "casement/browser/frames/frame_navigation.h"
#include "casement/browser/values/frame_id.h"
#include "casement/cdp/message.h"

namespace casement {

// The isolated world of one document. Refs identify a document by the unique id of the world: a new document always has
// a new world, and `document.open` preserves the world.
struct World {
  std::string unique_id;
  int context_id = 0;
  // The part of the bridge that is in the document or on the way to it: a session executes commands in order.
  std::optional<BridgePart> bridge;
  bool bridge_sent = false;  // the bridge was called at least once
};

// The range of refs for one document of a frame. Local numbers continue across documents, so that a number identifies
// its document and is never reused. A document from the back/forward cache has the same world again, and two entries.
struct DocumentRefs {
  std::string world_id;
  int first_ref = 1;
  std::string url;
};

// A frame's document, as described by Page.Frame and Network.
struct FrameDocument {
  std::string url;
  std::string origin;
  // Page.Frame.domainAndRegistry of the address: "" if the address has none (an IP address, localhost, about:), empty
  // if the browser does not report the field.
  std::optional<std::string> registered_domain;
  std::string loader_id;
  std::string unreachable_url;  // set while Chrome's error page is shown instead
  std::string load_error;       // Chrome's reason for the error page, e.g. "net::ERR_BLOCKED_BY_RESPONSE"
  int status = 0;               // the status of the document's HTTP response, 0 for none
};

// Reads the protocol's Page.Frame; Network reports the error and the status.
FrameDocument document_of(const Json& frame, std::string load_error, int status);

struct Frame : FrameDocument {
  FrameId id;
  FrameId parent;                 // "" for the main frame
  std::vector<FrameId> children;  // in order of attachment
  cdp::SessionId session;         // "" while the frame moves between processes

  std::string name;  // the name attribute
  // Why the newest navigation ended without a document (a download, an empty response, or Chrome's "net::…"), and its
  // address; "" if there was no such navigation.
  std::string no_document;
  std::string no_document_url;
  int no_document_status = 0;  // the status of the HTTP response that ended the navigation, 0 for none
  Deadline::Clock::time_point attached = Deadline::Clock::now();
  bool has_committed = false;  // false during the initial empty document
  bool dom_ready = false;
  bool loaded = false;
  bool crashed = false;
  // Chrome's net error if the rest of the document will not arrive; "" if the document is complete or loading.
  std::string cut_off;
  // Style sheets and scripts, by request id, that block the rendering of the document.
  std::vector<std::pair<std::string, std::string>> blocking;  // id, address
  // The parent has loaded another document, but the process of this frame has not reported the frame's end: Chrome may
  // report a child in another process before the parent's commit.
  bool parent_replaced = false;
  FrameNavigation navigation;  // the navigation to another document

  std::optional<World> world;  // reset and refilled; each refill is a new generation
  std::uint64_t generation = 0;
  bool world_requested = false;        // requested explicitly, for a document that created no world
  bool world_given_up = false;         // a whole deadline passed without a world
  std::uint64_t children_removed = 0;  // ever; owners read before the latest removal are outdated
  int last_ref = 0;                    // the highest local number known to C++
  std::vector<DocumentRefs> documents;

  // The element that contains the frame, once known. The owner is valid for the frame's life, because moving the
  // element creates another frame.
  std::optional<int> owner_ref;        // local ref in the parent's document
  std::uint64_t owner_generation = 0;  // of the parent's document

  int ordinal = -1;  // assigned when the frame is first shown; 0 is the main frame

  // Events from FrameTree about the frame's document. A bool result reports whether the frame changed.

  // A frame in a separate process reports no name: "" leaves the name unchanged.
  void on_committed(std::string told_name, FrameDocument document);
  void on_document_opened(const std::string& script_url);
  bool on_lifecycle(const std::string& loader, const std::string& event);
  void on_blocking_request(const std::string& loader, std::string request, std::string address);
  bool on_request_ended(const std::string& request, const std::string& failure);
};

// A document has begun in the frame, but its content may be incomplete. about:blank never counts as being parsed,
// because Chrome need not report that such an empty document is ready.
bool is_being_parsed(const Frame& frame);

// The document is invisible so far, because style sheets or scripts that block rendering have not arrived (HTML section
// 3.1.4.4 "render-blocked").
bool is_render_blocked(const Frame& frame);

// The first document of a child frame is on the way, or the document of a child frame is still being parsed. False for
// the main frame.
bool is_coming(const Frame& frame);

// True for a frame in another process than the parent; Chrome moves frames of other sites and sandboxed frames into
// other processes. QtWebEngine, and Chrome with little memory, may use one process for all frames. Then true for a
// frame of another site: HTML, 7.1.1 "schemelessly same site" and "same site".
bool is_cross_site(const Frame& frame, const Frame* parent);

}  // namespace casement
