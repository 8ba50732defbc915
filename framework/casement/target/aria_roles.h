// The roles in snapshots and targets: WAI-ARIA 1.2 and the 1.3 draft, DPUB-ARIA 1.1, Graphics-ARIA 1.0, and "iframe"
// for the element that contains a frame. bridge/js/aria/role_tables.js has the same roles without "iframe", because
// pages determine roles without C++; a test compares the two lists. Fixed data; any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace casement {

// All known roles, sorted.
std::span<const std::string> aria_roles();
bool is_aria_role(std::string_view role);

}  // namespace casement
