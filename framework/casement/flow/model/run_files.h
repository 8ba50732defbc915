// Where the flows of a run write files, and where they look for files that they read. Plain data, safe to share
// between threads once made.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace casement {

struct RunFiles {
  std::string folder;  // the run's output folder
  // What was in the folder when the run began, with the time of its last change. A read ignores such a file until the
  // run writes it. Empty if files of earlier runs count.
  std::map<std::string, std::filesystem::file_time_type> earlier;
};

// Files of a run that begins now: reads ignore what earlier runs left in the folder.
std::shared_ptr<const RunFiles> files_of_new_run(std::string folder);
// Files of a run that goes on where an earlier one ended: reads find what that run wrote.
std::shared_ptr<const RunFiles> files_of_continued_run(std::string folder);
// The subfolder for one of the projects of casement.yaml; the folder itself if `project` is "".
std::shared_ptr<const RunFiles> files_of_project(const std::shared_ptr<const RunFiles>& files,
                                                 const std::string& project);

// Where a step writes the file `name`: inside the output folder, or at `name` if that is absolute. `files` may be null
// in each of these functions: the flow has no output folder, and a relative name is one of the working folder.
std::string path_to_write(const RunFiles* files, const std::string& name);
// Why no step may write a file of this name; "" if it may.
std::string written_name_problem(const RunFiles* files, const std::string& name);

// Where the file or folder `name` is read that `source_file` names: inside the output folder if the run has written it
// there, otherwise beside `source_file`, whether it exists or not.
std::string path_to_read(const RunFiles* files, const std::string& source_file, const std::string& name);
// The same, without the output folder.
std::string path_beside_source(const std::string& source_file, const std::string& name);
// The message for a file that is in none of the places in which path_to_read() looks.
std::string no_file_message(const RunFiles* files, const std::string& name);

}  // namespace casement
