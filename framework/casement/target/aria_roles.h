// The roles that a snapshot can show and a target can name: WAI-ARIA 1.2 and the 1.3 draft,
// DPUB-ARIA 1.1, Graphics-ARIA 1.0, and "iframe" for the owner of a frame. js/aria/role_tables.js has the same but for
// that one: a page determines roles without asking C++, and a spec compares the two. Fixed data; any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace casement {

// All known roles, sorted.
std::span<const std::string> aria_roles();
bool is_aria_role(std::string_view role);

}  // namespace casement
