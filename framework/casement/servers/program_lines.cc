#include "casement/servers/program_lines.h"

#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include "casement/reports/escape.h"
#include "casement/servers/process_outputs.h"
#include "casement/servers/timed_log.h"

namespace casement {
namespace {

// From a program's pipe to its log, also on a busy machine.
constexpr std::chrono::milliseconds kOnTheWay{20};

}  // namespace

void read_program_lines(const std::vector<results::ServerInfo>& servers, double since,
                        const std::function<void(results::ProgramLine)>& take) {
  if (servers.empty() && !ProcessOutputs::has_programs()) return;
  std::this_thread::sleep_for(kOnTheWay);
  for (results::ProgramLine& line : ProcessOutputs::lines(since)) {
    line.text = reports::visible_lines(line.text);
    take(std::move(line));
  }
  for (const results::ServerInfo& server : servers) {
    if (server.log.empty()) continue;
    read_timed_log(server.log, since, [&](double at, bool late, const std::string& line) {
      take({server.name, at, reports::visible_lines(line), late});
    });
  }
}

}  // namespace casement
