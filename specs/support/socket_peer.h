// A WebSocket server for specs, which echoes each message. Some messages are orders: "close" closes the connection with
// code 4005, "drop" ends the connection without a closing handshake, "count N" sends the texts "1" to "N". A request
// for /refused gets status 403.
#pragma once

#include <libwebsockets.h>

#include <atomic>
#include <charconv>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

namespace casement::specs {

class SocketPeer {
 public:
  SocketPeer() {
    ::lws_set_log_level(0, nullptr);
    lws_context_creation_info info{};
    info.port = 0;
    info.iface = "127.0.0.1";
    info.protocols = kProtocols;
    info.gid = decltype(info.gid)(-1);
    info.uid = decltype(info.uid)(-1);
    info.options = LWS_SERVER_OPTION_DISABLE_IPV6;
    context_.reset(::lws_create_context(&info));
    if (context_ == nullptr) throw std::runtime_error("the peer cannot listen");
    port_ = ::lws_get_vhost_listen_port(::lws_get_vhost_by_name(context_.get(), "default"));
    thread_ = std::thread([this] {
      while (!is_stopping_) ::lws_service(context_.get(), 0);
    });
  }
  ~SocketPeer() {
    is_stopping_ = true;
    ::lws_cancel_service(context_.get());
    thread_.join();
  }
  SocketPeer(const SocketPeer&) = delete;
  SocketPeer& operator=(const SocketPeer&) = delete;

  std::string url(const std::string& path = "/live") const { return "ws://127.0.0.1:" + std::to_string(port_) + path; }

 private:
  struct Message {
    std::string data;
    bool is_binary = false;
  };
  struct Client {
    std::string incoming = {};
    std::deque<Message> outgoing = {};
    bool closes = false;
    int count = 0;  // texts that are still to be sent
    int counted = 0;
  };
  struct Destroy {
    void operator()(lws_context* context) const { ::lws_context_destroy(context); }
  };

  static void obey(Client& client, bool is_binary) {
    const std::string order = std::exchange(client.incoming, {});
    if (order == "close") {
      client.closes = true;
    } else if (order.starts_with("count ")) {
      std::from_chars(order.data() + 6, order.data() + order.size(), client.count);
      client.counted = 0;
    } else {
      client.outgoing.push_back({order, is_binary});
    }
  }

  static int write(lws* connection, Client& client) {
    Message next;
    if (!client.outgoing.empty()) {
      next = std::move(client.outgoing.front());
      client.outgoing.pop_front();
    } else if (client.counted < client.count) {
      next.data = std::to_string(++client.counted);
    } else if (client.closes) {
      unsigned char reason[] = "the peer ends";
      ::lws_close_reason(connection, static_cast<lws_close_status>(4005), reason, sizeof reason - 1);
      return -1;
    } else {
      return 0;
    }
    std::string room(LWS_PRE, '\0');
    room += next.data;
    ::lws_write(connection, reinterpret_cast<unsigned char*>(room.data()) + LWS_PRE, next.data.size(),
                next.is_binary ? LWS_WRITE_BINARY : LWS_WRITE_TEXT);
    ::lws_callback_on_writable(connection);
    return 0;
  }

  static int on_event(lws* connection, lws_callback_reasons reason, void* user, void* in, std::size_t size) {
    auto* const slot = static_cast<Client**>(user);
    switch (reason) {
      case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: {
        char path[64] = {};
        ::lws_hdr_copy(connection, path, sizeof path, WSI_TOKEN_GET_URI);
        if (std::string(path) != "/refused") return 0;
        ::lws_return_http_status(connection, HTTP_STATUS_FORBIDDEN, nullptr);
        return -1;
      }
      case LWS_CALLBACK_ESTABLISHED:
        *slot = new Client;  // freed at LWS_CALLBACK_CLOSED, which follows
        return 0;
      case LWS_CALLBACK_CLOSED:
        delete std::exchange(*slot, nullptr);
        return 0;
      case LWS_CALLBACK_RECEIVE: {
        (*slot)->incoming.append(static_cast<const char*>(in), size);
        if (::lws_is_final_fragment(connection) == 0 || ::lws_remaining_packet_payload(connection) > 0) return 0;
        if ((*slot)->incoming == "drop") {
          ::lws_set_timeout(connection, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC);
          return -1;
        }
        obey(**slot, ::lws_frame_is_binary(connection) != 0);
        ::lws_callback_on_writable(connection);
        return 0;
      }
      case LWS_CALLBACK_SERVER_WRITEABLE:
        return write(connection, **slot);
      default:
        return 0;
    }
  }

  static constexpr lws_protocols kProtocols[] = {{"live", on_event, sizeof(Client*), 64 * 1024, 0, nullptr, 0},
                                                 {nullptr, nullptr, 0, 0, 0, nullptr, 0}};

  std::unique_ptr<lws_context, Destroy> context_;
  int port_ = 0;
  std::atomic<bool> is_stopping_{false};
  std::thread thread_;
};

}  // namespace casement::specs
