// What a page keeps of what happened in it: plain values, each with the frame it came from. They are
// bounded; the newest stay.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "casement/browser/values/event_number.h"
#include "casement/browser/values/frame_id.h"

namespace casement {

// In the order and spelling in which they were sent; names may occur several times.
using HeaderList = std::vector<std::pair<std::string, std::string>>;

// Where in the page something happened; the frame may be gone by now, so its address is kept too.
struct FramePlace {
  FrameId frame;
  std::string url;  // of the frame's document at that time
  bool main_frame = true;
};

// Finds the place of a frame; of the frame whose process the session is where the id is "".
using PlaceOf = std::function<FramePlace(const std::string& session, const FrameId& frame)>;

// Milliseconds from the start of the request; -1 where it does not apply (W3C Resource Timing).
struct RequestTiming {
  double dns_start = -1, dns_end = -1;
  double connect_start = -1, connect_end = -1;
  double ssl_start = -1, ssl_end = -1;
  double send_start = -1, send_end = -1;
  double headers_end = -1;
};

// One request, with its answer once that is there. A redirect is an entry of its own.
struct RequestRecord {
  EventNumber number = 0;           // when it was sent
  EventNumber response_number = 0;  // when the head of its answer came, 0 before
  EventNumber end_number = 0;       // when it finished or failed, 0 before
  std::string id;                   // Chrome's; redirects of one request share it
  std::string url;
  std::string method;
  // document, stylesheet, image, media, font, script, xhr, fetch, eventsource, websocket, ping, …
  std::string resource_type;
  HeaderList request_headers;
  std::string body;       // what was posted, as far as Chrome reports it: files are left out
  bool has_body = false;  // something was posted
  FramePlace place;
  std::string loader_id;
  bool is_navigation = false;

  int status = 0;  // 0 while there is no answer
  std::string status_text;
  std::string protocol;  // "http/1.1", "h2"
  std::string content_type;
  HeaderList response_headers;
  std::string redirect_to;  // "" where the answer is no redirect
  std::string server_address;
  bool from_cache = false;
  bool from_memory_cache = false;  // the very resource that a document of the same process had before
  bool from_service_worker = false;

  // Why it failed: Chrome's net error, "blocked: csp", "cors: MissingAllowOriginHeader", or what a
  // route did. "" for one that is under way or was answered, whatever the status.
  std::string failure;
  double started = 0;        // seconds since 1970
  double milliseconds = -1;  // until it ended; -1 before
  double bytes = 0;          // received, with headers, compressed as they came
  double content_bytes = 0;  // of the body, decoded
  RequestTiming timing;
  double monotonic_start = 0;  // seconds on Chrome's own clock
  int wire_status = 0;         // of the answer that `response_headers` are the wire's own of
  std::string session;         // Chrome's, of the process that was answered
  // Where `record_har` keeps bodies: the answer's, or why there is none.
  std::optional<std::string> kept_body;
  std::string body_missing;

  bool answered() const { return response_number != 0; }  // with its head at least
  bool ended() const { return end_number != 0; }          // finished or failed
};

struct ConsoleLine {  // what a script wrote to the console
  EventNumber number = 0;
  std::string level;  // log, info, warning, error, debug, trace, …
  std::string text;
  std::string url;
  int line = 0;  // from 1; 0 where none is known
  FramePlace place;
  // "error: what (where:line)"
  std::string full_text() const;
};

struct PageError {  // an exception that nobody caught
  enum class Kind { Exception, Rejection };
  EventNumber number = 0;
  Kind kind = Kind::Exception;
  std::string message;  // "TypeError: x is not a function"
  std::string stack;
  std::string url;
  int line = 0;  // from 1; 0 where none is known
  FramePlace place;
  int exception_id = 0;  // Chrome's, within its session
  std::string session;
};

// alert, confirm, prompt, beforeunload (HTML section 8.9), with how it was answered.
struct DialogRecord {
  EventNumber number = 0;
  std::string type;
  std::string message;
  std::string default_prompt;
  FramePlace place;
  bool accepted = false;
  std::string prompt_text;  // what was given to an accepted prompt
};

struct DownloadRecord {  // a file that a page sent
  enum class State { UnderWay, Complete, Failed };
  EventNumber number = 0;
  EventNumber end_number = 0;  // when it was complete or failed, 0 before
  std::string id;
  std::string url;
  std::string suggested_name;  // the file name that the server or the page proposes
  FramePlace place;
  State state = State::UnderWay;
  double received_bytes = 0;
  double total_bytes = 0;  // 0 where it is not known
  std::string failure;     // why it failed, "" otherwise
  std::string path;        // where Chrome put it; see Page::save_download
};

class PageSession;

// A page that this one's script or link opened.
struct PopupRecord {
  EventNumber number = 0;
  PageSession* page = nullptr;  // lives as long as its context
};

}  // namespace casement
