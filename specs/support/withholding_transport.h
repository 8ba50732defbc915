// A real Chrome that falls silent: from the n-th command to a page on, everything that pages answer and
// tell is held back, until it is let go, and the page is told to be gone. The browser's own answers and
// events pass.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "casement/transport/transport.h"

namespace casement::specs {

// The transport's half that the spec keeps: the Connection owns the other.
class Silence {
 public:
  // After so many more commands to pages; then the page of this session has gone, as is told.
  void begin_after(int commands, std::string session) {
    const std::lock_guard lock(mutex_);
    commands_left_ = commands;
    session_ = std::move(session);
  }
  // True where it had begun.
  bool end() {
    const std::lock_guard lock(mutex_);
    const bool had_begun = commands_left_ == 0;
    commands_left_ = kNever;
    return had_begun;
  }

 private:
  friend class WithholdingTransport;
  static constexpr int kNever = -1;

  std::mutex mutex_;
  int commands_left_ = kNever;
  std::string session_;
  bool is_to_be_told_ = false;
  std::deque<std::string> held_;
};

class WithholdingTransport : public Transport {
 public:
  WithholdingTransport(std::unique_ptr<Transport> chrome, Silence& silence)
      : chrome_(std::move(chrome)), silence_(silence) {}

  void send(std::string_view message) override {
    {
      const std::lock_guard lock(silence_.mutex_);
      if (is_of_page(message) && silence_.commands_left_ > 0 && --silence_.commands_left_ == 0) {
        silence_.is_to_be_told_ = true;
      }
    }
    chrome_->send(message);
  }
  Received receive(std::string& out, Deadline deadline) override {
    for (;;) {
      if (take_held(out)) return Received::Message;
      const Received received = chrome_->receive(out, deadline);
      if (received != Received::Message) return received;
      const std::lock_guard lock(silence_.mutex_);
      if (silence_.commands_left_ != 0 || !is_of_page(out)) return received;
      silence_.held_.push_back(std::move(out));
    }
  }
  bool has_more() const override { return chrome_->has_more(); }
  void wake() override { chrome_->wake(); }
  std::string close_reason() const override { return chrome_->close_reason(); }

 private:
  static bool is_of_page(std::string_view message) {
    return message.find("\"sessionId\":\"") != std::string_view::npos &&
           message.find("\"Target.attachedToTarget\"") == std::string_view::npos &&
           message.find("\"Target.detachedFromTarget\"") == std::string_view::npos;
  }
  bool take_held(std::string& out) {
    const std::lock_guard lock(silence_.mutex_);
    if (std::exchange(silence_.is_to_be_told_, false)) {
      out = R"({"method":"Target.detachedFromTarget","params":{"sessionId":")" + silence_.session_ + R"("}})";
      return true;
    }
    if (silence_.commands_left_ == 0 || silence_.held_.empty()) return false;
    out = std::move(silence_.held_.front());
    silence_.held_.pop_front();
    return true;
  }

  std::unique_ptr<Transport> chrome_;
  Silence& silence_;
};

}  // namespace casement::specs
