// Reads what a child writes, its standard error and where that is wanted its output too, on a thread
// of its own, so that the child never blocks on a full pipe, and keeps the last 64 KiB for error
// texts. Any thread may ask for the text.
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
  static constexpr std::size_t kKept = 64 * 1024;  // bytes, at most
  // `heard` is called on that thread with each piece, and with "" at the end. Throws
  // Error{Environment} where there are no descriptors left.
  explicit StderrTail(std::function<void(std::string_view)> heard = {});
  ~StderrTail() { finish(); }
  StderrTail(const StderrTail&) = delete;
  StderrTail& operator=(const StderrTail&) = delete;

  // The end that the child writes to; closed in this process once the child has it.
  UniqueFd& write_end() { return write_end_; }
  // Takes in what is there and ends the thread, even if somebody still holds the writing end. Any
  // thread; only the first call does something.
  void finish();
  std::string text() const;

 private:
  void run();
  // False at the end of the stream, or where nothing is there.
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
