// A program to be started, as servers and applications name it in YAML. Any thread.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "casement/flow/model/text_values.h"
#include "casement/yaml/yaml_source.h"

namespace casement {

// All throw Error{Authoring}.

// One that says something.
std::string read_some_text(const YamlSource& source, const YamlEntry& entry);
// A program and its arguments. A text is the shell's, so that it may be written as in a terminal.
std::vector<std::string> read_command(const YamlSource& source, const YamlEntry& entry);
// A file's name for its log: what is left of the program; `otherwise` where that is nothing.
std::string name_of_command(const std::vector<std::string>& command, const std::string& otherwise);
// Variables of its environment.
std::map<std::string, std::string> read_environment(const YamlSource& source, const YamlEntry& entry);
// The folder that it begins in, from the file's own.
std::string read_start_folder(const YamlSource& source, const YamlEntry& entry);
// `map` with `values` in its texts; nullopt where one is left out. The shell has variables of the same notation: what
// is unknown under `command` says how they are written.
std::optional<YamlNode> with_values(const YamlSource& source, const YamlNode& map, std::string_view command,
                                    const TextValues& values);

}  // namespace casement
