// Prints the progress of a run for people: a header, a line for each failed attempt and each finished case, with
// failures and warnings below, and the totals. Cases that were not run get no line. Text from pages cannot reach the
// terminal as control characters, nor forge a line: the lines below a case are indented further than the lines of
// cases.
#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>

#include "casement/results/sink.h"

namespace casement::reports {

struct ConsoleOptions {      // how the terminal is used
  bool colour = false;       // the caller checks NO_COLOR and the terminal
  bool interactive = false;  // show one live line: done, failed, time left, the case, its step, its time
  std::size_t columns = 80;  // maximum width of the live line
};

class ConsoleSink : public results::Sink {
 public:
  // `out` must outlive the sink.
  explicit ConsoleSink(std::ostream& out, ConsoleOptions options = {});

  void run_started(const results::RunInfo& info) override;
  void case_retried(const results::Case& one) override;
  void case_finished(const results::Case& one) override;
  void progressed(const results::Progress& progress) override;
  void other_output() override;
  void run_finished(const results::Run& run) override;

 private:
  // `text` in the colour of that SGR code, if colours are on.
  std::string paint(std::string_view text, int code) const;
  void show_live(const std::string& text);
  void clear_live();
  static std::string safe(std::string_view text);
  static std::string tell_running(const std::vector<results::RunningCase>& running);
  void write_line(const results::Case& one, std::string_view sign, int colour);
  void write_failures(const results::Case& one);
  void write_notes(const results::Case& one);

  std::ostream& out_;
  ConsoleOptions options_;
  std::string live_;  // the current live line; "" for none
};

}  // namespace casement::reports
