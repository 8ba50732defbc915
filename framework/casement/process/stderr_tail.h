// Reads a child's standard error, and optionally its output, on a thread of its own, so that the child never blocks on
// a full pipe. Stores the last 64 KiB for error messages. Any thread may read the text.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "casement/base/unique_fd.h"

namespace casement {

class StderrTail {
 public:
  static constexpr std::size_t kKept = 64 * 1024;          // bytes, at most
  static constexpr std::size_t kLongestPiece = 16 * 1024;  // bytes, at most
  // `heard` is called on the reading thread with each piece, and with "" at the end. Throws Error{Environment} if there
  // are no descriptors left.
  explicit StderrTail(std::function<void(std::string_view)> heard = {});
  ~StderrTail() { finish(); }
  StderrTail(const StderrTail&) = delete;
  StderrTail& operator=(const StderrTail&) = delete;

  // The end to which the child writes; close it in this process once the child has it.
  UniqueFd& write_end() { return write_end_; }
  // Reads the bytes in the pipe and ends the thread, even if a process still holds the writing end. Any thread; only
  // the first call has an effect.
  void finish();
  std::string text() const;

 private:
  void run();
  // Returns false at the end of the stream, and if there is nothing to read.
  bool read_some();

  std::function<void(std::string_view)> heard_;
  UniqueFd read_end_;
  UniqueFd write_end_;
  UniqueFd stop_event_;
  std::mutex finishing_;
  mutable std::mutex mutex_;  // guards text_
  std::string text_;
  std::thread thread_;
};

}  // namespace casement
