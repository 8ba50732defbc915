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
      {"json", "Print events as JSON on standard output, one per line", make<reports::JsonLinesSink>},
      {"tap", "Print TAP 14 on standard output", make<reports::TapSink>},
  };
  return rows;
}

}  // namespace casement::runners
