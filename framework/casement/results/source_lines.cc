#include "casement/results/source_lines.h"

#include <fstream>

#include "casement/results/typed_secrets.h"

namespace casement::results {

const std::vector<std::string>& SourceLines::of(const std::string& name) {
  const auto [known, is_new] = files_.try_emplace(name);
  if (is_new) {
    std::ifstream file(name);
    for (std::string line; std::getline(file, line);) known->second.push_back(hide_typed(line));
  }
  return known->second;
}

const std::string& SourceLines::at(const SourcePlace& where) {
  static const std::string none;
  if (where.file.empty() || where.line <= 0) return none;
  const std::vector<std::string>& lines = of(where.file);
  const auto index = static_cast<std::size_t>(where.line - 1);
  return index < lines.size() ? lines[index] : none;
}

}  // namespace casement::results
