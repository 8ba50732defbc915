// A browser that never ceases to send: there always is a next message.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <utility>

#include "casement/transport/transport.h"

namespace casement::specs {

class FloodingTransport : public Transport {
 public:
  // `next` makes the message of this number.
  explicit FloodingTransport(std::function<std::string(std::size_t)> next) : next_(std::move(next)) {}

  void send(std::string_view) override {}
  Received receive(std::string& out, Deadline) override {
    out = next_(number_++);
    return Received::Message;
  }
  bool has_more() const override { return true; }
  void wake() override {}
  std::string close_reason() const override { return "the flood ended"; }

 private:
  std::function<std::string(std::size_t)> next_;
  std::size_t number_ = 0;
};

}  // namespace casement::specs
