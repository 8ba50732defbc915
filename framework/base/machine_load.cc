#include "casement/base/machine_load.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>

#include "casement/base/deadline.h"
#include "casement/base/text.h"

namespace casement {
namespace {

// What is worth telling: a thread that got no processor for so large a part of its wait, and more
// programs that want to run than this for each processor.
constexpr int kTellingPart = 10;
constexpr double kBusyLoad = 2;

std::string first_line_of(const char* path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path, "re"), &std::fclose);
  char text[128] = {};
  if (!file || std::fgets(text, sizeof text, file.get()) == nullptr) return "";
  return text;
}

std::optional<std::chrono::nanoseconds> time_waited() {
  const std::string line = first_line_of("/proc/thread-self/schedstat");  // "RAN WAITED SLICES"
  const std::size_t space = line.find(' ');
  if (space == std::string::npos) return std::nullopt;
  return std::chrono::nanoseconds(std::strtoull(line.c_str() + space, nullptr, 10));
}

// The average of the last minute, in hundredths: its notation is the same in every locale.
long load_in_hundredths() {
  const std::string line = first_line_of("/proc/loadavg");
  char* end = nullptr;
  const long whole = std::strtol(line.c_str(), &end, 10);
  const long part = end != nullptr && *end == '.' ? std::strtol(end + 1, nullptr, 10) : 0;
  return whole * 100 + part;
}

}  // namespace

MachineLoad::MachineLoad() : waited_before_(time_waited()) {}

std::string MachineLoad::describe() const {
  std::string text;
  const auto elapsed = std::chrono::steady_clock::now() - began_;
  if (const auto waited = time_waited(); waited && waited_before_) {
    const std::chrono::nanoseconds here = *waited - *waited_before_;
    if (here * kTellingPart > elapsed) {
      text = fmt::format("this thread waited {} of {} for a processor", describe_duration(here),
                         describe_duration(elapsed));
    }
  }
  const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
  const long load = load_in_hundredths();
  if (static_cast<double>(load) > kBusyLoad * 100 * processors) {
    if (!text.empty()) text += ", ";
    text += fmt::format("the load was {}.{} on {} processor{}", load / 100, load % 100 / 10, processors,
                        processors == 1 ? "" : "s");
  }
  return text;
}

std::vector<std::string> MachineLoad::lines(const std::string& more) const {
  std::string text = describe();
  if (!text.empty() && !more.empty()) text += ", ";
  text += more;
  if (text.empty()) return {};
  return {"the machine was busy: " + text};
}

}  // namespace casement
