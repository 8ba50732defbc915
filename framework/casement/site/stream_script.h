// The work of the fixture server in a WebSocket or an event stream. Plain values, made by site.yaml, flows and C++
// tests alike.
//
//   server.route("shop.test", "/feed", serves_socket({.open = {StreamAction::text("welcome")},
//                                                     .messages = {{{"ping"}, {StreamAction::text("pong")}}}}));
//   server.route("shop.test", "/prices", serves_events({StreamAction::event({.data = "3", .id = "7"})}));
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/json_value.h"

namespace casement {

// One event of an event stream (HTML Standard, section 9.2). Without `data`, browsers store the id and the
// reconnection time, and dispatch no event.
struct SiteEvent {
  std::optional<std::string> data = {};  // may have several lines
  std::string event = {};                // the name; browsers use "message" for ""
  std::optional<std::string> id = {};
  std::optional<std::chrono::milliseconds> retry = {};  // the time before the browser connects again
};

// Something that the server does once or repeatedly: sends a message or an event, or ends the connection.
struct StreamAction {
  enum class Kind {
    Text,    // sends `content.data`: as a text message, or as an event
    Binary,  // sends `content.data` as a binary message
    File,    // sends the file at `path`, which is in the host's folder
    Echo,    // sends back the received message
    Close,   // ends the connection as the protocol asks for
    Drop,    // ends the connection without a close, as a broken network does
    Stall,   // sends nothing more, not even the answer to a close or a ping; the connection stays open
  };
  Kind kind = Kind::Text;
  SiteEvent content = {};
  std::string path = {};
  bool is_binary = false;   // for File: as a binary message
  int close_code = 1000;    // for Close
  std::string reason = {};  // for Close; at most 123 bytes
  // For a JSON text that answers a message: JSON pointers (RFC 6901) into the text, with the pointers into the message
  // whose values replace those in the text, e.g. the number of a request.
  std::map<std::string, std::string> copy = {};
  std::chrono::milliseconds delay{0};  // from the opening of the connection, or from the message
  std::chrono::milliseconds every{0};  // between two repetitions; 0: once
  int times = 0;                       // at most so often; 0: without end

  // Make one action.
  static StreamAction text(std::string_view text);
  static StreamAction json(const JsonValue& value);
  static StreamAction binary(std::string_view bytes);
  static StreamAction file(std::string_view path_in_host_folder);
  static StreamAction echo();
  static StreamAction event(SiteEvent event);
  static StreamAction close(int code = 1000, std::string_view reason = "");
  static StreamAction drop();
  static StreamAction stall();
  // Return copies with one change.
  StreamAction after(std::chrono::milliseconds wait) const;
  StreamAction repeated(std::chrono::milliseconds interval, int at_most = 0) const;
};

// Selects messages that a page has sent, binary messages too. A message must meet every given condition.
struct SiteMessageMatch {
  std::string glob = "*";                        // on the whole message; * stands for any run of characters
  std::optional<std::string> equals = {};        // the whole message
  std::map<std::string, std::string> json = {};  // JSON pointers (RFC 6901) with globs on the values there
};

// The actions after a message that matches.
struct SocketReply {
  SiteMessageMatch match = {};
  std::vector<StreamAction> reply = {};
};

// The server's part in a WebSocket.
struct SocketScript {
  // The sub-protocols that the server speaks; the first that the page offers too is chosen. Not set: the first that the
  // page offers.
  std::optional<std::vector<std::string>> protocols = {};
  std::vector<StreamAction> open = {};
  std::vector<SocketReply> messages = {};  // the first match applies
};

// Whether the message meets the conditions.
bool matches(const SiteMessageMatch& match, const std::string& message);

}  // namespace casement
