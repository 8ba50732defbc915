// A real Chrome whose way is long: how often a caller has to wait for the other end. A round trip is all that is sent
// until an answer has come; what is sent after that is another one. Events cost nobody a wait.
#pragma once

#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "casement/transport/transport.h"

namespace casement::specs {

// The half that the spec keeps: the Connection owns the other.
class RoundTrips {
 public:
  void begin() {
    const std::lock_guard lock(mutex_);
    trips_.clear();
    is_answered_ = true;
  }
  // What was sent in each since `begin`.
  std::vector<std::string> seen() {
    const std::lock_guard lock(mutex_);
    return trips_;
  }

 private:
  friend class CountingTransport;
  void sent(std::string_view message) {
    const nlohmann::json command = nlohmann::json::parse(message, nullptr, false);
    const std::lock_guard lock(mutex_);
    if (std::exchange(is_answered_, false)) trips_.emplace_back();
    if (trips_.empty()) trips_.emplace_back();
    trips_.back() += " " + command.value("method", std::string());
  }
  void received(std::string_view message) {
    if (!message.starts_with("{\"id\":")) return;
    const std::lock_guard lock(mutex_);
    is_answered_ = true;
  }

  std::mutex mutex_;
  std::vector<std::string> trips_;
  bool is_answered_ = true;
};

class CountingTransport : public Transport {
 public:
  CountingTransport(std::unique_ptr<Transport> chrome, RoundTrips& trips) : chrome_(std::move(chrome)), trips_(trips) {}

  void send(std::string_view message) override {
    trips_.sent(message);
    chrome_->send(message);
  }
  Received receive(std::string& out, Deadline deadline) override {
    const Received received = chrome_->receive(out, deadline);
    if (received == Received::Message) trips_.received(out);
    return received;
  }
  bool has_more() const override { return chrome_->has_more(); }
  void wake() override { chrome_->wake(); }
  std::string close_reason() const override { return chrome_->close_reason(); }

 private:
  std::unique_ptr<Transport> chrome_;
  RoundTrips& trips_;
};

}  // namespace casement::specs
