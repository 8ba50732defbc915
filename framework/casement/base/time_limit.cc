#include "casement/base/time_limit.h"

namespace casement {

std::string describe_limit(Deadline deadline, Deadline::Clock::time_point began) {
  if (deadline.is_never() || deadline.when() <= began) return "in time";
  // The operation begins a moment after its caller has made the deadline.
  const auto exact = deadline.when() - began;
  const auto rounded = exact < std::chrono::seconds(1)
                           ? std::chrono::round<std::chrono::duration<long long, std::centi>>(exact)
                           : std::chrono::duration<long long, std::centi>(
                                 std::chrono::round<std::chrono::duration<long long, std::deci>>(exact));
  return "within " + describe_duration(rounded);
}

}  // namespace casement
