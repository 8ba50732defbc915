// `casement init`: a project that works, to begin with.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/system_message.h"
#include "casement/runners/case_selection.h"
#include "casement/runners/command.h"
#include "casement/runners/example_project.h"

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

// Where CMake would not look by itself for the package that came with this program; else "".
std::string prefix_to_name() {
  std::error_code error;
  const fs::path prefix = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path();
  if (error || prefix == "/usr" || prefix == "/usr/local") return "";
  for (const auto& entry : fs::directory_iterator(prefix, error)) {
    if (!entry.path().filename().string().starts_with("lib")) continue;
    for (const fs::path& below : {entry.path(), entry.path() / "x86_64-linux-gnu", entry.path() / "aarch64-linux-gnu"}) {
      if (fs::exists(below / "cmake" / "Casement" / "CasementConfig.cmake", error)) return prefix.string();
    }
  }
  return "";
}

int init(const std::string& folder) {
  const fs::path root = folder;
  std::vector<std::string> taken;
  std::error_code error;
  for (const ExampleFile& file : example_project()) {
    const fs::path path = root / file.path;
    if (fs::symlink_status(path, error).type() != fs::file_type::not_found) taken.push_back(path.string());
  }
  if (!taken.empty()) {
    throw Error(ErrorKind::Usage, "nothing was written, since this is there already", taken);
  }
  std::cout << "Written:\n";
  for (const ExampleFile& file : example_project()) {
    write_file(root / file.path, file.text);
    std::cout << "  " << (root / file.path).lexically_normal().string() << '\n';
  }
  const std::string prefix = prefix_to_name();
  const bool is_here = root.lexically_normal() == ".";
  std::cout << "\nRun its flow:\n"
            << (is_here ? "" : "  cd " + shell_word(folder) + "\n") << "  casement run flows\n"
            << "Build and run everything:\n  cmake -B build"
            << (prefix.empty() ? "" : " -DCMAKE_PREFIX_PATH=" + shell_word(prefix))
            << " && cmake --build build && ctest --test-dir build --output-on-failure" << std::endl;
  return 0;
}

}  // namespace

void add_init_command(CLI::App& app, Action& action) {
  auto folder = std::make_shared<std::string>(".");
  CLI::App* command = app.add_subcommand("init", "Write an example project: a site, a flow, a C++ spec, CMake");
  command->add_option("folder", *folder, "Where to; made if missing")->capture_default_str();
  command->callback([folder, &action] { action = [folder] { return init(*folder); }; });
}

}  // namespace casement::runners
