#include "casement/browser/host/host_silence.h"

#include <fmt/format.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace casement {
namespace {

// If a call fails for another reason, the page has been heard of more recently.
constexpr std::chrono::seconds kSilence{1};

}  // namespace

std::optional<Error> explain_silence(PageSession& page, const Error& error) {
  if (!page.environment().adopted || page.closed()) return std::nullopt;
  const auto silent = Deadline::Clock::now() - page.connection().last_heard();
  if (silent < kSilence) return std::nullopt;
  std::vector<std::string> trail = error.trail();
  trail.insert(trail.begin(), fmt::format("the application has not answered for {} ms: {}",
                                          std::chrono::duration_cast<Milliseconds>(silent).count(), kDialogsHold));
  return error.with_trail(std::move(trail));
}

}  // namespace casement
