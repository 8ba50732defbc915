#include "casement/flow/model/run_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "casement/base/text.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

// Returns "" for a name that leads out of the folder, and for an absolute name.
std::string path_inside_folder(const RunFiles& files, const std::string& name) {
  const fs::path normal = fs::path(name).lexically_normal();
  if (normal.empty() || normal.is_absolute() || *normal.begin() == "..") return "";
  return (fs::path(files.folder) / normal).lexically_normal().string();
}

bool is_of_this_run(const RunFiles& files, const fs::directory_entry& entry) {
  std::error_code failed;
  if (!entry.is_regular_file(failed)) return false;
  const auto earlier = files.earlier.find(entry.path().string());
  return earlier == files.earlier.end() || earlier->second != entry.last_write_time(failed);
}

// A folder is of this run if a file in the folder is.
bool has_written(const RunFiles& files, const std::string& path) {
  std::error_code failed;
  const fs::directory_entry entry(path, failed);
  if (failed || !entry.exists(failed)) return false;
  if (!entry.is_directory(failed)) return is_of_this_run(files, entry);
  for (fs::recursive_directory_iterator at(path, failed), end; !failed && at != end; at.increment(failed)) {
    if (is_of_this_run(files, *at)) return true;
  }
  return false;
}

}  // namespace

std::shared_ptr<const RunFiles> files_of_new_run(std::string folder) {
  auto files = std::make_shared<RunFiles>();
  files->folder = fs::path(std::move(folder)).lexically_normal().string();
  std::error_code failed;
  for (fs::recursive_directory_iterator at(files->folder, failed), end; !failed && at != end; at.increment(failed)) {
    std::error_code unknown;
    if (!at->is_regular_file(unknown)) continue;
    files->earlier[at->path().string()] = at->last_write_time(unknown);
  }
  return files;
}

std::shared_ptr<const RunFiles> files_of_continued_run(std::string folder) {
  return std::make_shared<const RunFiles>(RunFiles{.folder = fs::path(std::move(folder)).lexically_normal().string()});
}

std::shared_ptr<const RunFiles> files_of_project(const std::shared_ptr<const RunFiles>& files,
                                                 const std::string& project) {
  if (files == nullptr || project.empty()) return files;
  RunFiles of_project = *files;
  of_project.folder = (fs::path(files->folder) / project).string();
  return std::make_shared<const RunFiles>(std::move(of_project));
}

std::string path_to_write(const RunFiles* files, const std::string& name) {
  const std::string inside = files == nullptr ? "" : path_inside_folder(*files, name);
  return inside.empty() ? name : inside;
}

std::string written_name_problem(const RunFiles* files, const std::string& name) {
  if (files == nullptr || fs::path(name).is_absolute() || !path_inside_folder(*files, name).empty()) return "";
  if (name.empty()) return "the name of the file is empty";
  return fmt::format(
      "'{}' is outside the output folder of the run, {}; use a path below that folder, or an absolute path",
      shorten(name, 100), files->folder);
}

std::string path_to_read(const RunFiles* files, const std::string& source_file, const std::string& name) {
  const std::string inside = files == nullptr ? "" : path_inside_folder(*files, name);
  return !inside.empty() && has_written(*files, inside) ? inside : path_beside_source(source_file, name);
}

std::string path_beside_source(const std::string& source_file, const std::string& name) {
  return (fs::path(source_file).parent_path() / name).lexically_normal().string();
}

std::string no_file_message(const RunFiles* files, const std::string& source_file, const std::string& name) {
  const std::string shown = shorten(name, 100);
  if (fs::path(name).is_absolute()) return fmt::format("there is no file '{}'", shown);
  const std::string source = fs::path(source_file).filename().string();
  const std::string beside = source.ends_with(".flow.yaml") ? "the flow" : source;
  const std::string inside = files == nullptr ? "" : path_inside_folder(*files, name);
  if (inside.empty()) return fmt::format("there is no file '{}' beside {}", shown, beside);
  std::string message = fmt::format("there is no file '{}' beside {}, and the run has not written it into {}", shown,
                                    beside, files->folder);
  if (files->earlier.contains(inside)) {
    message += "; the existing file is from an earlier run and is used only with ";
    message += files->of_program ? "CASEMENT_FILES_DIR" : "--files-dir or --no-setup";
  }
  return message;
}

std::string set_up_hint(const RunFiles* files) {
  if (files == nullptr || !files->of_program) {
    return "if a flow of 'setup' in casement.yaml writes this file, run without --no-setup";
  }
  return "if a flow of 'setup' in casement.yaml writes this file, call run_project_setup() in the program, or write "
         "casement_discover_specs(… PROPERTIES FIXTURES_REQUIRED casement.setup) and run the test by ctest";
}

}  // namespace casement
