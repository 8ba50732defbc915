// A fixture server with sockets and event streams, and clients of them.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "casement/site/site_server.h"
#include "specs/unit/http/socket_client.h"
#include "specs/unit/site/temporary_site.h"

namespace casement {

inline constexpr std::string_view kStreamSite = R"(
hosts:
  shop.test: shop
  other.test:
rules:
  - host: shop.test
    path: /feed
    socket:
      open: [{ text: welcome }]
      messages:
        - { match: ping, reply: [{ text: pong }] }
        - { match: { /type: subscribe }, reply: [{ json: { id: 0, ok: true }, copy: { /id: /id } }] }
        - { match: file, reply: [{ file: prices.json }, { file: prices.json, binary: true }] }
        - { match: bytes, reply: [{ base64: AQL/ }] }
        - { match: later, reply: [{ text: second, delay: 10ms }, { text: first }] }
        - { match: tick, reply: [{ text: tick, every: 1ms, times: 3 }] }
        - { match: forever, reply: [{ text: x, every: 1ms }] }
        - { match: close, reply: [{ close: 4005, reason: closed for today }] }
        - { match: drop, reply: [{ drop: true }] }
        - { match: stall, reply: [{ stall: true }] }
        - { match: silence }
        - { reply: [{ echo: true }] }
  - { host: shop.test, path: /quiet, socket: }
  - { host: shop.test, path: /spoken, socket: { protocols: [b, c] } }
  - { host: shop.test, path: /refused, status: 403 }
  - { host: shop.test, path: /silent, never: true }
  - host: shop.test
    path: /prices
    events:
      - { event: price, id: 1, retry: 20ms, json: { price: 3 } }
      - { id: 2, text: "4" }
      - { text: last, delay: 5ms }
  - { host: shop.test, path: /ended, events: [{ text: only }, { end: true }] }
  - { host: shop.test, path: /cut, events: [{ text: only }, { drop: true }] }
)";

class StreamSite : public testing::Test {
 protected:
  StreamSite() : files_(std::make_unique<TemporarySite>(kStreamSite)) {
    files_->write("shop/prices.json", "[1,2]").write("shop/index.html", "page");
    server_ = std::make_unique<SiteServer>(files_->folder());
  }

  SocketClient connect(std::string_view path = "/quiet", std::string_view headers = "") {
    return {server_->port(), "shop.test", path, headers};
  }
  // After the welcome of /feed.
  SocketClient feed() {
    SocketClient client = connect("/feed");
    EXPECT_EQ(client.next(), "welcome");
    return client;
  }
  static std::string answer(SocketClient& client, std::string_view message) {
    client.text(message);
    return client.next();
  }

  std::unique_ptr<TemporarySite> files_;
  std::unique_ptr<SiteServer> server_;
};

}  // namespace casement
