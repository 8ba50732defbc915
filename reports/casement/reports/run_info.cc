#include "casement/reports/run_info.h"

#include <time.h>
#include <unistd.h>

#include <ctime>

#include "casement/reports/build_server.h"

namespace casement::reports {

void describe_run(results::RunInfo& info) {
  char host[256] = {};
  if (::gethostname(host, sizeof host - 1) == 0) info.host_name = host;
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
