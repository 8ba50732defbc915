// The last lines of a log, for the trail of an error. Not thread-safe: used under the engine lock.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

namespace casement {

class LogRing {
 public:
  explicit LogRing(std::size_t capacity = 200) : capacity_(capacity) {}

  void add(std::string line);
  // The newest `count` lines, oldest first.
  std::vector<std::string> last(std::size_t count) const;

 private:
  std::size_t capacity_;
  std::deque<std::string> lines_;
};

}  // namespace casement
