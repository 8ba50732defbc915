#include "http_server.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <csignal>
#include <string_view>
#include <utility>

namespace shop {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using tcp = boost::asio::ip::tcp;

std::string decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      plain += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      plain += text[i] == '+' ? ' ' : text[i];
    }
  }
  return plain;
}

// "a=1&b=2", and with "; " between them a Cookie header.
std::map<std::string, std::string> pairs(std::string_view text, std::string_view between) {
  std::map<std::string, std::string> found;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find(between));
    text.remove_prefix(std::min(one.size() + between.size(), text.size()));
    const std::size_t equals = std::min(one.find('='), one.size());
    found[decoded(one.substr(0, equals))] = decoded(one.substr(std::min(equals + 1, one.size())));
  }
  return found;
}

Request read_request(const http::request<http::string_body>& message) {
  const std::string target = message.target();
  const std::size_t mark = std::min(target.find('?'), target.size());
  const std::string_view type = message[http::field::content_type];
  Request request;
  request.method = message.method_string();
  request.path = decoded(target.substr(0, mark));
  request.query = pairs(std::string_view(target).substr(std::min(mark + 1, target.size())), "&");
  request.cookies = pairs(message[http::field::cookie], "; ");
  request.body = message.body();
  if (type.starts_with("application/x-www-form-urlencoded")) request.form = pairs(request.body, "&");
  return request;
}

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, const std::function<Answer(const Request&)>& answer)
      : stream_(std::move(socket)), answer_(answer) {
    parser_.body_limit(8 * 1024 * 1024);
  }

  // Each step keeps the connection alive until the next.
  void start() {
    stream_.expires_after(std::chrono::seconds(30));
    http::async_read(stream_, buffer_, parser_, [self = shared_from_this()](beast::error_code error, std::size_t) {
      if (!error) self->write(self->answer_(read_request(self->parser_.get())));
    });
  }

 private:
  void write(const Answer& answer) {
    message_.result(static_cast<unsigned>(answer.status));
    message_.set(http::field::content_type, answer.type);
    message_.set(http::field::cache_control, "no-store");
    for (const auto& [name, value] : answer.headers) message_.set(name, value);
    message_.body() = answer.body;
    message_.keep_alive(false);
    message_.prepare_payload();
    http::async_write(stream_, message_, [self = shared_from_this()](beast::error_code, std::size_t) {
      beast::error_code ignored;
      self->stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    });
  }

  beast::tcp_stream stream_;
  const std::function<Answer(const Request&)>& answer_;
  beast::flat_buffer buffer_;
  http::request_parser<http::string_body> parser_;
  http::response<http::string_body> message_;
};

}  // namespace

struct HttpServer::Parts {
  Parts(int port, std::function<Answer(const Request&)> wanted)
      : answer(std::move(wanted)),
        acceptor(context, {asio::ip::address_v4::loopback(), static_cast<unsigned short>(port)}) {}

  void accept() {
    acceptor.async_accept([this](beast::error_code error, tcp::socket socket) {
      if (!error) std::make_shared<Connection>(std::move(socket), answer)->start();
      accept();
    });
  }

  const std::function<Answer(const Request&)> answer;
  asio::io_context context{1};
  tcp::acceptor acceptor;
};

HttpServer::HttpServer(int port, std::function<Answer(const Request&)> answer)
    : parts_(std::make_unique<Parts>(port, std::move(answer))) {}
HttpServer::~HttpServer() = default;

int HttpServer::port() const {
  return parts_->acceptor.local_endpoint().port();
}

void HttpServer::run() {
  asio::signal_set signals(parts_->context, SIGTERM, SIGINT);
  signals.async_wait([this](beast::error_code, int) { parts_->context.stop(); });
  parts_->accept();
  parts_->context.run();
}

}  // namespace shop
