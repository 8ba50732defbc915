#include "casement/runners/manual_page.h"

#include <CLI/CLI.hpp>
#include <string_view>
#include <vector>

#include "casement/base/environment_variables.h"
#include "casement/base/text.h"

namespace casement::runners {
namespace {

// Escapes text so that it contains no roff requests, and so that every '-' can be copied into a shell.
std::string roff(std::string_view text) {
  std::string made;
  for (const char c : text) {
    if (c == '\\')
      made += "\\e";
    else if (c == '-')
      made += "\\-";
    else if (c == '\n')
      made += ' ';
    else
      made += c;
  }
  const bool looks_like_request = made.starts_with('.') || made.starts_with('\'');
  return looks_like_request ? "\\&" + made : made;
}

std::string bold(std::string_view text) {
  return "\\fB" + roff(text) + "\\fR";
}
std::string italic(std::string_view text) {
  return "\\fI" + roff(text) + "\\fR";
}

// Returns "TEXT" or "never|retries|always", without CLI11's text about ranges and types.
std::string value_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t colon = type.find(':');
  if (type.find('|') != std::string::npos) return type.substr(type.rfind(':') + 1);
  return type.substr(0, colon);
}

std::string heading_of(const CLI::Option& option) {
  if (!option.nonpositional()) return italic(option.get_name());
  std::string heading;
  for (const std::string& name : option.get_snames()) heading += (heading.empty() ? "" : ", ") + bold("-" + name);
  for (const std::string& name : option.get_lnames()) heading += (heading.empty() ? "" : ", ") + bold("--" + name);
  return option.get_items_expected_max() > 0 ? heading + ' ' + italic(value_of(option)) : heading;
}

std::string option_text(const CLI::Option& option) {
  std::string text = roff(option.get_description());
  if (!option.get_default_str().empty()) text += "; " + roff(option.get_default_str()) + " if it is not given";
  if (!option.get_envname().empty()) text += "; also " + bold(option.get_envname()) + " in the environment";
  return ".TP\n" + heading_of(option) + '\n' + text + ".\n";
}

std::string synopsis(const CLI::App& command, const std::string& path) {
  std::string line = bold(path) + " [" + italic("options") + "]";
  for (const CLI::Option* option : command.get_options()) {
    if (option->nonpositional()) continue;
    const std::string name = italic(option->get_name());
    line += option->get_required() ? " " + name : " [" + name + "]";
  }
  return line;
}

void append_commands(const CLI::App& app, const std::string& path, std::string& page) {
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    if (command->get_group().empty()) continue;
    const std::string words = path + ' ' + command->get_name();
    if (!command->get_subcommands(nullptr).empty()) {
      append_commands(*command, words, page);
      continue;
    }
    page += ".SS " + synopsis(*command, words) + '\n' + roff(command->get_description()) + ".\n";
    for (const CLI::Option* option : command->get_options()) {
      const bool is_hidden = option->get_group().empty() || option == command->get_help_ptr();
      if (!is_hidden) page += option_text(*option);
    }
  }
}

}  // namespace

std::string manual_page(const CLI::App& app) {
  std::string page = ".TH CASEMENT 1 \"\" \"Casement " CASEMENT_VERSION
                     "\" \"User Commands\"\n.SH NAME\ncasement \\- " +
                     roff(app.get_description()) + "\n.SH SYNOPSIS\n" + bold("casement") + ' ' + italic("command") +
                     " [" + italic("options") + "]\n.SH COMMANDS\n";
  append_commands(app, "casement", page);
  page += ".SH EXIT STATUS\n" + roff(app.get_footer().substr(std::string_view("Exit codes: ").size())) +
          "\n.SH ENVIRONMENT\n";
  for (const EnvironmentVariable& variable : environment_variables()) {
    page += ".TP\n" + bold(variable.name) + '\n' + roff(variable.help) + '\n';
  }
  page += ".TP\n" + bold("CASEMENT_VAR_NAME") + "\nSets the variable of flows named " + italic("name") + ".\n";
  return page + ".SH SEE ALSO\nThe documents in share/doc/Casement; start with index.md.\n";
}

}  // namespace casement::runners
