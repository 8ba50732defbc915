#include "casement/api/pause.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>

#include "casement/api/observed.h"
#include "casement/api/page.h"

namespace casement {

void wait_for_person(PageSession& page, std::string_view at) {
  wait_for_person(page.environment().has_window, at);
}

void wait_for_person(bool has_window, std::string_view at) {
  if (!has_window) {
    std::cerr << "Casement: no pause at " << at << ": the browser has no window; set CASEMENT_HEADED=1 to show one\n";
    return;
  }
  if (::isatty(STDIN_FILENO) == 0) {
    std::cerr << "Casement: no pause at " << at
              << ": standard input is not a terminal, so Enter cannot end the pause\n";
    return;
  }
  std::cerr << "Paused at " << at << "\nPress Enter to continue." << std::endl;
  char typed = 0;
  while (typed != '\n' && ::read(STDIN_FILENO, &typed, 1) > 0) {
  }
}

void Page::pause(Where where) const {
  observed(session_, where, {"pause"},
           [&](PageSession& page) { wait_for_person(page, fmt::format("{}:{}", where.file(), where.line())); });
}

}  // namespace casement
