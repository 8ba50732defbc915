#include "casement/reports/run_info.h"

#include <time.h>
#include <ctime>

#include "casement/base/host_name.h"
#include "casement/reports/build_server.h"

namespace casement::reports {

void describe_run(results::RunInfo& info) {
  info.host_name = host_name();
  info.started = time_text(std::time(nullptr));
  describe_build(info);
}

std::string time_text(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm utc{};
  ::gmtime_r(&time, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

std::optional<std::int64_t> seconds_since_1970(const std::string& started) {
  std::tm utc{};
  if (::strptime(started.c_str(), "%Y-%m-%dT%H:%M:%S", &utc) == nullptr) return std::nullopt;
  return ::timegm(&utc);
}

}  // namespace casement::reports
