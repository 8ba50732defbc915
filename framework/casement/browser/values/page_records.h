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
  std::string worker = {};  // the address of a worker's script; "" for an event of a document
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

// A message of a WebSocket, or an event of an EventSource.
struct SocketMessage {
  enum class Direction { Sent, Received };
  EventNumber number = 0;
  EventNumber socket = 0;  // SocketRecord::number
  Direction direction = Direction::Received;
  bool binary = false;
  std::string data;        // a text in UTF-8, or bytes if `binary`; at most the first 64 KiB
  std::size_t bytes = 0;   // the size of the whole message
  double time = 0;         // milliseconds since 1970, on the browser's clock
  std::string url;         // of the socket
  std::string event_name;  // "message" and other names of an EventSource; "" for a WebSocket
  std::string event_id;    // the last event id of an EventSource; mostly ""
};

// A WebSocket or an EventSource of a document or a worker. Chrome does not report the code with which a WebSocket
// closes.
struct SocketRecord {
  enum class Kind { WebSocket, EventSource };
  EventNumber number = 0;      // the number of the socket's RequestRecord
  EventNumber end_number = 0;  // when the socket closed, 0 before
  Kind kind = Kind::WebSocket;
  std::string id;  // Chrome's id
  std::string url;
  FramePlace place;
  double started = 0;          // seconds since 1970
  double milliseconds = -1;    // until the end; -1 before
  std::string failure;         // Chrome's reason if the socket could not connect or broke the protocol
  std::size_t sent = 0;        // number of messages
  std::size_t received = 0;    // number of messages
  double sent_bytes = 0;       // of all sent messages
  double received_bytes = 0;   // of all received messages
  std::size_t left_out = 0;    // messages that are missing in `messages`, because the log stores only the newest
  double monotonic_start = 0;  // seconds on Chrome's monotonic clock
  std::vector<SocketMessage> messages;

  bool closed() const { return end_number != 0; }  // whether the connection has ended
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

// A worker of a page, or a shared or service worker that several pages use.
struct WorkerRecord {
  enum class Kind { Dedicated, Shared, Service };
  EventNumber number = 0;
  Kind kind = Kind::Dedicated;
  std::string url;      // of its script
  std::string session;  // Chrome's session, as long as the worker lives
};

class PageSession;

// A page that a script or link of this page opened.
struct PopupRecord {
  EventNumber number = 0;
  PageSession* page = nullptr;  // lives as long as its context
};

}  // namespace casement
