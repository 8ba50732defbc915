#include "casement/act/last_action.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace casement {
namespace {

// Writes each line with one call, so that lines of several processes do not mix.
void tell_standard_error(std::string_view line) {
  const std::string text = std::string("casement: ").append(line).append("\n");
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

LastAction::LastAction(PageSession&) {
  const char* const wanted = std::getenv("CASEMENT_ATTEMPT_LOG");
  if (wanted != nullptr && std::string_view(wanted) == "1") attempt_log = tell_standard_error;
}

}  // namespace casement
