// One frame as the protocol has reported it, and how events about its document change it. FrameTree alone changes
// frames; all others see them as const. What somebody else has to keep for a frame is a PerFrame of theirs.
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

// The isolated world of one document. Its unique id is the document's identity for refs: a new
// document always has a new world, and `document.open` keeps it.
struct World {
  std::string unique_id;
  int context_id = 0;
  // What of the bridge is in the document, or on its way: a session's commands keep their order.
  std::optional<BridgePart> bridge;
  bool bridge_sent = false;  // the bridge was called once
};

// Which refs belong to which document of a frame. Local numbers go on over documents, so that a
// number says which document it was given in and none is ever re-bound. A document that comes back
// from the back/forward cache has its world again, and two entries.
struct DocumentRefs {
  std::string world_id;
  int first_ref = 1;
  std::string url;
};

// The document in a frame, as Page.Frame and Network describe it.
struct FrameDocument {
  std::string url;
  std::string origin;
  // Page.Frame.domainAndRegistry: of its address, "" where that has none (an IP address, localhost, about:); none
  // where the browser does not say.
  std::optional<std::string> registered_domain;
  std::string loader_id;
  std::string unreachable_url;  // set while Chrome's error page stands in
  std::string load_error;       // Chrome's reason for it, e.g. "net::ERR_BLOCKED_BY_RESPONSE"
  int status = 0;               // of the HTTP response that the document came with, 0 for none
};

// Reads the protocol's Page.Frame. Network reports the other two.
FrameDocument document_of(const Json& frame, std::string load_error, int status);

struct Frame : FrameDocument {
  FrameId id;
  FrameId parent;                 // "" for the main frame
  std::vector<FrameId> children;  // in order of attachment
  cdp::SessionId session;         // "" between two processes

  std::string name;  // the name attribute
  // Why the newest navigation ended without a document (a download, an answer without content, or as
  // Chrome says it: "net::…"), and where it went; "" where none has.
  std::string no_document;
  std::string no_document_url;
  int no_document_status = 0;  // of the HTTP response that it ended with, 0 for none
  Deadline::Clock::time_point attached = Deadline::Clock::now();
  bool has_committed = false;  // false while the initial empty document stands
  bool dom_ready = false;
  bool loaded = false;
  bool crashed = false;
  // Why the rest of its document will not come: Chrome's net error; "" if the document is whole or still on its way.
  std::string cut_off;
  // Style sheets and scripts, by request id, without which Chrome paints nothing of the document.
  std::vector<std::pair<std::string, std::string>> blocking;  // id, address
  // The parent has loaded another document, but this frame's own process has not said that it is
  // gone: Chrome may tell of a child in another process before its parent's commit.
  bool parent_replaced = false;
  FrameNavigation navigation;  // to another document than it has

  std::optional<World> world;  // empties and refills; each refill is a new generation
  std::uint64_t generation = 0;
  bool world_requested = false;        // asked for by hand, for a document that made none by itself
  bool world_given_up = false;         // a whole deadline was spent on waiting for one, and none came
  std::uint64_t children_removed = 0;  // how many, ever: a reading of owners made before the newest is out of date
  int last_ref = 0;                    // highest local number that C++ has seen
  std::vector<DocumentRefs> documents;

  // The element that holds the frame, once that is known; good for the frame's life, since moving the
  // element makes another frame.
  std::optional<int> owner_ref;        // local ref in the parent's document
  std::uint64_t owner_generation = 0;  // of that document

  int ordinal = -1;  // given when first shown; 0 is the main frame

  // The events of FrameTree that are about the frame's document. Those that return a bool say whether they changed it.

  // A frame in a process of its own reports no name: "" leaves the name as it is.
  void on_committed(std::string told_name, FrameDocument document);
  void on_document_opened(const std::string& script_url);
  bool on_lifecycle(const std::string& loader, const std::string& event);
  void on_blocking_request(const std::string& loader, std::string request, std::string address);
  bool on_request_ended(const std::string& request, const std::string& failure);
};

// A document has begun in the frame, and what it shows may not all be there yet. Of about:blank, which has
// nothing to parse, Chrome need not tell that it is ready.
bool is_being_parsed(const Frame& frame);

// Nobody sees anything of the document yet, because a style sheet of its head has not come (HTML section 3.1.4.4
// "render-blocked").
bool is_render_blocked(const Frame& frame);

// The frame's first document is on its way, or has come and is still being parsed.
bool is_coming(const Frame& frame);

// True of a frame that the browser keeps in another process than its parent, as Chrome does with frames of other sites
// and with sandboxed ones, and where it keeps all in one, as QtWebEngine and a Chrome with little memory may, of one
// whose site is another: HTML, 7.1.1 "schemelessly same site" and "same site".
bool is_cross_site(const Frame& frame, const Frame* parent);

}  // namespace casement
