// A WebSocket between a page and a server, after both have agreed on it: two streams of frames, whose messages a
// handler may change. The page's side is a SocketStream, so that handles of tests work as for the fixture server.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/http/socket_frames.h"
#include "casement/relay/socket_route.h"
#include "casement/site/live_streams.h"
#include "casement/site/socket_stream.h"

namespace casement::relay {

// Except for `send_to_server`, the functions are called on the thread of the connection.
class RelayedSocket : public site::SocketStream {
 public:
  RelayedSocket(std::shared_ptr<site::LiveStreams> all, SiteConnection connection, SocketHandler handler);

  void receive(std::string_view bytes, Time now) override;
  Wish advance(Time now) override;

  void receive_from_server(std::string_view bytes, Time now);
  // The server has ended its connection.
  void end_server(Time now);
  // Moves the bytes for the server to `output`.
  void take_server_output(std::string& output);
  // Whether nothing more is sent to the server after this output.
  bool is_server_over() const;
  // Whether the server's connection should end at once.
  bool is_server_cut() const;

  // A message of the test. Needs the lock.
  void send_to_server(std::string_view data, bool is_binary);

 protected:
  void take_message(http::SocketInput input, Time now) override;
  void take_close(const http::SocketInput& input) override;

 private:
  // A message with its answer until its time has come, or the end of its side.
  struct Pending {
    enum class Kind { Message, Close, End };
    Kind kind = Kind::Message;
    RoutedMessage message = {};
    SocketAnswer answer = SocketAnswer::pass();
    http::SocketInput close = {};
    Time when = {};
  };
  using Messages = std::vector<RoutedMessage>;

  std::optional<http::SocketInput> read_server(Messages& messages);
  void decide(Messages messages);
  void enqueue(SocketSide from, Pending pending);
  void do_what_is_due(Time now);
  void apply(SocketSide from, Pending pending, Time now);
  void answer(SocketSide from, Pending pending, Time now);
  void deliver(SocketSide to, std::string data, bool is_binary);
  void close_server(int code, std::string_view reason);
  void cut(std::string why, Time now);

  const SocketHandler handler_;
  http::SocketFrameReader server_reader_{http::kMaxSocketMessage, http::SocketSender::Server};
  Messages read_messages_;  // of the page, which the handler has not yet seen
  std::optional<http::SocketInput> read_close_;
  std::deque<Pending> from_page_, from_server_;
  std::string server_output_;
  bool is_server_closing_ = false;  // a close frame was sent to the server
  bool is_server_read_ = false;     // nothing more of the server counts
  bool is_server_cut_ = false;
};

// The stream of a route with a server. Throws Error{Usage} for the stream of a route that serves.
RelayedSocket& relayed(site::LiveStream& stream);

}  // namespace casement::relay
