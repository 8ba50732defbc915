// A browser made of a script: what it says is queued by the spec, what it is told is kept.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "casement/transport/transport.h"

namespace casement::specs {

// The transport's half that the spec keeps: the Connection owns the other.
struct Script {
  void say(nlohmann::json message) {
    const std::lock_guard lock(mutex);
    inbound.push_back(message.dump());
    changed.notify_all();
  }
  void say_raw(std::string text) {
    const std::lock_guard lock(mutex);
    inbound.push_back(std::move(text));
    changed.notify_all();
  }
  void close() {
    const std::lock_guard lock(mutex);
    closed = true;
    changed.notify_all();
  }
  // Everything sent so far, as JSON, and forgets it.
  std::vector<nlohmann::json> take_sent() {
    const std::lock_guard lock(mutex);
    return std::exchange(sent, {});
  }

  // Hears what was sent, in the turn that sends it: what it says by then is heard next.
  std::function<void(const nlohmann::json&)> on_sent;

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::string> inbound;
  std::vector<nlohmann::json> sent;
  bool closed = false;
  bool woken = false;
};

class ScriptedTransport : public Transport {
 public:
  explicit ScriptedTransport(Script& script) : script_(script) {}

  void send(std::string_view message) override {
    const nlohmann::json command = nlohmann::json::parse(message);
    {
      const std::lock_guard lock(script_.mutex);
      script_.sent.push_back(command);
      script_.changed.notify_all();
    }
    if (script_.on_sent) script_.on_sent(command);
  }
  Received receive(std::string& out, Deadline deadline) override {
    std::unique_lock lock(script_.mutex);
    const auto ready = [this] { return !script_.inbound.empty() || script_.closed || script_.woken; };
    if (deadline.is_never())
      script_.changed.wait(lock, ready);
    else if (!script_.changed.wait_until(lock, deadline.when(), ready))
      return Received::Nothing;
    if (!script_.inbound.empty()) {
      out = std::move(script_.inbound.front());
      script_.inbound.pop_front();
      return Received::Message;
    }
    if (script_.closed) return Received::Closed;
    script_.woken = false;
    return Received::Woken;
  }
  void wake() override {
    const std::lock_guard lock(script_.mutex);
    script_.woken = true;
    script_.changed.notify_all();
  }
  std::string close_reason() const override { return "the script ended"; }

 private:
  Script& script_;
};

}  // namespace casement::specs
