// The console messages of a page's documents and the uncaught errors of their scripts, each with the frame of origin.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "casement/browser/events/event_log.h"
#include "casement/browser/events/event_table.h"
#include "casement/browser/values/page_records.h"
#include "casement/cdp/message.h"

namespace casement {

// Whether the line reports that Casement dropped console messages or uncaught exceptions of the page.
bool tells_of_flood(const ConsoleLine& line);

class ConsoleLog {
 public:
  explicit ConsoleLog(EventClock& clock) : lines_(clock), errors_(clock) {}

  // Registers the handlers for events of the Runtime and Log domains. The handlers also record script contexts, because
  // most events name only a context, not a frame. `frame_of_request` returns the frame that made a request, or "".
  void register_events(EventTable& events, const PlaceOf& place_of,
                       const std::function<FrameId(const std::string& request_id)>& frame_of_request);
  // Registers the handlers for a page's workers, whose sessions need only the Runtime domain.
  void register_worker_events(EventTable& events, const PlaceOf& place_of);
  // Adds a line of level error which reports that lines of this place are missing for a while, because more arrived
  // than Casement can read. Whether errors are among the missing lines is unknown.
  void note_flood(FramePlace place);
  void on_session_gone(const cdp::SessionId& session) { contexts_.erase(session); }

  const EventLog<ConsoleLine>& log() const { return lines_; }
  // Uncaught exceptions and unhandled promise rejections; a rejection that is handled later is removed.
  const EventLog<PageError>& errors() const { return errors_; }
  // The lines as text, oldest first.
  std::vector<std::string> lines() const;
  // The frame of a script context; "" if unknown.
  FrameId frame_of(const cdp::SessionId& session, int context) const;

 private:
  // `holder` is the part of an event that names the script context.
  using PlaceOfLine = std::function<FramePlace(const cdp::SessionId& session, const Json& holder)>;
  void register_lines(EventTable& events, const PlaceOfLine& place_of);
  void on_console_api(const Json& params, FramePlace place);
  void on_exception(const cdp::Event& event, FramePlace place);
  void on_log_entry(const Json& entry, FramePlace place);
  void add(ConsoleLine line);

  EventLog<ConsoleLine> lines_;
  EventLog<PageError> errors_;
  std::unordered_map<cdp::SessionId, std::unordered_map<int, FrameId>> contexts_;
};

}  // namespace casement
