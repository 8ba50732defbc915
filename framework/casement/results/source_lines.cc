#include "casement/results/source_lines.h"

#include <fstream>

#include "casement/results/typed_secrets.h"

namespace casement::results {

const std::string& SourceLines::at(const SourcePlace& where) {
  static const std::string none;
  if (where.file.empty() || where.line <= 0) return none;
  const auto [known, is_new] = files_.try_emplace(where.file);
  if (is_new) {
    std::ifstream file(where.file);
    for (std::string line; std::getline(file, line);) known->second.push_back(hide_typed(line));
  }
  const auto index = static_cast<std::size_t>(where.line - 1);
  return index < known->second.size() ? known->second[index] : none;
}

}  // namespace casement::results
