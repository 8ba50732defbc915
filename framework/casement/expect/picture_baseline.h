// Chooses the approved picture that a page is compared with, and decides when a run writes it.
#pragma once

#include <string>
#include <string_view>

namespace casement {

// Returns the first file that exists for `shots/cart.png`: `shots/cart.NAME.png` with the NAME in CASEMENT_BASELINES,
// for a machine or anything else that draws differently; then `shots/cart.ENGINE.png`, where ENGINE is chromium or
// qtwebengine; otherwise `shots/cart.png` itself.
std::string chosen_baseline(const std::string& approved, std::string_view user_agent);
// Returns the path at which a new picture of `approved` is written: the chosen file, except that a run with
// CASEMENT_BASELINES leaves the pictures of others as they are and writes its own. Throws Error{Usage} if
// CASEMENT_BASELINES is no part of a file's name.
std::string written_baseline(const std::string& approved, std::string_view user_agent);

enum class Approval { None, All, Changed };  // Changed: only pictures that differ or are missing
// Reads CASEMENT_APPROVE: 1, or changed. Throws Error{Usage} for any other value except "" and 0.
Approval picture_approval();

}  // namespace casement
