// Stands between pages and servers of a test's own: the WebSockets of a browser context go through this relay, which
// passes messages on, changes, delays, discards or forges them, and ends connections. It is a proxy, so that it holds
// in frames of other sites and in workers of all kinds. Any thread.
//
//   SocketRelay relay;
//   const Page page = browser.new_context({.socket_proxy = relay.proxy()}).new_page();
//   RoutedSocket feed = relay.route("ws://localhost:8080/feed");
//   page.open("http://localhost:8080/");
//   feed.send("price 3");                      // to the page, as if the server had sent it
//   feed.send_to_server("subscribe tea");
//   feed.drop();
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "casement/relay/socket_route.h"
#include "casement/site/site_stream.h"

namespace casement {

class SocketRelay;

// The WebSockets that pages open at the addresses of a route; see SiteSocket. `messages` and `wait_for_message` are
// about messages of the page, before the route changes them.
class RoutedSocket : public SiteSocket {
 public:
  // As if the page had sent the message. Throw as `send`, and Error{Usage} if no server is behind the socket.
  void send_to_server(std::string_view text) const;
  void send_binary_to_server(std::string_view bytes) const;

 private:
  friend class SocketRelay;
  explicit RoutedSocket(std::shared_ptr<const site::StreamHandle> handle) : SiteSocket(std::move(handle)) {}
};

class SocketRelay {
 public:
  // Listens on the loopback address. Throws Error{Environment} if it cannot.
  SocketRelay();
  // Ends all connections.
  ~SocketRelay();
  SocketRelay(const SocketRelay&) = delete;
  SocketRelay& operator=(const SocketRelay&) = delete;

  // The value for ContextOptions::socket_proxy.
  std::string proxy() const;

  // Routes the sockets that pages open from now on at addresses that match `pattern`: * stands for any run of
  // characters, "wss://shop.test/feed*". The newest matching route counts. Without a handler, all messages pass.
  // Throws Error{Usage} for a pattern that matches no ws:// or wss:// address.
  RoutedSocket route(std::string_view pattern, SocketHandler handler = nullptr);
  // The same with rules, of which the first that matches a message decides.
  RoutedSocket route_by_rules(std::string_view pattern, std::vector<SocketRule> rules);
  // Answers these sockets without a server, as a rule `socket` of a site does. Actions with `file` fail.
  RoutedSocket serve(std::string_view pattern, SocketScript script);
  // The routed sockets at addresses that match the pattern, of all routes.
  RoutedSocket sockets(std::string_view pattern) const;
  // A line for each route that answered no socket, with the sockets that pages have opened instead, and for each rule
  // that answered no message; at most five routes.
  std::vector<std::string> unused_lines() const;
  // Removes the routes with this pattern, or all for "". Open connections keep their route. Returns their number.
  std::size_t unroute(std::string_view pattern = "");
  // Prepares for the next test: ends all connections, and removes all routes, messages and connections.
  void reset();

  // Connects to the hosts of a fixture site: SiteServer::host_resolver_rules.
  void serve_hosts(const std::string& host_resolver_rules);
  // Accepts every certificate of servers behind wss://; without this call, the system's authorities must know it.
  void ignore_certificate_errors();

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace casement
