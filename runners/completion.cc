#include "casement/runners/completion.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <vector>

namespace casement::runners {
namespace {

// One command with the words that lead to it, and what may follow.
struct CommandWords {
  std::string path;  // "casement report merge"
  std::vector<const CLI::App*> commands;
  std::vector<const CLI::Option*> options;
  std::string choices;  // of its arguments: "bash zsh fish"; "" where they are files
};

// What an option takes, where that is one of a few words; validators tell them as "one|other".
std::string choices_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (type.find('|') == std::string::npos) return "";
  std::string words = type.substr(type.rfind(':') + 1);
  std::replace(words.begin(), words.end(), '|', ' ');
  return words;
}

void collect(const CLI::App& app, const std::string& path, std::vector<CommandWords>& all) {
  CommandWords words{path, {}, {}, ""};
  for (const CLI::Option* option : app.get_options()) {
    if (option->nonpositional()) {
      words.options.push_back(option);
    } else if (words.choices.empty()) {
      words.choices = choices_of(*option);
    }
  }
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    if (command->get_group().empty()) continue;  // hidden
    words.commands.push_back(command);
  }
  all.push_back(words);
  for (const CLI::App* command : words.commands) collect(*command, path + " " + command->get_name(), all);
}

std::vector<std::string> spellings(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  return names;
}

std::string shell_quoted(std::string_view text) {
  std::string made = "'";
  for (const char c : text) made += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return made + "'";
}

std::string words_of(const CommandWords& command) {
  std::string words;
  for (const CLI::App* one : command.commands) words += " " + one->get_name();
  for (const CLI::Option* option : command.options) {
    for (const std::string& name : spellings(*option)) words += " " + name;
  }
  if (!command.choices.empty()) words += " " + command.choices;
  return words.empty() ? "" : words.substr(1);
}

// zsh reads the same script through its bashcompinit.
std::string bash_script(const std::vector<CommandWords>& all) {
  std::string cases;
  for (const CommandWords& command : all) {
    for (const CLI::Option* option : command.options) {
      if (choices_of(*option).empty()) continue;
      for (const std::string& name : spellings(*option)) {
        cases += "    " + shell_quoted(command.path + '|' + name) + ") files= words=" +
                 shell_quoted(choices_of(*option)) + " ;;\n";
      }
    }
    cases += "    " + shell_quoted(command.path + '|') + "*) " + (command.choices.empty() ? "" : "files= ") +
             "words=" + shell_quoted(words_of(command)) + " ;;\n";
  }
  std::string known;
  for (const CommandWords& command : all) known += "|" + command.path;
  return "_casement() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} path=casement words= files=1 word= i\n"
         "  local known=" + shell_quoted(known + "|") + "\n"
         "  for ((i = 1; i < COMP_CWORD; ++i)); do\n"
         "    word=${COMP_WORDS[i]}\n"
         "    case $known in *\"|$path $word|\"*) path=\"$path $word\" ;; esac\n"
         "  done\n"
         "  case \"$path|${COMP_WORDS[COMP_CWORD-1]}\" in\n" + cases +
         "  esac\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
         "  case $files$current in 1-*) return ;; 1*) ;; *) return ;; esac\n"
         "  while IFS= read -r word; do COMPREPLY+=(\"$word\"); done < <(compgen -f -- \"$current\")\n"
         "}\n"
         "complete -o filenames -F _casement casement\n";
}

std::string fish_script(const std::vector<CommandWords>& all) {
  std::string script;
  for (const CommandWords& command : all) {
    const std::size_t space = command.path.rfind(' ');
    const std::string condition =
        space == std::string::npos ? "__fish_use_subcommand"
                                   : "__fish_seen_subcommand_from " + command.path.substr(space + 1);
    const std::string start = "complete -c casement -n " + shell_quoted(condition);
    for (const CLI::App* one : command.commands) {
      script += start + " -f -a " + shell_quoted(one->get_name()) + " -d " + shell_quoted(one->get_description()) + "\n";
    }
    if (!command.choices.empty()) script += start + " -f -a " + shell_quoted(command.choices) + "\n";
    for (const CLI::Option* option : command.options) {
      script += start;
      for (const std::string& name : option->get_lnames()) script += " -l " + name;
      for (const std::string& name : option->get_snames()) script += " -s " + name;
      if (const std::string choices = choices_of(*option); !choices.empty()) {
        script += " -x -a " + shell_quoted(choices);
      } else if (option->get_items_expected_max() > 0) {
        script += " -r";
      }
      script += " -d " + shell_quoted(option->get_description()) + "\n";
    }
  }
  return script;
}

}  // namespace

std::string completion_script(const CLI::App& app, Shell shell) {
  std::vector<CommandWords> all;
  collect(app, "casement", all);
  switch (shell) {
    case Shell::Bash:
      return bash_script(all);
    case Shell::Zsh:
      return "#compdef casement\nautoload -U +X bashcompinit && bashcompinit\n" + bash_script(all);
    case Shell::Fish:
      return fish_script(all);
  }
  return "";
}

}  // namespace casement::runners
