// What `casement run` can print for programs while a run goes on, in place of lines for people: from each row follow
// the option --NAME and what is printed. (The names that casement.yaml may have under `reporters` stand in
// framework/casement/flow/load/project_table.cc, which knows no writer.)
#pragma once

#include <iosfwd>
#include <memory>
#include <span>
#include <string_view>

#include "casement/results/sink.h"

namespace casement::runners {

struct Printer {
  std::string_view name;
  std::string_view help;  // of the option
  std::unique_ptr<results::Sink> (*make)(std::ostream& out);
};

std::span<const Printer> printers();

}  // namespace casement::runners
