// Options that take a number in a range: help, completion and messages show the range as "1..256".
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

#include "casement/yaml/yaml_reads.h"

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

// The same for a time in seconds, which may have a unit as in flows: "3", "3s", "3 s", "500ms", "2m", "1h".
template <typename Number>
CLI::Option* take_seconds(CLI::Option* option, Number least, Number most) {
  take_range(option, least, most);
  return option->transform(CLI::Validator(
      [](std::string& input) -> std::string {
        constexpr Milliseconds kMost{1'000'000'000'000};
        const bool has_unit = input.ends_with('s') || input.ends_with('m') || input.ends_with('h');
        const auto time = has_unit ? parse_duration(input, kMost) : std::nullopt;
        if (time) input = fmt::format("{}", static_cast<double>(time->count()) / 1000);
        return "";
      },
      ""));
}

}  // namespace casement::runners
