// Answers to the messages between a page and a server: plain values, made by C++ tests and flows alike.
//
//   relay.route("ws://localhost:8080/feed", [](const RoutedMessage& message) {
//     if (message.from == SocketSide::Page) return SocketAnswer::pass();
//     return message.data == "price 3" ? SocketAnswer::text("price 0") : SocketAnswer::pass().after(200ms);
//   });
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/duration.h"
#include "casement/base/json_value.h"
#include "casement/site/stream_script.h"

namespace casement {

enum class SocketSide { Page, Server };

// A whole message on its way to the other side.
struct RoutedMessage {
  SocketSide from = SocketSide::Page;
  std::string data = {};
  bool is_binary = false;
  std::string url = {};          // as the page wrote it: "wss://shop.test/feed"
  std::uint64_t connection = 0;  // as in SiteConnection::number
};

class SocketAnswer {  // the action for a message
 public:
  enum class Kind { Pass, Replace, Discard, Close, Drop };

  // The other side gets the message unchanged.
  static SocketAnswer pass();
  // The other side gets this message instead. Throws Error{Usage} for a text that is not UTF-8.
  static SocketAnswer text(std::string_view text);
  static SocketAnswer json(const JsonValue& value);
  static SocketAnswer binary(std::string_view bytes);
  // The other side gets nothing.
  static SocketAnswer discard();
  // Both sides get a close frame with this code. Throws Error{Usage} for a code that no endpoint may send, and for a
  // reason of more than 123 bytes.
  static SocketAnswer close(int code = 1000, std::string_view reason = "");
  // Both connections end without a close, as in a broken network.
  static SocketAnswer drop();
  // The same answer after a delay. Later messages of the same side wait too, so that no message overtakes another.
  SocketAnswer after(Milliseconds delay) const;
  // Also sends this text message to the side from which the message came.
  SocketAnswer replying(std::string_view text) const;

  Kind kind() const { return kind_; }                                   // the action
  const std::string& data() const { return data_; }                     // for Replace; the reason, for Close
  bool is_binary() const { return is_binary_; }                         // for Replace
  int close_code() const { return close_code_; }                        // for Close
  Milliseconds delay() const { return delay_; }                         // before the action
  const std::vector<std::string>& replies() const { return replies_; }  // to the sender

 private:
  Kind kind_ = Kind::Pass;
  std::string data_;
  bool is_binary_ = false;
  int close_code_ = 1000;
  Milliseconds delay_{0};
  std::vector<std::string> replies_;
};

// Runs on a thread of the connection, and must decide from the message alone: it must not wait for a page. If a handler
// throws, both connections end, and SiteConnection::failure says why.
using SocketHandler = std::function<SocketAnswer(const RoutedMessage&)>;

// A rule of `route_socket` in flows, and of SocketRelay::route_by_rules: the answer to the messages that match. The
// first rule that matches a message decides; each connection counts for itself.
struct SocketRule {
  SocketSide from = SocketSide::Server;
  SiteMessageMatch match = {};
  SocketAnswer answer = SocketAnswer::pass();
  // JSON pointers (RFC 6901) into the message, with the values to put there. A message that is no JSON, or has no such
  // place, is passed on unchanged.
  std::map<std::string, JsonValue> change = {};
  int skip = 0;   // leaves so many matching messages of a connection alone
  int times = 0;  // applies at most so often in a connection; 0: always
};

}  // namespace casement
