#include "casement/clock/clock_time.h"

#include <fmt/format.h>

#include <regex>

#include "casement/base/error.h"

namespace casement {
namespace {

int number(const std::string& digits) {
  return digits.empty() ? 0 : std::stoi(digits);
}

// Milliseconds of a fraction of a second, such as "25".
double fraction(const std::string& digits) {
  return digits.empty() ? 0 : std::stod("0." + digits) * 1000;
}

}  // namespace

// RFC 3339, section 5.6, with the time, the seconds and the offset optional.
ClockTime::ClockTime(std::string_view iso) : milliseconds_(0) {
  static const std::regex form(
      R"((\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:([Zz])|([+-])(\d\d):(\d\d))?)?)");
  const std::string text(iso);
  std::smatch part;
  const auto is_time = [&] {
    if (!std::regex_match(text, part, form)) return false;
    const auto day = std::chrono::year(number(part[1])) / number(part[2]) / number(part[3]);
    return day.ok() && number(part[4]) < 24 && number(part[5]) < 60 && number(part[6]) < 60 && number(part[10]) < 24 &&
           number(part[11]) < 60;
  };
  if (!is_time()) {
    throw Error(ErrorKind::Usage, fmt::format("\"{}\" is not a time such as 2026-11-30T10:00:00Z", text));
  }
  const std::chrono::sys_days day{std::chrono::year(number(part[1])) / number(part[2]) / number(part[3])};
  const int offset = (number(part[10]) * 60 + number(part[11])) * (part[9] == "-" ? -1 : 1);
  const double minutes = number(part[4]) * 60 + number(part[5]) - offset;
  milliseconds_ = static_cast<double>(std::chrono::milliseconds(day.time_since_epoch()).count()) + minutes * 60'000 +
                  number(part[6]) * 1000 + fraction(part[7]);
}

ClockTime::ClockTime(std::chrono::system_clock::time_point time)
    : milliseconds_(
          static_cast<double>(std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count())) {
}

}  // namespace casement
