// Options that take a number in a range: help, completion and messages show the range as "1..256".
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

namespace casement::runners {

// Requires a value from `least` to `most`.
template <typename Number>
CLI::Option* take_range(CLI::Option* option, Number least, Number most) {
  const std::string range = fmt::format("{}..{}", least, most);
  option->type_name(range);
  return option->check(CLI::Validator(
      [least, most](std::string& input) -> std::string {
        Number number{};
        const bool is_number = CLI::detail::lexical_cast(input, number);
        if (is_number && number >= least && number <= most) return "";
        return fmt::format("'{}' is not a number from {} to {}", input, least, most);
      },
      ""));
}

}  // namespace casement::runners
