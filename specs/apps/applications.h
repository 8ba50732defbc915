// The applications of this folder, for specs that open each of them.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace casement::specs {

inline const std::filesystem::path kApps = std::filesystem::path(CASEMENT_SOURCE_DIR) / "specs/apps";

inline std::filesystem::path flow_of(const std::string& app) {
  return kApps / app / (app + ".flow.yaml");
}

inline std::vector<std::string> apps() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kApps)) {
    if (std::filesystem::exists(flow_of(entry.path().filename().string())))
      names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Where the application's flow opens it.
inline std::string address_of(const std::string& app) {
  std::ifstream in(flow_of(app));
  static const std::regex open(R"(^ *- open: "?([^ "]+).*)");
  std::smatch found;
  for (std::string line; std::getline(in, line);) {
    if (std::regex_match(line, found, open)) return found[1];
  }
  return "";
}

}  // namespace casement::specs
