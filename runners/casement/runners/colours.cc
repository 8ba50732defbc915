#include "casement/runners/colours.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "casement/base/environment_variables.h"
#include "casement/base/text.h"
#include "casement/runners/one_of.h"

namespace casement::runners {
namespace {

Colours& chosen_colours() {
  static Colours chosen = Colours::Auto;
  return chosen;
}

// Whether the line is "  | ^~~~", which marks a part of the line above.
bool is_pointing(std::string_view line) {
  const std::size_t bar = line.find_first_not_of(' ');
  return bar != line.npos && line[bar] == '|' && line.find('^') != line.npos &&
         line.find_first_not_of(" ^~", bar + 1) == line.npos;
}

std::string painted_line(std::string_view line, bool is_first) {
  if (is_pointing(line)) return painted(line, Ink::Red, true);
  for (const auto& [word, ink] : {std::pair{"error:", Ink::Red}, std::pair{"warning:", Ink::Yellow}}) {
    const std::size_t at = is_first ? line.find(std::string(": ") + word) : line.npos;
    if (at == line.npos) continue;
    const std::size_t begin = at + 2, end = begin + std::string_view(word).size();
    return painted(line.substr(0, at + 1), Ink::Bold, true) + ' ' +
           painted(line.substr(begin, end - begin), ink, true) + std::string(line.substr(end));
  }
  constexpr std::string_view kOurs = "casement:";
  if (!is_first || !line.starts_with(kOurs)) return std::string(line);
  return painted(kOurs, Ink::Red, true) + std::string(line.substr(kOurs.size()));
}

}  // namespace

void add_colour_option(CLI::App& command) {
  command.add_option("--color", chosen_colours(), "Print in colour: auto (only to a terminal), always or never")
      ->transform(one_of<Colours>({{"auto", Colours::Auto}, {"always", Colours::Always}, {"never", Colours::Never}}))
      ->default_str("auto");
}

bool is_capable_terminal(int descriptor) {
  const char* const kind = std::getenv("TERM");
  return isatty(descriptor) != 0 && (kind == nullptr || std::string_view(kind) != "dumb");
}

bool has_colours(int descriptor) {
  if (chosen_colours() != Colours::Auto) return chosen_colours() == Colours::Always;
  return is_capable_terminal(descriptor) && !is_set("NO_COLOR");
}

std::string painted(std::string_view text, Ink ink, bool on) {
  return on ? fmt::format("\x1b[{}m{}\x1b[0m", static_cast<int>(ink), text) : std::string(text);
}

std::string painted_diagnostic(std::string_view text, bool on) {
  if (!on) return std::string(text);
  std::string made;
  for (const std::string_view line : split_lines(text)) {
    made += (made.empty() ? "" : "\n") + painted_line(line, made.empty());
  }
  return made;
}

}  // namespace casement::runners
