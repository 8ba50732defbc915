// Records of events in a page: plain values, each with the frame of origin. The logs are bounded, and drop the oldest
// records.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "casement/browser/values/event_number.h"
#include "casement/browser/values/frame_id.h"

namespace casement {

// In the order and spelling of transmission; names may occur several times.
using HeaderList = std::vector<std::pair<std::string, std::string>>;

// The place of an event in the page. The frame may be gone by now, so the address is stored too.
struct FramePlace {
  FrameId frame;
  std::string url;  // of the frame's document at the time of the event
  bool main_frame = true;
};

// Finds the place of a frame; if the id is "", the place of the session's topmost frame.
using PlaceOf = std::function<FramePlace(const std::string& session, const FrameId& frame)>;

// Milliseconds since the start of the request; -1 if not applicable (W3C Resource Timing).
struct RequestTiming {
  double dns_start = -1, dns_end = -1;
  double connect_start = -1, connect_end = -1;
  double ssl_start = -1, ssl_end = -1;
  double send_start = -1, send_end = -1;
  double headers_end = -1;
};

// A request, with the response once it arrives. Every redirect has a separate entry.
struct RequestRecord {
  EventNumber number = 0;           // when the request was sent
  EventNumber response_number = 0;  // when the response head arrived, 0 before
  EventNumber end_number = 0;       // when the request finished or failed, 0 before
  std::string id;                   // Chrome's id; redirects of a request share the id
  std::string url;
  std::string method;
  // document, stylesheet, image, media, font, script, xhr, fetch, eventsource, websocket, ping, …
  std::string resource_type;
  HeaderList request_headers;
  std::string body;       // the request body, as far as Chrome reports the body: files are missing
  bool has_body = false;  // whether the request has a body
  FramePlace place;
  std::string loader_id;
  bool is_navigation = false;

  int status = 0;  // 0 before the response
  std::string status_text;
  std::string protocol;  // "http/1.1", "h2"
  std::string content_type;
  HeaderList response_headers;
  std::string redirect_to;  // "" if the response is no redirect
  std::string server_address;
  bool from_cache = false;
  bool from_memory_cache = false;  // reused from an earlier document of the same process
  bool from_service_worker = false;
  bool answered_by_route = false;  // a route of the test has sent the response, and no server
  bool passed_by_route = false;    // a route of the test has let the request pass, perhaps late or changed

  // Why the request failed: Chrome's net error, "blocked: csp", "cors: MissingAllowOriginHeader", or the action of a
  // route. "" for a request that is pending or answered with any status.
  std::string failure;
  double started = 0;        // seconds since 1970
  double milliseconds = -1;  // until the end; -1 before
  double bytes = 0;          // received bytes, with headers, before decompression
  double content_bytes = 0;  // decoded size of the body
  RequestTiming timing;
  double monotonic_start = 0;  // seconds on Chrome's monotonic clock
  int wire_status = 0;         // the status of the response whose wire headers are in `response_headers`
  std::string session;         // Chrome's session that reported the response, or else the request
  // With `record_har`: the response body, or why the body is missing.
  std::optional<std::string> kept_body;
  std::string body_missing;

  bool answered() const { return response_number != 0; }  // at least the head has arrived
  bool ended() const { return end_number != 0; }          // the request has finished or failed
};

struct ConsoleLine {  // a console message of a script
  EventNumber number = 0;
  std::string level;  // log, info, warning, error, debug, trace, …
  std::string text;
  std::string url;
  int line = 0;     // from 1; 0 if unknown
  double time = 0;  // milliseconds since 1970, on the browser's clock
  FramePlace place;
  // "error: text (url:line)"
  std::string full_text() const;
};

struct PageError {  // an uncaught exception
  enum class Kind { Exception, Rejection };
  EventNumber number = 0;
  Kind kind = Kind::Exception;
  std::string message;  // "TypeError: x is not a function"
  std::string stack;
  std::string url;
  int line = 0;  // from 1; 0 if unknown
  FramePlace place;
  int exception_id = 0;  // Chrome's id, unique in the session
  std::string session;
};

// alert, confirm, prompt or beforeunload (HTML section 8.9), with the answer.
struct DialogRecord {
  EventNumber number = 0;
  std::string type;
  std::string message;
  std::string default_prompt;
  FramePlace place;
  bool accepted = false;
  std::string prompt_text;  // the text for an accepted prompt
};

struct DownloadRecord {  // a file that a page downloaded
  enum class State { UnderWay, Complete, Failed };
  EventNumber number = 0;
  EventNumber end_number = 0;  // when the download completed or failed, 0 before
  std::string id;
  std::string url;
  std::string suggested_name;  // the file name that the server or the page suggests
  FramePlace place;
  State state = State::UnderWay;
  double received_bytes = 0;
  double total_bytes = 0;  // 0 if unknown
  std::string failure;     // why the download failed, "" otherwise
  std::string path;        // the location of Chrome's file; see Page::save_download
};

class PageSession;

// A page that a script or link of this page opened.
struct PopupRecord {
  EventNumber number = 0;
  PageSession* page = nullptr;  // lives as long as its context
};

}  // namespace casement
