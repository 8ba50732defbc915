#include "casement/servers/timed_log.h"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/private_file.h"
#include "casement/process/limits.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

constexpr double kSameTime = 1;  // millisecond; limits the number of times in a flood

std::string times_of(const std::string& path) {
  return path + ".times";
}

}  // namespace

void TimedLog::open(const std::string& path) {
  std::error_code failed = make_private_folders(fs::path(path).parent_path().string());
  if (!failed) failed = write_private_file(path, "");
  if (failed) throw environment_error("cannot write " + path, failed.value());
  log_.open(path, std::ios::binary | std::ios::app);
  if (!log_) throw environment_error("cannot write " + path, errno);
  if (!fs::is_regular_file(path, failed) || write_private_file(times_of(path), "")) return;
  times_.open(times_of(path), std::ios::binary | std::ios::app);
}

void TimedLog::write(std::string_view line, double at, bool late) {
  if (!log_ || (times_.is_open() && !times_)) return;
  if (times_.is_open() && (std::abs(at - newest_) >= kSameTime || late != is_late_)) {
    // Before the line, so that a reader knows the time of each line that it finds.
    times_ << fmt::format("{} {} {:d}\n", static_cast<std::int64_t>(at * 1000), offset_, late) << std::flush;
    newest_ = at;
    is_late_ = late;
  }
  log_ << line << std::endl;
  offset_ += line.size() + 1;
}

void read_timed_log(const std::string& path, double since,
                    const std::function<void(double at, bool late, const std::string& line)>& take) {
  struct Mark {
    double at = 0;
    std::uint64_t begin = 0;
    bool late = false;
  };
  std::ifstream times(times_of(path), std::ios::binary);
  const auto read_mark = [&]() -> std::optional<Mark> {
    std::int64_t microseconds = 0;
    std::uint64_t begin = 0;
    bool late = false;
    if (!(times >> microseconds >> begin >> late)) return std::nullopt;
    return Mark{static_cast<double>(microseconds) / 1000, begin, late};
  };
  std::optional<Mark> next = read_mark();
  while (next && next->at < since) next = read_mark();
  if (!next) return;
  Mark mark;
  std::uint64_t offset = next->begin;
  std::ifstream log(path, std::ios::binary);
  log.seekg(static_cast<std::streamoff>(offset));
  for (std::string line; std::getline(log, line) && !log.eof();) {
    while (next && next->begin <= offset) mark = *std::exchange(next, read_mark());
    offset += line.size() + 1;
    take(mark.at, mark.late, line);
  }
}

}  // namespace casement
