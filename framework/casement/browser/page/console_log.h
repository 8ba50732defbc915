// What the page's documents wrote to their consoles, and the errors of their scripts that nothing caught: each with the
// frame it came from.
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

// Whether the line says that Casement left out what a page wrote: lines, and exceptions that nobody caught.
bool tells_of_flood(const ConsoleLine& line);

class ConsoleLog {
 public:
  explicit ConsoleLog(EventClock& clock) : lines_(clock), errors_(clock) {}

  // Enters the events of the Runtime and Log domains in the page's table. Script contexts are learnt on the way,
  // since they are all that an event says of its frame. `frame_of_request` knows who made a request,
  // "" for nobody.
  void register_events(EventTable& events, const PlaceOf& place_of,
                       const std::function<FrameId(const std::string& request_id)>& frame_of_request);
  // From here on lines of this place are missing, for a while: there were more than can be read. A line of its own, of
  // level error, says so: whether there were errors is not known.
  void note_flood(FramePlace place);
  void on_session_gone(const cdp::SessionId& session) { contexts_.erase(session); }

  const EventLog<ConsoleLine>& log() const { return lines_; }
  // Exceptions that nobody caught and promises whose rejection nobody handled; one that is handled
  // later is taken back.
  const EventLog<PageError>& errors() const { return errors_; }
  // The lines as text, oldest first.
  std::vector<std::string> lines() const;

 private:
  void on_console_api(const Json& params, FramePlace place);
  void on_exception(const cdp::Event& event, FramePlace place);
  void on_log_entry(const Json& entry, FramePlace place);
  void add(ConsoleLine line);
  FrameId frame_of(const cdp::SessionId& session, int context) const;

  EventLog<ConsoleLine> lines_;
  EventLog<PageError> errors_;
  std::unordered_map<cdp::SessionId, std::unordered_map<int, FrameId>> contexts_;
};

}  // namespace casement
