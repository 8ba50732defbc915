// The places in which the flows of a run write files, and look for files to read. Plain data, safe to share between
// threads once made.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace casement {

struct RunFiles {
  std::string folder;  // the run's output folder
  // Files that were in the folder when the run began, with their last write times. A read ignores such a file until the
  // run writes it. Empty if files of earlier runs count.
  std::map<std::string, std::filesystem::file_time_type> earlier;
  bool of_program = false;  // of a GoogleTest program, not of `casement run`: messages name other ways
};

// For a run that begins now: reads ignore files which earlier runs left in the folder.
std::shared_ptr<const RunFiles> files_of_new_run(std::string folder);
// For a run that continues an earlier run: reads find files of the earlier run.
std::shared_ptr<const RunFiles> files_of_continued_run(std::string folder);
// The subfolder for one of the projects of casement.yaml; the folder itself if `project` is "".
std::shared_ptr<const RunFiles> files_of_project(const std::shared_ptr<const RunFiles>& files,
                                                 const std::string& project);

// The path at which a step writes the file `name`: inside the output folder, or `name` itself if absolute. `files` may
// be null in each of these functions: no output folder, and relative names start from the working folder.
std::string path_to_write(const RunFiles* files, const std::string& name);
// Why no step may write a file of this name; "" if allowed.
std::string written_name_problem(const RunFiles* files, const std::string& name);

// The path at which `source_file` reads the file or folder `name`: inside the output folder if the run has written it
// there, otherwise beside `source_file`, whether or not it exists.
std::string path_to_read(const RunFiles* files, const std::string& source_file, const std::string& name);
// The path beside `source_file`, without a look into the output folder.
std::string path_beside_source(const std::string& source_file, const std::string& name);
// The message for a file that path_to_read() finds nowhere.
std::string no_file_message(const RunFiles* files, const std::string& source_file, const std::string& name);
// The hint how the run executes the flows of `setup`, for errors about a file that one of them may write.
std::string set_up_hint(const RunFiles* files);

}  // namespace casement
