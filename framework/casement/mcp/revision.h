// The supported revisions of the Model Context Protocol, which clients may use side by side. In the first two,
// `initialize` opens a session; in the newest, every request is independent. The form of a request shows its revision.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace casement::mcp {

enum class Revision { June2025, November2025, July2026 };

inline constexpr std::array<std::string_view, 3> kRevisions = {"2025-06-18", "2025-11-25", "2026-07-28"};

constexpr std::string_view to_string(Revision revision) {
  return kRevisions[static_cast<std::size_t>(revision)];
}

constexpr std::optional<Revision> revision_of(std::string_view text) {
  for (std::size_t i = 0; i < kRevisions.size(); ++i) {
    if (kRevisions[i] == text) return static_cast<Revision>(i);
  }
  return std::nullopt;
}

}  // namespace casement::mcp
