// What the page's documents said on their consoles, threw, or failed to load; kept for reports.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "casement/cdp/message.h"

namespace casement {

class ConsoleLog {
 public:
  void on_console_api(const Json& params);   // Runtime.consoleAPICalled
  void on_exception(const Json& params);     // Runtime.exceptionThrown
  void on_log_entry(const Json& params);     // Log.entryAdded

  // One line each, oldest first: "error: what (where:line)". The newest 1,000 are kept.
  std::vector<std::string> lines() const { return {lines_.begin(), lines_.end()}; }

 private:
  void add(std::string level, const std::string& text, const std::string& url, int line);
  std::deque<std::string> lines_;
};

}  // namespace casement
