#include "counter_server.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <thread>
#include <utility>

namespace example {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using tcp = boost::asio::ip::tcp;
using Answer = http::response<http::string_body>;
using Handler = std::function<Answer(const http::request<http::string_body>&)>;

constexpr const char* kPage = R"html(<!doctype html>
<meta charset="utf-8"><title>Counter</title>
<h1>Counter</h1>
<p>Tea costs PRICE €</p>
<form><label>Order <input name="order"></label> <button>Order</button></form>
<output></output>
<script>
  async function order(text) {
    if (!confirm('Order ' + text + '?')) return
    await fetch('/orders', { method: 'POST', body: text })
    document.querySelector('output').textContent = 'Thank you for ' + text
  }
  document.querySelector('form').onsubmit = event => {
    event.preventDefault()
    order(document.querySelector('input').value)
  }
  if (location.search) setTimeout(() => order('the usual'), 200)
</script>
)html";

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, const Handler& handler) : stream_(std::move(socket)), handler_(handler) {}

  // Each step keeps the connection alive until the next.
  void start() {
    stream_.expires_after(std::chrono::seconds(30));
    http::async_read(stream_, buffer_, request_, [self = shared_from_this()](beast::error_code error, std::size_t) {
      if (!error) self->answer();
    });
  }

 private:
  void answer() {
    answer_ = handler_(request_);
    answer_.keep_alive(false);
    answer_.prepare_payload();
    http::async_write(stream_, answer_, [self = shared_from_this()](beast::error_code, std::size_t) {
      beast::error_code ignored;
      self->stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    });
  }

  beast::tcp_stream stream_;
  const Handler& handler_;
  beast::flat_buffer buffer_;
  http::request<http::string_body> request_;
  Answer answer_;
};

}  // namespace

struct CounterServer::Parts {
  Parts(Handler wanted, int port)
      : handler(std::move(wanted)),
        acceptor(context, {asio::ip::address_v4::loopback(), static_cast<unsigned short>(port)}) {
    accept();
    thread = std::thread([this] { context.run(); });
  }
  ~Parts() {
    context.stop();
    thread.join();
  }
  void accept() {
    acceptor.async_accept([this](beast::error_code error, tcp::socket socket) {
      if (!error) std::make_shared<Connection>(std::move(socket), handler)->start();
      accept();
    });
  }

  const Handler handler;
  asio::io_context context;
  tcp::acceptor acceptor;
  std::thread thread;
};

CounterServer::CounterServer(std::function<void(const std::string&)> on_order, int port)
    : on_order_(std::move(on_order)) {
  const auto handler = [this](const http::request<http::string_body>& request) {
    Answer answer;
    answer.result(http::status::ok);
    if (request.method() == http::verb::post && request.target() == "/orders") {
      on_order_(request.body());
      return answer;
    }
    if (request.method() != http::verb::get || request.target().find('/', 1) != std::string::npos) {
      answer.result(http::status::not_found);
      return answer;
    }
    std::string page = kPage;
    page.replace(page.find("PRICE"), 5, std::to_string(price_));
    answer.set(http::field::content_type, "text/html; charset=utf-8");
    answer.body() = std::move(page);
    return answer;
  };
  parts_ = std::make_unique<Parts>(handler, port);
}

CounterServer::~CounterServer() = default;
int CounterServer::port() const {
  return parts_->acceptor.local_endpoint().port();
}

}  // namespace example
