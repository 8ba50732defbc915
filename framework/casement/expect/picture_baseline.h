// Which approved picture a page is compared with, and when a run writes it.
#pragma once

#include <string>
#include <string_view>

namespace casement {

// Of `shots/cart.png` the first file that exists: `shots/cart.NAME.png` with the NAME in CASEMENT_BASELINES, a machine
// or whatever else draws differently; then `shots/cart.ENGINE.png`, where ENGINE is chromium or qtwebengine; else
// `shots/cart.png` itself.
std::string chosen_baseline(const std::string& approved, std::string_view user_agent);
// Where a new picture of `approved` is written: over the chosen one, except that a run with CASEMENT_BASELINES leaves
// the pictures of others as they are and writes its own. Throws Error{Usage} if CASEMENT_BASELINES is no part of a
// file's name.
std::string written_baseline(const std::string& approved, std::string_view user_agent);

enum class Approval { None, All, Changed };  // Changed: only pictures that differ or are missing
// By CASEMENT_APPROVE: 1, or changed. Throws Error{Usage} for another value that is not empty and not 0.
Approval picture_approval();

}  // namespace casement
