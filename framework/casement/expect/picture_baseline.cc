#include "casement/expect/picture_baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "casement/base/error.h"

namespace casement {
namespace {

bool is_part_of_name(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
         letter == '-' || letter == '_';
}

// Returns "" if CASEMENT_BASELINES is not set.
std::string own_baselines() {
  const char* const said = std::getenv("CASEMENT_BASELINES");
  const std::string name = said == nullptr ? "" : said;
  if (std::ranges::all_of(name, is_part_of_name)) return name;
  throw Error(ErrorKind::Usage,
              fmt::format("CASEMENT_BASELINES must be a name of letters, digits, - and _, not '{}'", name));
}

// "shots/cart.png" → "shots/cart.NAME.png".
std::string sibling_of(const std::string& approved, std::string_view name) {
  std::filesystem::path path(approved);
  const std::string extension = path.extension().string();
  path.replace_filename(fmt::format("{}.{}{}", path.stem().string(), name, extension));
  return path.string();
}

bool is_there(const std::string& path) {
  std::error_code failed;
  return std::filesystem::exists(path, failed);
}

}  // namespace

std::string chosen_baseline(const std::string& approved, std::string_view user_agent) {
  if (const std::string own = own_baselines(); !own.empty()) {
    if (std::string path = sibling_of(approved, own); is_there(path)) return path;
  }
  const bool is_qt = user_agent.find("QtWebEngine/") != std::string_view::npos;
  if (std::string path = sibling_of(approved, is_qt ? "qtwebengine" : "chromium"); is_there(path)) return path;
  return approved;
}

std::string written_baseline(const std::string& approved, std::string_view user_agent) {
  const std::string own = own_baselines();
  return own.empty() ? chosen_baseline(approved, user_agent) : sibling_of(approved, own);
}

Approval picture_approval() {
  const char* const said = std::getenv("CASEMENT_APPROVE");
  const std::string_view word = said == nullptr ? "" : said;
  if (word == "1") return Approval::All;
  if (word == "changed") return Approval::Changed;
  if (word.empty() || word == "0") return Approval::None;
  throw Error(ErrorKind::Usage, fmt::format("CASEMENT_APPROVE must be 1 or changed, not '{}'", word));
}

}  // namespace casement
