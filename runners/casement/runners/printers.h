// Output formats of `casement run` for programs, printed during the run in place of lines for people. Each row defines
// the option --NAME and its output. (framework/casement/flow/load/project_table.cc has the names for casement.yaml's
// `reporters`, because that room does not know the writers.)
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
