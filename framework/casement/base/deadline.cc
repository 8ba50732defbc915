#include "casement/base/deadline.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "casement/base/machine_load.h"

namespace casement {

Deadline Deadline::patient(Milliseconds usual) {
  return in(allow_for_load(usual));
}

Milliseconds Deadline::remaining() const {
  if (is_never()) return Milliseconds::max();
  const auto left = when_ - Clock::now();
  if (left <= Clock::duration::zero()) return Milliseconds::zero();
  return std::chrono::ceil<Milliseconds>(left);
}

int Deadline::poll_timeout() const {
  if (is_never()) return -1;
  constexpr Milliseconds longest{std::numeric_limits<int>::max()};
  return static_cast<int>(std::min(remaining(), longest).count());
}

std::string describe_duration(Deadline::Clock::duration duration) {
  const long long ms = std::chrono::round<Milliseconds>(duration).count();
  if (ms < 1000) return std::to_string(ms) + " ms";
  if (ms % 1000 == 0) return std::to_string(ms / 1000) + " s";
  return fmt::format("{:.1f} s", static_cast<double>(ms) / 1000.0);  // printf would use the decimal point of the locale
}

}  // namespace casement
