#include "casement/flow/model/flow_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>

namespace casement {
namespace {

namespace fs = std::filesystem;

// Writing to a path with a dangling link would create a file at the end of the link.
bool leads_nowhere(const fs::path& path) {
  std::error_code failed;
  fs::path so_far;
  for (const fs::path& part : path) {
    so_far /= part;
    if (fs::is_symlink(so_far, failed) && !fs::exists(so_far, failed)) return true;
  }
  return false;
}

bool is_in(const std::string& path, const std::string& folder) {
  std::error_code failed;
  if (leads_nowhere(path)) return false;
  const fs::path whole = fs::weakly_canonical(fs::absolute(path, failed), failed);
  const fs::path around = failed ? fs::path() : fs::weakly_canonical(fs::absolute(folder, failed), failed);
  if (failed || folder.empty()) return false;
  const auto [end, rest] = std::mismatch(around.begin(), around.end(), whole.begin(), whole.end());
  return end == around.end() || (end->empty() && std::next(end) == around.end());
}

}  // namespace

std::optional<std::string> why_not_read(const FlowLimits* limits, const std::string& path) {
  if (limits == nullptr) return std::nullopt;
  const bool is_readable =
      std::ranges::any_of(limits->readable, [&](const std::string& folder) { return is_in(path, folder); });
  if (is_readable) return std::nullopt;
  return fmt::format("'{}' is outside the folders that this flow may read ({} allows it)", path, limits->lifted_by);
}

std::optional<std::string> why_not_written(const FlowLimits* limits, const std::string& path) {
  if (limits == nullptr || is_in(path, limits->writable)) return std::nullopt;
  return fmt::format("'{}' is outside the folder that this flow may write into ({} allows it)", path,
                     limits->lifted_by);
}

std::string FlowLimits::why_no_program(const std::string& key) const {
  return fmt::format("'{}' starts a program, which this flow may not ({} allows it)", key, lifted_by);
}

std::string FlowLimits::why_no_environment() const {
  return fmt::format("this flow may not read the environment ({} allows it)", lifted_by);
}

}  // namespace casement
