// Finds the frame of a WebSocket, which Chrome does not report.
#pragma once

#include "casement/browser/events/event_log.h"
#include "casement/browser/frames/frame_set.h"
#include "casement/browser/values/page_records.h"
#include "casement/cdp/message.h"

namespace casement {

// The frame whose script caused this Network.webSocketCreated event. Compares the addresses of the scripts on the stack
// with the documents of the session's frames, and with their requests for scripts. If several frames match, returns the
// first, which contains the others or comes before them. "" if the session has only one frame.
FrameId frame_of_socket(const FrameSet& frames, const EventLog<RequestRecord>& requests, const cdp::Event& created);

}  // namespace casement
