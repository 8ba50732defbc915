#include "casement/base/runfiles.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "casement/base/file_text.h"
#include "casement/base/text.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

bool is_present(const fs::path& path) {
  std::error_code unknown;
  return fs::exists(path, unknown);
}

// The manifest has a line for each file: its name among the runfiles, a space, and its path. A folder is known by the
// files in it.
std::optional<std::string> find_in_manifest(const std::string& manifest, const std::string& name) {
  const std::optional<std::string> text = read_whole_file(manifest);
  if (!text) return std::nullopt;
  for (const std::string_view line : split_lines(*text)) {
    const std::size_t space = line.find(' ');
    if (space == line.npos) continue;
    const std::string_view entry = line.substr(0, space), path = line.substr(space + 1);
    if (entry == name) return std::string(path);
    if (!entry.starts_with(name + "/")) continue;
    const std::string_view rest = entry.substr(name.size());
    if (path.ends_with(rest)) return std::string(path.substr(0, path.size() - rest.size()));
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> Runfiles::find(const std::string& path) const {
  if (path.empty()) return std::nullopt;
  if (fs::path(path).is_absolute()) return is_present(path) ? std::optional(path) : std::nullopt;
  for (const fs::path& name : {fs::path(workspace) / path, fs::path(path)}) {
    const std::string normal = name.lexically_normal().string();
    if (!folder.empty() && is_present(fs::path(folder) / normal)) return (fs::path(folder) / normal).string();
    if (manifest.empty()) continue;
    const std::optional<std::string> listed = find_in_manifest(manifest, normal);
    if (listed && is_present(*listed)) return listed;
  }
  return std::nullopt;
}

bool Runfiles::contains(const std::string& path) const {
  if (folder.empty()) return false;
  std::error_code unknown;
  const fs::path whole = fs::canonical(folder, unknown);
  if (unknown) return false;
  const fs::path normal = fs::path(path).lexically_normal();
  return std::mismatch(whole.begin(), whole.end(), normal.begin(), normal.end()).first == whole.end();
}

Runfiles read_runfiles(const VariableLookup& variable) {
  const auto text = [&](const char* name) { return variable(name).value_or(""); };
  const std::string folder = text("RUNFILES_DIR");
  return {folder.empty() ? text("TEST_SRCDIR") : folder, text("RUNFILES_MANIFEST_FILE"), text("TEST_WORKSPACE")};
}

Runfiles runfiles() {
  return read_runfiles(environment_variable);
}

}  // namespace casement
