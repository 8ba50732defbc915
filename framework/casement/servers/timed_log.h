// The log of a program, with a second file PATH.times beside it, from which other processes read when each line
// arrived. A line of that file, "MICROSECONDS OFFSET LATE", gives the arrival (since the epoch) of the log's lines from
// this byte on, and is 1 at the end if the program may have printed them earlier, else 0.
#pragma once

#include <cstdint>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>

namespace casement {

class TimedLog {  // for one thread at a time
 public:
  // Replaces both files. Only their owner can read them (mode 0600), and the folders made for them (0700). A log that
  // is no regular file, such as /dev/null, gets no times. Throws Error{Environment} if the log cannot be written.
  void open(const std::string& path);
  bool is_open() const { return log_.is_open(); }
  // Writes at once. `at`: in milliseconds since the epoch. `late`: see results::ProgramLine. Throws nothing: after an
  // error, such as a full disk, both files get no further lines.
  void write(std::string_view line, double at, bool late = false);

 private:
  std::ofstream log_;
  std::ofstream times_;
  std::uint64_t offset_ = 0;  // of the next line
  double newest_ = 0;         // time in `times_`
  bool is_late_ = false;      // the newest in `times_`
};

// Passes the lines that arrived after `since`, oldest first. Reads without an error as much as is there: nothing if a
// file is missing, and no unfinished line. The times are at most 1 ms too early.
void read_timed_log(const std::string& path, double since,
                    const std::function<void(double at, bool late, const std::string& line)>& take);

}  // namespace casement
