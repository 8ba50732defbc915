// Live handles of the WebSockets and event streams that pages have opened: a test sends to the page, reads what the
// page has sent, and ends connections. Handles may be used from any thread, and copied. After the server has ended,
// their functions throw Error{Usage}.
//
//   SiteSocket feed = site().socket("shop.test", "/feed");
//   page().open("http://shop.test/");
//   feed.wait_for_message("subscribe*");
//   feed.send("price 3");
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "casement/base/duration.h"
#include "casement/base/json_value.h"
#include "casement/http/served_request.h"
#include "casement/site/stream_script.h"

namespace casement {

namespace site {
class StreamHandle;
}  // namespace site

// A WebSocket or an event stream that a page has opened.
struct SiteConnection {
  std::uint64_t number = 0;    // 1 for the first connection of the server
  ServedRequest request = {};  // the handshake, or the request for the stream
  std::string url = {};        // of a socket of SocketRelay, as the page wrote it: "wss://shop.test/feed"; otherwise ""
  std::string protocol = {};   // the chosen sub-protocol, or ""
  bool is_open = true;
  std::uint64_t sent = 0;      // messages or events that the server has sent
  std::uint64_t received = 0;  // messages that the page has sent
  // Of a socket that has ended: the code and the reason of whoever closed the socket first. 1005 if that was without a
  // code, and 1006 if nobody closed the socket before the connection ended. 0 for an event stream.
  int close_code = 0;
  std::string close_reason = {};
  std::string failure = {};  // why the server had to end the connection, e.g. a message was too long; otherwise ""

  std::string summary() const;  // one line, for people
};

// A message that a page has sent.
struct SiteMessage {
  std::uint64_t number = 0;      // 1 for the first message of the server
  std::uint64_t connection = 0;  // the number of the connection
  std::string data = {};
  bool is_binary = false;
  double time = 0;  // milliseconds since 1970
};

// The connections to one address. `send` and the functions that end connections concern all connections that are open.
// If none is open, they wait for the first one, so that a test needs no wait of its own for the page; they throw
// Error{Timeout} if none opens in five seconds. This is also the time of waits whose `timeout` is zero. On a busy
// machine these five seconds are longer.
class SiteStreams {
 public:
  // All connections since the last `reset` of the server, the oldest first: the newest 1,000.
  std::vector<SiteConnection> connections() const;
  // Waits until a connection is open, and returns the newest one. Throws Error{Timeout}, with the connections so far in
  // the trail.
  SiteConnection wait_for_connection(Milliseconds timeout = {}) const;
  // Waits until `count` connections have ended, and returns the last of these. Throws as above.
  SiteConnection wait_for_end(std::size_t count = 1, Milliseconds timeout = {}) const;

  // Does the action now. Throws Error{Usage} for an action that cannot be done; its times are ignored. `timeout` is the
  // time for the first connection.
  void act(const StreamAction& action, Milliseconds timeout = {}) const;
  void drop() const;   // ends the connection without a close, as a broken network does
  void stall() const;  // sends nothing from now on, not even the answer to a close or a ping

 protected:
  // For handles that SiteServer makes.
  explicit SiteStreams(std::shared_ptr<const site::StreamHandle> handle) : handle_(std::move(handle)) {}

  std::shared_ptr<const site::StreamHandle> handle_;
};

// The WebSockets of one address; see SiteStreams.
class SiteSocket : public SiteStreams {
 public:
  void send(std::string_view text) const;          // throws Error{Usage} if the text is not UTF-8
  void send_json(const JsonValue& value) const;    // a text message with this value as JSON
  void send_binary(std::string_view bytes) const;  // a binary message
  // Throws Error{Usage} for a code that no endpoint may send, and for a reason of more than 123 bytes.
  void close(int code = 1000, std::string_view reason = "") const;

  // The messages that pages have sent since the last `reset` of the server, the oldest first: the newest 10,000, of at
  // most 64 MiB together.
  std::vector<SiteMessage> messages() const;
  // Waits for a message that matches `glob`, in which * stands for any run of characters. Messages already received
  // count too; but a handle returns no message twice, and none older than the one it returned last. Throws
  // Error{Timeout}, with the connections and the last messages in the trail.
  SiteMessage wait_for_message(std::string_view glob = "*", Milliseconds timeout = {});
  // Throws Error{Usage} for an invalid JSON pointer.
  SiteMessage wait_for_message(const SiteMessageMatch& match, Milliseconds timeout = {});

 protected:
  using SiteStreams::SiteStreams;

 private:
  friend class SiteServer;
  std::uint64_t last_ = 0;  // the number of the message that was returned last
};

// The event streams of one address; see SiteStreams.
class SiteEvents : public SiteStreams {
 public:
  void send(std::string_view data) const;        // an event with this data
  void send(const SiteEvent& event) const;       // throws Error{Usage} for a name or id with a line break
  void send_json(const JsonValue& value) const;  // an event whose data is this value as JSON
  void end() const;                              // ends the stream; the browser connects again

 private:
  friend class SiteServer;
  using SiteStreams::SiteStreams;
};

}  // namespace casement
