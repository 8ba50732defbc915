// A point in time for a page's clock.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace casement {

class ClockTime {
 public:
  // ISO 8601: "2026-11-30", "2026-11-30T10:00", "2026-11-30T10:00:00.250+01:00". Without an offset, the time is UTC.
  // Throws Error{Usage} for any other text, and for a date that no calendar has.
  ClockTime(std::string_view iso);
  ClockTime(const char* iso) : ClockTime(std::string_view(iso)) {}
  ClockTime(const std::string& iso) : ClockTime(std::string_view(iso)) {}
  ClockTime(std::chrono::system_clock::time_point time);

  // Milliseconds since 1970 in UTC.
  double milliseconds() const { return milliseconds_; }

 private:
  double milliseconds_;
};

}  // namespace casement
