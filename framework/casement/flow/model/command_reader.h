// Reads programs to start, as servers and applications name them in YAML. Any thread.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "casement/flow/model/text_values.h"
#include "casement/yaml/yaml_source.h"

namespace casement {

// All readers throw Error{Authoring}.

// A text that is not empty.
std::string read_some_text(const YamlSource& source, const YamlEntry& entry);
// A program and its arguments. A text is run by the shell, so that authors can write it as in a terminal.
std::vector<std::string> read_command(const YamlSource& source, const YamlEntry& entry);
// A name for the program's log, with only characters that fit in file names; `otherwise` if nothing remains.
std::string name_of_command(const std::vector<std::string>& command, const std::string& otherwise);
// Variables for the program's environment.
std::map<std::string, std::string> read_environment(const YamlSource& source, const YamlEntry& entry);
// A path relative to the folder of the YAML file.
std::string read_relative_path(const YamlSource& source, const YamlEntry& entry);
// Puts `values` into the texts of `map`; nullopt if a value is left out. The shell uses the same notation for
// variables, so the error for an unknown variable under `command` explains how to write one for the shell.
std::optional<YamlNode> with_values(const YamlSource& source, const YamlNode& map, std::string_view command,
                                    const TextValues& values);

}  // namespace casement
