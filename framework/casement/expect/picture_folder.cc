#include "casement/expect/picture_folder.h"
#include "casement/base/file_system.h"

#include <cstdlib>
#include <utility>

namespace casement {
namespace {

std::filesystem::path folder_of_environment() {
  const char* const named = std::getenv("CASEMENT_REPORT_DIR");
  return named == nullptr || *named == '\0' ? "casement-reports" : named;
}

std::function<std::filesystem::path()>& folder_of_program() {
  static auto* const folder = new std::function<std::filesystem::path()>(folder_of_environment);  // outlives all tests
  return *folder;
}

}  // namespace

std::filesystem::path picture_folder() {
  return absolute_path(folder_of_program()());
}

void set_picture_folder(std::function<std::filesystem::path()> folder) {
  folder_of_program() = std::move(folder);
}

}  // namespace casement
