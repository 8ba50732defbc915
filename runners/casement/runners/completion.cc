#include "casement/runners/completion.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <vector>

namespace casement::runners {
namespace {

// A command with the words that lead to it, and the words that may follow.
struct CommandWords {
  std::string path;  // "casement report merge"
  std::vector<const CLI::App*> commands;
  std::vector<const CLI::Option*> options;
  std::string choices;  // of its arguments: "bash zsh fish"; "" for files
};

// Returns the words that an option takes, if its validator lists them as "one|other".
std::string choices_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (type.find('|') == std::string::npos) return "";
  std::string words = type.substr(type.rfind(':') + 1);
  std::replace(words.begin(), words.end(), '|', ' ');
  return words;
}

// Returns the argument of `casement known-names` that lists the values of the option; "" for other options.
std::string names_for(const CLI::Option& option) {
  for (const char* const one : {"case", "tag", "env", "project"}) {
    if (option.check_lname(one) && option.get_items_expected_max() > 0) return one;
  }
  return "";
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

// Passes the words of a line to a completion as typed: xargs removes their quotes and, unlike eval, runs nothing in
// them. The script itself expands ~ to the home folder.
constexpr const char* kRunAsTyped =
    R"(sh -c 'for word; do shift; case $word in "~"/*) word=$HOME${word#?} ;; esac; set -- "$@" "$word"; done; )"
    R"(exec "$@"' sh)";

// zsh reads the same script through its bashcompinit.
std::string bash_script(const std::vector<CommandWords>& all, const std::string& function = "_casement") {
  std::string cases;
  for (const CommandWords& command : all) {
    for (const CLI::Option* option : command.options) {
      const std::string known = names_for(*option);
      if (choices_of(*option).empty() && known.empty()) continue;
      for (const std::string& name : spellings(*option)) {
        cases += "    " + shell_quoted(command.path + '|' + name) +
                 ") files= " + (known.empty() ? "words=" + shell_quoted(choices_of(*option)) : "names=" + known) +
                 " ;;\n";
      }
    }
    cases += "    " + shell_quoted(command.path + '|') + "*) " +
             (command.choices.empty() && command.commands.empty() ? "" : "files= ") +
             "words=" + shell_quoted(words_of(command)) + " ;;\n";
  }
  std::string known;
  for (const CommandWords& command : all) known += "|" + command.path;
  // Not called `path`, which is PATH in zsh.
  return function +
         "() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} "
         "spoken=casement\n"
         "  local words= files=1 names= word= i flows=()\n"
         "  local known=" +
         shell_quoted(known + "|") +
         "\n"
         "  if [[ $current == = ]]; then current=; elif [[ $before == = ]]; then "
         "before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
         "  for ((i = 1; i < COMP_CWORD; ++i)); do\n"
         "    word=${COMP_WORDS[i]}\n"
         "    case $known in *\"|$spoken $word|\"*) spoken=\"$spoken $word\" ;; esac\n"
         "    case $word in *.yaml | *.yaml[\\'\\\"]) flows+=(\"$word\") ;; esac\n"
         "  done\n"
         "  case \"$spoken|$before\" in\n" +
         cases +
         "  esac\n"
         "  if [[ -n $names ]]; then\n"
         "    COMPREPLY=()\n"
         "    while IFS= read -r word; do\n"
         "      [[ -n $word && $word == \"${current#[\\'\\\"]}\"* ]] && COMPREPLY+=(\"$word\")\n"
         "    done < <(printf '%s\\n' \"${COMP_WORDS[0]}\" known-names $names \"${flows[@]}\" | xargs " +
         kRunAsTyped +
         " 2>/dev/null)\n"
         "    return\n"
         "  fi\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
         "  case $files$current in 1-*) return ;; 1*) ;; *) return ;; esac\n"
         "  while IFS= read -r word; do COMPREPLY+=(\"$word\"); done < <(compgen -f -- "
         "\"$current\")\n"
         "}\n"
         "complete -o filenames -F " +
         function + " casement\n";
}

std::string fish_script(const std::vector<CommandWords>& all) {
  std::string script;
  for (const CommandWords& command : all) {
    const std::size_t space = command.path.rfind(' ');
    const std::string condition = space == std::string::npos
                                      ? "__fish_use_subcommand"
                                      : "__fish_seen_subcommand_from " + command.path.substr(space + 1);
    const std::string start = "complete -c casement -n " + shell_quoted(condition);
    for (const CLI::App* one : command.commands) {
      script +=
          start + " -f -a " + shell_quoted(one->get_name()) + " -d " + shell_quoted(one->get_description()) + "\n";
    }
    if (!command.choices.empty()) script += start + " -f -a " + shell_quoted(command.choices) + "\n";
    for (const CLI::Option* option : command.options) {
      script += start;
      for (const std::string& name : option->get_lnames()) script += " -l " + name;
      for (const std::string& name : option->get_snames()) script += " -s " + name;
      if (const std::string choices = choices_of(*option); !choices.empty()) {
        script += " -x -a " + shell_quoted(choices);
      } else if (const std::string known = names_for(*option); !known.empty()) {
        script += " -x -a " + shell_quoted("(casement known-names " + known +
                                           " (commandline -opc | string match '*.yaml') 2>/dev/null)");
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
      // A file in a folder of $fpath is read at its first use, and has to complete then.
      return "#compdef casement\nautoload -U +X bashcompinit && bashcompinit\n" + bash_script(all, "_casement_words") +
             "[[ $funcstack[1] != _casement ]] || _bash_complete -o filenames -F _casement_words\n";
    case Shell::Fish:
      return fish_script(all);
  }
  return "";
}

}  // namespace casement::runners
