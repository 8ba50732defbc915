// A channel to a browser through a websocket (RFC 6455), implemented with libwebsockets. A service thread does all
// reading and writing, and shares queues with this object. transport.h lists which thread may call which function.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "casement/http/headers.h"
#include "casement/transport/transport.h"

namespace casement {

struct WebsocketOptions {
  // A longer message closes the connection.
  std::size_t longest_message = 512u * 1024 * 1024;
  // The limit for received messages that are waiting to be read; a longer queue closes the connection.
  std::size_t longest_queue = 1024u * 1024 * 1024;
  HttpHeaders headers = {};  // sent with the websocket request
};

class WebsocketTransport : public Transport {
 public:
  // Connects to a ws:// or wss:// URL, see resolve_cdp_endpoint. Throws Error{Usage} if `url` is no websocket URL.
  // Throws Error{Environment} if the connection is not open by `deadline`: the host is unknown, the connection is
  // refused, or the server does not answer with a websocket (403, 404, …). The system's name lookup may exceed the
  // deadline.
  WebsocketTransport(std::string_view url, Deadline deadline, WebsocketOptions options = {});
  // Writes the queued messages for at most 500 ms, then closes the connection.
  ~WebsocketTransport() override;

  // Queues a message for the service thread. Waits only while more than 1 MiB is queued.
  void send(std::string_view message) override;
  Received receive(std::string& out, Deadline deadline) override;
  bool has_more() const override;
  void wake() override;
  std::string close_reason() const override;

 private:
  class Service;
  std::unique_ptr<Service> service_;
};

}  // namespace casement
