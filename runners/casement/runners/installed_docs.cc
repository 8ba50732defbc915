#include "casement/runners/installed_docs.h"

#include <filesystem>

namespace casement::runners {

std::string installed_docs() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return "";
  for (const char* name : {"Casement", "casement"}) {
    const std::filesystem::path docs = program.parent_path().parent_path() / "share" / "doc" / name;
    if (std::filesystem::is_regular_file(docs / "index.md", error)) return docs.string();
  }
  return "";
}

}  // namespace casement::runners
