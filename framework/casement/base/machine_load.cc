#include "casement/base/machine_load.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "casement/base/deadline.h"
#include "casement/base/text.h"

namespace casement {
namespace {

// Thresholds: a thread that waited more than 1/kTellingPart of the time for a processor, and a load of more than
// kBusyLoad programs per processor, are worth a report.
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

struct Load {
  double average = 0;  // of the last minute
  double ready = 0;    // at this moment
};

// Reads "0.20 0.18 0.12 1/80 11206". The file has the same notation in every locale.
Load load_now() {
  const std::string line = first_line_of("/proc/loadavg");
  Load load;
  char* end = nullptr;
  load.average = static_cast<double>(std::strtol(line.c_str(), &end, 10));
  if (end != nullptr && *end == '.') load.average += static_cast<double>(std::strtol(end + 1, nullptr, 10)) / 100;
  const std::size_t slash = line.find('/');
  const std::size_t space = slash == std::string::npos ? slash : line.rfind(' ', slash);
  if (space != std::string::npos) load.ready = static_cast<double>(std::strtol(line.c_str() + space, nullptr, 10));
  return load;
}

// Counts all online processors, not only those that this process may use: in a container the kernel reports the load of
// the whole machine.
double processors() {
  return static_cast<double>(std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN)));
}

constexpr double kMostPatience = 5;

constexpr const char* kBusy = "the machine was busy: ";

}  // namespace

Milliseconds allow_for_load(Milliseconds usual) {
  const Load load = load_now();
  const double share = std::max(load.average, load.ready) / (kBusyLoad * processors());
  return Milliseconds(
      static_cast<Milliseconds::rep>(static_cast<double>(usual.count()) * std::clamp(share, 1.0, kMostPatience)));
}

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
  const double load = load_now().average;
  if (load > kBusyLoad * processors()) {
    if (!text.empty()) text += ", ";
    text += fmt::format("the load was {:.1f} on {:.0f} processor{}", load, processors(), processors() == 1 ? "" : "s");
  }
  return text;
}

std::vector<std::string> MachineLoad::lines(const std::string& more) const {
  std::string text = describe();
  if (!text.empty() && !more.empty()) text += ", ";
  text += more;
  if (text.empty()) return {};
  return {kBusy + text};
}

Error with_load(const Error& error, const std::vector<std::string>& lines) {
  std::vector<std::string> trail = error.trail();
  const bool says_so =
      std::any_of(trail.begin(), trail.end(), [](const std::string& line) { return line.starts_with(kBusy); });
  if (error.kind() != ErrorKind::Timeout || says_so) return error;
  trail.insert(trail.end(), lines.begin(), lines.end());
  return error.with_trail(std::move(trail));
}

}  // namespace casement
