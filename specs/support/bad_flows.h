// The flows that are wrong, with the messages approved for them: specs/flows/bad holds a file a subject, in it for each
// flow
//   ===== NAME
//   the flow
//   -----
//   its messages
// Other files that the flows name are in `parts` beside them.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace casement {

struct BadFlow {
  std::filesystem::path subject;  // the file it stands in
  std::string name;
  std::string source;
  std::string messages;
};

// What GoogleTest calls the parameter.
inline void PrintTo(const BadFlow& flow, std::ostream* out) {
  *out << flow.name;
}

inline const std::filesystem::path kBadFlows = std::filesystem::path(CASEMENT_SOURCE_DIR) / "specs/flows/bad";

inline std::vector<BadFlow> bad_flows_in(const std::filesystem::path& subject) {
  constexpr std::string_view kName = "===== ", kUnended = "\\ no line break at the end\n";
  std::vector<BadFlow> flows;
  std::ifstream stream(subject, std::ios::binary);
  bool in_messages = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with(kName)) {
      flows.push_back({subject, line.substr(kName.size()), "", ""});
      in_messages = false;
    } else if (!in_messages && line == "-----") {
      in_messages = true;
    } else if (!flows.empty()) {
      (in_messages ? flows.back().messages : flows.back().source) += line + "\n";
    }
  }
  for (BadFlow& flow : flows) {
    if (!flow.source.ends_with(kUnended)) continue;
    flow.source.resize(flow.source.size() - kUnended.size() - 1);
  }
  return flows;
}

inline std::vector<BadFlow> all_bad_flows() {
  std::vector<BadFlow> all;
  for (const auto& entry : std::filesystem::directory_iterator(kBadFlows)) {
    if (entry.path().extension() != ".txt" || entry.path().filename() == "schema_lets_pass.txt") continue;
    for (BadFlow& flow : bad_flows_in(entry.path())) all.push_back(std::move(flow));
  }
  return all;
}

}  // namespace casement
