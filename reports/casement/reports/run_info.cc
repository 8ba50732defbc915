#include "casement/reports/run_info.h"

#include <unistd.h>

#include <ctime>

#include "casement/reports/build_server.h"

namespace casement::reports {

void describe_run(results::RunInfo& info) {
  char host[256] = {};
  if (::gethostname(host, sizeof host - 1) == 0) info.host_name = host;
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  char started[32];
  std::strftime(started, sizeof started, "%Y-%m-%dT%H:%M:%SZ", &utc);
  info.started = started;
  describe_build(info);
}

}  // namespace casement::reports
