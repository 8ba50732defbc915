#include "casement/base/log_ring.h"

#include <algorithm>

namespace casement {

void LogRing::add(std::string line) {
  lines_.push_back(std::move(line));
  if (lines_.size() > capacity_) lines_.pop_front();
}

std::vector<std::string> LogRing::last(std::size_t count) const {
  const auto from = lines_.end() - static_cast<std::ptrdiff_t>(std::min(count, lines_.size()));
  return {from, lines_.end()};
}

}  // namespace casement
