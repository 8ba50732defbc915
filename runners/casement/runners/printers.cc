#include "casement/runners/printers.h"

#include "casement/reports/json_lines.h"
#include "casement/reports/tap.h"

namespace casement::runners {
namespace {

template <typename Sink>
std::unique_ptr<results::Sink> make(std::ostream& out) {
  return std::make_unique<Sink>(out);
}

}  // namespace

std::span<const Printer> printers() {
  static constexpr Printer rows[] = {
      {"json", "Events as JSON, a line each, on standard output", make<reports::JsonLinesSink>},
      {"tap", "TAP 14 on standard output", make<reports::TapSink>},
  };
  return rows;
}

}  // namespace casement::runners
