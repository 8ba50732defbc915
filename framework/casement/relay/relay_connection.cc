#include "casement/relay/relay_connection.h"

#include <fmt/format.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/system_message.h"
#include "casement/base/text.h"
#include "casement/http/channel.h"
#include "casement/http/reader.h"
#include "casement/http/socket_handshake.h"
#include "casement/relay/client_hello.h"
#include "casement/relay/relayed_socket.h"
#include "casement/site/site_answer.h"

namespace casement::relay {
namespace {

using http::Channel;
using http::HttpStream;
using http::TunnelWaits;

constexpr std::chrono::seconds kHandshakeTime{60};
constexpr std::chrono::seconds kTimeToEnd{2};

class Connection {
 public:
  Connection(RelayState& state, const Reach& reach, int client, const TunnelWaits& waits)
      : state_(state),
        reach_(reach),
        waits_(waits),
        page_(client),
        resets_(state.resets()),
        waker_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (waker_) state_.add_waker(waker_.get());
  }
  ~Connection() {
    if (waker_) state_.remove_waker(waker_.get());
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void serve() {
    if (!waker_ || !agree_to_tunnel()) return;
    const FirstBytes first = peek();
    const bool is_known = reach_.identities != nullptr && reach_.identities->find(goal_) != nullptr;
    switch (first) {
      case FirstBytes::More:
        return;
      case FirstBytes::TlsOther:
        return is_known ? serve_with_certificate() : pass_through("", "");
      case FirstBytes::TlsSocket:
        if (!is_known && !reach_.routes_sockets) return pass_through("", "");
        scheme_ = "wss";
        if (!accept_socket_tls()) return;
        break;
      case FirstBytes::Plain:
        break;
    }
    serve_request();
  }

 private:
  bool agree_to_tunnel() {
    std::string rest;
    const std::optional<std::string> head = read_head(page_, rest, waits_, deadline_);
    if (!head || !rest.empty()) return false;
    const std::string_view target = std::string_view(*head).substr(0, head->find(" HTTP/1."));
    const std::size_t colon = target.rfind(':');
    if (!target.starts_with("CONNECT ") || colon == target.npos) {
      http::send_all(page_.fd(), "HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
      return false;
    }
    goal_.host = target.substr(8, colon - 8);
    const std::string_view digits = target.substr(colon + 1);
    std::from_chars(digits.data(), digits.data() + digits.size(), goal_.port);
    return http::send_all(page_.fd(), "HTTP/1.1 200 Connection established\r\n\r\n");
  }

  // Looks at the first bytes without taking them, because a tunnel passes them on.
  FirstBytes peek() {
    std::string bytes(16 * 1024, '\0');
    std::size_t known = 0;
    FirstBytes found = FirstBytes::More;
    while (found == FirstBytes::More && waits_.wait_for(page_.fd(), POLLIN, deadline_)) {
      const ssize_t count = ::recv(page_.fd(), bytes.data(), bytes.size(), MSG_PEEK);
      if (count <= static_cast<ssize_t>(known)) break;
      known = static_cast<std::size_t>(count);
      found = read_first_bytes(std::string_view(bytes).substr(0, known));
      // Otherwise poll would report the same bytes again.
      const int more = static_cast<int>(known) + 1;
      ::setsockopt(page_.fd(), SOL_SOCKET, SO_RCVLOWAT, &more, sizeof more);
    }
    const int any = 1;
    ::setsockopt(page_.fd(), SOL_SOCKET, SO_RCVLOWAT, &any, sizeof any);
    return found;
  }

  std::string connect(bool with_tls) { return server_.connect(goal_, with_tls); }

  bool accept_socket_tls() {
    const bool is_accepted = page_.accept_tls(state_.server_tls(), waits_, deadline_).empty();
    state_.note_handshake(goal_, is_accepted);
    return is_accepted;
  }

  // A server that gets the client's certificate. Both sides agree on the protocol that the server chooses.
  void serve_with_certificate() {
    if (!server_.connect(goal_, true, {"h2", "http/1.1"}).empty()) return;
    if (const std::string chosen = server_->protocol(); !chosen.empty()) page_.set_protocols({chosen});
    if (!page_.accept_tls(state_.server_tls(), waits_, deadline_).empty()) return;
    http::run_tunnel(page_, *server_, "", "", waits_);
  }

  void pass_through(std::string to_server, std::string to_page) {
    if (!server_ && !connect(scheme_ == "wss").empty()) return;
    http::run_tunnel(page_, *server_, std::move(to_server), std::move(to_page), waits_);
  }

  void serve_request() {
    std::string rest;
    const std::optional<std::string> head = read_head(page_, rest, waits_, deadline_);
    if (!head) return;
    http::HttpReader reader;
    std::optional<http::HttpRequest> request;
    try {
      reader.feed(*head);
      request = reader.next();
    } catch (const http::HttpProblem&) {
      request.reset();
    }
    if (!request || !http::asks_for_socket(request->request)) return pass_through(*head + rest, "");
    const std::string* const host = request->request.header("Host");
    const std::string query = request->request.query.empty() ? "" : "?" + request->request.query;
    url_ = fmt::format("{}://{}{}{}", scheme_, host == nullptr ? goal_.host : *host, request->raw_path, query);
    const std::optional<Route> route = state_.find_for(url_);
    if (!route) return pass_through(*head + rest, "");
    if (route->script)
      answer_itself(*request, *route->script, rest);
    else
      relay(*request, route->handler, rest);
  }

  void refuse(const std::string& why) {
    state_.streams()->note_failure(url_, why);
    const std::string text = "Casement's relay cannot reach the server: " + why;
    std::string answer = fmt::format(
        "HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\nConnection: "
        "close\r\n\r\n{}",
        text.size(), text);
    while (!answer.empty() && page_.write(answer) == Channel::Io::Done) {
    }
    page_.end_output();
  }

  SiteConnection numbered(const ServedRequest& request, std::string protocol) {
    SiteConnection connection = state_.streams()->number_connection(request, std::move(protocol));
    connection.url = url_;
    return connection;
  }

  void answer_itself(const http::HttpRequest& request, const SocketScript& script, std::string_view rest) {
    const std::string protocol = site::chosen_protocol(script, request.request);
    const http::ServedAnswer agreed = http::agree_to_socket(request.request, protocol);
    if (agreed.status != 101) return refuse("the page's handshake is malformed");
    auto stream = std::make_shared<site::SocketStream>(state_.streams(), numbered(request.request, protocol),
                                                       std::filesystem::path(), script);
    to_page_ = http::format_head(agreed, http::Connection::KeepAlive);
    drive(*stream, nullptr, rest, "");
  }

  void relay(const http::HttpRequest& request, const SocketHandler& handler, std::string_view rest) {
    if (const std::string why = connect(scheme_ == "wss"); !why.empty()) return refuse(why);
    // Frames of extensions, such as compressed ones, could not be read.
    std::string to_server = fmt::format("{} {}{}{} HTTP/1.1\r\n", request.request.method, request.raw_path,
                                        request.request.query.empty() ? "" : "?", request.request.query);
    for (const auto& [name, value] : request.request.headers) {
      if (ascii_lower(name) != "sec-websocket-extensions") to_server += name + ": " + value + "\r\n";
    }
    to_server += "\r\n";
    while (!to_server.empty()) {
      const Channel::Io io = server_->write(to_server);
      if (io == Channel::Io::Ended) return refuse("the server ended the connection");
      if (io == Channel::Io::Wait && !waits_.wait_for(server_->fd(), server_->write_event(), deadline_)) return;
    }
    std::string from_server;
    std::optional<std::string> head = read_head(*server_, from_server, waits_, deadline_);
    if (!head) return refuse("the server did not answer the handshake");
    if (!head->starts_with("HTTP/1.1 101 ")) {
      const std::string status = head->substr(0, head->find("\r\n"));
      state_.streams()->note_failure(url_, "the server answered " + shorten(to_valid_utf8(status), 200));
      return pass_through(std::string(rest), *head + from_server);
    }
    to_page_ = std::move(*head);
    auto stream = std::make_shared<RelayedSocket>(
        state_.streams(), numbered(request.request, header_of(to_page_, "sec-websocket-protocol")), handler);
    drive(*stream, stream.get(), rest, from_server);
  }

  static std::string header_of(std::string_view head, std::string_view name) {
    while (!head.empty()) {
      const std::string_view line = head.substr(0, head.find("\r\n"));
      head.remove_prefix(std::min(head.size(), line.size() + 2));
      const std::size_t colon = line.find(':');
      if (colon == line.npos || ascii_lower(line.substr(0, colon)) != name) continue;
      return std::string(trimmed(line.substr(colon + 1)));
    }
    return "";
  }
  static std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
    while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
    return text;
  }

  // Moves the bytes of a stream until both sides have ended. `relayed` is null if no server is behind the stream.
  void drive(site::LiveStream& stream, RelayedSocket* relayed, std::string_view from_page,
             std::string_view from_server) {
    const auto now = [] { return Deadline::Clock::now(); };
    stream.begin(now());
    if (!from_page.empty()) stream.receive(from_page, now());
    if (relayed != nullptr && !from_server.empty()) relayed->receive_from_server(from_server, now());
    bool is_page_open = true;
    bool is_server_open = relayed != nullptr;
    std::optional<Deadline> end_of_server;
    const auto end_page = [&] {
      if (std::exchange(is_page_open, false)) stream.end();
    };
    while (is_page_open || is_server_open) {
      if (state_.resets() != resets_) break;
      HttpStream::Wish wish = stream.advance(now());
      if (is_page_open && !exchange_with_page(stream, wish)) {
        page_.end_output();
        end_page();
      }
      if (is_server_open) {
        is_server_open = exchange_with_server(*relayed);
        // The server has two seconds to answer a close.
        if (!is_page_open && !end_of_server && relayed->is_server_over()) end_of_server = Deadline::in(kTimeToEnd);
        if (end_of_server && end_of_server->expired()) break;
      }
      if (!is_page_open && !is_server_open) break;
      if (page_.has_unread() || (server_ && server_->has_unread())) continue;
      // A message that has come may have become output for either side.
      wish = stream.advance(now());
      if (is_page_open && wish.close == HttpStream::Wish::Close::Now) continue;
      if (is_server_open) {
        relayed->take_server_output(to_server_);
        if (relayed->is_server_cut()) continue;
      }
      if (!wait(wish, is_page_open, is_server_open, end_of_server)) break;
    }
    end_page();
  }

  // Returns false once the page's side has ended.
  bool exchange_with_page(site::LiveStream& stream, const HttpStream::Wish& wish) {
    stream.take_output(to_page_, kPiece);
    while (!to_page_.empty()) {
      const Channel::Io io = page_.write(to_page_);
      if (io == Channel::Io::Ended) return false;
      if (io == Channel::Io::Wait) break;
      stream.take_output(to_page_, kPiece - std::min(kPiece, to_page_.size()));
    }
    if (wish.close == HttpStream::Wish::Close::Now) return false;
    if (wish.close == HttpStream::Wish::Close::AfterOutput && to_page_.empty()) return false;
    return read_all(page_, [&](const std::string& bytes) { stream.receive(bytes, Deadline::Clock::now()); });
  }

  // Reads what has come, but not more than the other side's turn allows. Returns false if the peer has ended.
  template <class Take>
  static bool read_all(Channel& from, const Take& take) {
    constexpr int most_pieces = 16;
    std::string bytes;
    for (int i = 0; i < most_pieces; ++i) {
      bytes.clear();
      const Channel::Io io = from.read(bytes);
      if (io == Channel::Io::Ended) return false;
      if (io == Channel::Io::Wait) return true;
      take(bytes);
    }
    return true;
  }

  // Returns false once the server's side has ended.
  bool exchange_with_server(RelayedSocket& relayed) {
    relayed.take_server_output(to_server_);
    if (relayed.is_server_cut()) {
      server_->end_output();
      return false;
    }
    while (!to_server_.empty()) {
      const Channel::Io io = server_->write(to_server_);
      if (io == Channel::Io::Wait) break;
      if (io == Channel::Io::Ended) {
        relayed.end_server(Deadline::Clock::now());
        return false;
      }
    }
    const auto take = [&](const std::string& bytes) { relayed.receive_from_server(bytes, Deadline::Clock::now()); };
    if (read_all(*server_, take)) return true;
    relayed.end_server(Deadline::Clock::now());
    return false;
  }

  // Returns false once the relay ends.
  bool wait(const HttpStream::Wish& wish, bool is_page_open, bool is_server_open,
            const std::optional<Deadline>& end_of_server) {
    std::array<pollfd, 3> watched{{{waker_.get(), POLLIN, 0}, {-1, 0, 0}, {-1, 0, 0}}};
    if (is_page_open) {
      watched[1] = {page_.fd(), page_.read_event(), 0};
      if (!to_page_.empty() || wish.has_output)
        watched[1].events = static_cast<short>(watched[1].events | page_.write_event());
    }
    if (is_server_open) {
      watched[2] = {server_->fd(), server_->read_event(), 0};
      if (!to_server_.empty()) watched[2].events = static_cast<short>(watched[2].events | server_->write_event());
    }
    Deadline until = wish.wake_at ? Deadline::at(*wish.wake_at) : Deadline::never();
    if (until.expired()) return true;
    if (end_of_server) until = until.sooner(*end_of_server);
    const bool is_woken = waits_.wait(watched, until);
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t taken = ::read(waker_.get(), &count, sizeof count);
    return is_woken || until.expired();
  }

  static constexpr std::size_t kPiece = 64 * 1024;

  RelayState& state_;
  const Reach& reach_;
  const TunnelWaits& waits_;
  Channel page_;
  const unsigned resets_;
  const UniqueFd waker_;
  const Deadline deadline_ = Deadline::in(kHandshakeTime);
  Goal goal_;
  std::string scheme_ = "ws";
  std::string url_;
  ServerLink server_{state_, reach_, waits_, deadline_};
  std::string to_page_, to_server_;
};

}  // namespace

void serve_connection(RelayState& state, const Reach& reach, int client, const TunnelWaits& waits) {
  try {
    Connection(state, reach, client, waits).serve();
  } catch (const Error&) {
    // OpenSSL failed: the connection ends, which the page sees.
  }
}

}  // namespace casement::relay
