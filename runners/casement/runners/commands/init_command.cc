// `casement init`: writes a working project to start from.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/file_system.h"
#include "casement/base/system_message.h"
#include "casement/reports/report_text.h"
#include "casement/results/rerun_command.h"
#include "casement/runners/command.h"
#include "casement/runners/example_project.h"
#include "casement/runners/installed_docs.h"
#include "casement/runners/one_of.h"

namespace casement::runners {
namespace {

namespace fs = std::filesystem;

void write_file(const fs::path& path, std::string_view text) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream file;
  if (!error) file.open(path, std::ios::binary);
  file << text;
  if (error || !file.flush()) {
    throw Error(ErrorKind::Environment, fmt::format("cannot write {}: {}", path.string(),
                                                    error ? system_message(error) : system_message(errno)));
  }
}

// A page of the documents, as installed with the program, else as in Casement's sources.
std::string path_of_document(const std::string& name) {
  const std::string docs = installed_docs();
  return (docs.empty() ? "docs" : docs) + "/" + name;
}

// Returns the prefix of the package that came with this program, if CMake would not find the package by itself; else
// "".
std::string prefix_to_name() {
  std::error_code error;
  const fs::path prefix = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path();
  if (error || prefix == "/usr" || prefix == "/usr/local") return "";
  for (const fs::path& entry : entries_of(prefix)) {
    if (!entry.filename().string().starts_with("lib")) continue;
    for (const fs::path& below : {entry, entry / "x86_64-linux-gnu", entry / "aarch64-linux-gnu"}) {
      if (fs::exists(below / "cmake" / "Casement" / "CasementConfig.cmake", error)) return prefix.string();
    }
  }
  return "";
}

enum class Ci { None, Github, Gitlab, Jenkins };

struct InitOptions {
  std::string folder;  // "": the working folder, which the user did not name
  bool yes = false;
  Ci ci = Ci::None;
  fs::path root() const { return folder.empty() ? "." : folder; }
};

bool is_there(const fs::path& path) {
  std::error_code error;
  if (fs::symlink_status(path, error).type() == fs::file_type::not_found) return false;
  if (error) throw file_system_error("look at", path, error);
  return true;
}

// An existing project needs only the CI file.
std::vector<ExampleFile> files_to_write(const InitOptions& options) {
  std::vector<ExampleFile> files;
  const bool has_project = options.ci != Ci::None && is_there(options.root() / "CMakeLists.txt");
  if (!has_project) files.assign(example_project().begin(), example_project().end());
  if (options.ci != Ci::None) files.push_back(ci_files()[static_cast<std::size_t>(options.ci) - 1]);
  return files;
}

// Asks before it writes files into a folder that is not empty.
void require_consent(const InitOptions& options, std::size_t files) {
  const bool is_empty =
      std::ranges::all_of(entries_of("."), [](const fs::path& entry) { return entry.filename() == ".git"; });
  const bool is_ci_file_alone = options.ci != Ci::None && files == 1;
  if (!options.folder.empty() || options.yes || is_empty || is_ci_file_alone) return;
  const std::string question =
      fmt::format("This folder is not empty. Write {} into it?", reports::counted(files, "file"));
  if (isatty(STDIN_FILENO) == 0 || isatty(STDERR_FILENO) == 0) {
    std::vector<std::string> choices{"use a new folder:  casement init my-tests",
                                     "use this folder:  casement init --yes"};
    if (options.ci != Ci::None)
      choices.emplace_back("write only the CI job: run it in the folder that has your CMakeLists.txt");
    throw Error(ErrorKind::Usage, "this folder is not empty, so nothing was written; choose one of:", choices);
  }
  std::cerr << question << " [y/N] " << std::flush;
  std::string answer;
  std::getline(std::cin, answer);
  if (answer == "y" || answer == "Y" || answer == "yes") return;
  throw Error(ErrorKind::Usage, "nothing was written");
}

void print_next_steps(const InitOptions& options) {
  const fs::path root = options.root();
  const std::string prefix = prefix_to_name();
  const bool is_here = root.lexically_normal() == ".";
  std::cout << "\nRun the example flow:\n"
            << (is_here ? "" : "  cd " + results::shell_word(options.folder) + "\n") << "  casement run flows\n"
            << "Build and run everything:\n  cmake -B build"
            << (prefix.empty() ? "" : " -DCMAKE_PREFIX_PATH=" + results::shell_word(prefix))
            << " && cmake --build build && ctest --test-dir build --output-on-failure" << std::endl;
}

// The job runs ctest, which is green if CMake has registered no test.
void warn_of_missing_tests(const InitOptions& options) {
  const fs::path file = options.root() / "CMakeLists.txt";
  std::ifstream opened(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(opened), {});
  if (text.find("enable_testing") != text.npos || text.find("include(CTest)") != text.npos) return;
  std::cout << "\n"
            << file.lexically_normal().string() << " calls neither enable_testing() nor include(CTest), "
            << "so ctest finds no test in the project" << std::endl;
}

// CI systems read their file in the root of the repository.
void warn_of_subfolder(const InitOptions& options, const std::string& ci_file) {
  std::error_code failed;
  const fs::path here = fs::weakly_canonical(options.root(), failed);
  fs::path root = here;
  while (root.has_relative_path() && !is_there(root / ".git")) root = root.parent_path();
  if (root == here || !is_there(root / ".git")) return;
  const std::string folder = here.lexically_relative(root).string();
  std::cout << "\nThe repository begins in " << root.string() << ". Move " << ci_file
            << " there, let its script begin with cd " << results::shell_word(folder) << ", and put " << folder
            << "/ before its paths of reports" << std::endl;
}

int init(const InitOptions& options) {
  const fs::path root = options.root();
  const std::vector<ExampleFile> files = files_to_write(options);
  std::vector<std::string> taken;
  for (const ExampleFile& file : files) {
    if (is_there(root / file.path)) taken.push_back((root / file.path).string());
  }
  if (!taken.empty()) {
    throw Error(ErrorKind::Usage,
                "nothing was written, because these files already exist; move them away, or choose another folder",
                taken);
  }
  require_consent(options, files.size());
  std::cout << "Written:\n";
  for (const ExampleFile& file : files) {
    write_file(root / file.path, file.text);
    std::cout << "  " << (root / file.path).lexically_normal().string() << '\n';
  }
  if (files.size() > 1) print_next_steps(options);
  if (options.ci != Ci::None) {
    std::cout << "\nThe CI job installs Casement's two Debian packages from packages/ in the project. Choose one of:\n"
                 "  make them once with cpack and add them:  "
              << path_of_document("install.md")
              << "\n"
                 "  use an image or a folder (cmake --install --prefix) that contains Casement and the packages it "
                 "needs, and "
                 "delete the line with apt-get:\n    "
              << path_of_document("ci.md") << ", \"With an image or a prefix of your own\"" << std::endl;
    if (files.size() == 1) warn_of_missing_tests(options);
    warn_of_subfolder(options, std::string(files.back().path));
  }
  return 0;
}

}  // namespace

void add_init_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<InitOptions>();
  CLI::App* command =
      app.add_subcommand("init", "Create an example project: a site, a flow, a C++ spec and a CMakeLists.txt");
  command->add_option("folder", options->folder,
                      "Write into this folder, created if missing; default: the current folder");
  command->add_flag("-y,--yes", options->yes,
                    "Write into the current folder even if it is not empty; never overwrites a file");
  command->add_option("--ci", options->ci, "Also write a CI job; where a CMakeLists.txt exists, write only the CI job")
      ->transform(one_of<Ci>({{"github", Ci::Github}, {"gitlab", Ci::Gitlab}, {"jenkins", Ci::Jenkins}}));
  command->callback([options, &action] { action = [options] { return init(*options); }; });
}

}  // namespace casement::runners
