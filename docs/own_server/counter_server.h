// A small HTTP server on a thread of its own, as a C++ team might have one: Boost.Beast, one request a
// connection. It listens on the loopback address until it is destroyed.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

namespace example {

class CounterServer {
 public:
  // `on_order` is called on the server's thread. Throws where it cannot listen at `port`; 0: a free one.
  explicit CounterServer(std::function<void(const std::string& order)> on_order, int port = 0);
  ~CounterServer();
  CounterServer(const CounterServer&) = delete;
  CounterServer& operator=(const CounterServer&) = delete;

  int port() const;
  std::string address() const { return "http://localhost:" + std::to_string(port()) + "/"; }
  void set_price(int euros) { price_ = euros; }

 private:
  struct Parts;
  std::function<void(const std::string&)> on_order_;
  std::atomic<int> price_ = 3;
  std::unique_ptr<Parts> parts_;
};

}  // namespace example
