// A browser that is reached over its websocket (RFC 6455), by libwebsockets. A service thread of
// its own does all reading and writing; this object and that thread share queues. See transport.h
// for who may call what.
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
  // Whole messages that nobody has taken; more of them close the connection.
  std::size_t longest_queue = 1024u * 1024 * 1024;
  HttpHeaders headers = {};  // with the request for the websocket
};

class WebsocketTransport : public Transport {
 public:
  // Connects to a ws:// URL, see resolve_cdp_endpoint. Throws Error{Usage} for another text, and
  // Error{Environment} where the connection is not open by `deadline`: the host's name is unknown,
  // the connection is refused, the server answers something else than a websocket (403, 404, …).
  // Looking the host's name up takes as long as the system takes.
  WebsocketTransport(std::string_view url, Deadline deadline, WebsocketOptions options = {});
  // Writes what is still queued, for at most 500 ms, and closes the connection.
  ~WebsocketTransport() override;

  // A message is queued and written by the service thread; the call waits only while more than 1
  // MiB is queued.
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
