// Compares what a writer made with the file that a person approved.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "casement/base/text.h"

namespace casement::reports {

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Passes if `made` equals specs/reports/approved/`name`; else says where they part and how to
// accept the new text. With CASEMENT_APPROVE set it writes the file instead.
inline testing::AssertionResult matches_approved(const std::string& made, const std::string& name) {
  const auto path = std::filesystem::path(CASEMENT_SOURCE_DIR) / "specs/reports/approved" / name;
  if (std::getenv("CASEMENT_APPROVE") != nullptr) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << made;
  }
  const std::string approved = read_file(path);
  if (made == approved) return testing::AssertionSuccess();
  const auto is = split_lines(made), was = split_lines(approved);
  std::size_t line = 0;
  while (line < is.size() && line < was.size() && is[line] == was[line]) ++line;
  auto result = testing::AssertionFailure()
                << name << " differs from the approved file from line " << line + 1 << " on\n";
  const auto show = [&](char mark, const std::vector<std::string_view>& lines) {
    for (std::size_t i = line; i < std::min(line + 3, lines.size()); ++i) {
      result << mark << ' ' << to_valid_utf8(lines[i].substr(0, 300)) << '\n';
    }
  };
  show('-', was);
  show('+', is);
  return result << "If the new text is right: specs/reports/approve";
}

}  // namespace casement::reports
