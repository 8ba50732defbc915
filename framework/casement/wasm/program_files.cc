#include "casement/wasm/program_files.h"

#include <algorithm>
#include <optional>
#include <system_error>

#include "casement/base/error.h"
#include "casement/base/file_text.h"
#include "casement/base/regex.h"
#include "casement/base/system_message.h"
#include "casement/wasm/contains.h"

namespace casement::wasm {
namespace {

namespace fs = std::filesystem;

// The searches of a Regex have a limit of steps, so each gets only the text that it needs.
bool stays_alive(std::string_view text) {
  if (contains(text, "_emscripten_force_exit(")) return false;
  static const Regex kAssignment(R"(^noExitRuntime\s*=\s*(?:Module\[["']noExitRuntime["']\]\s*\|\|\s*)?(true|!0))");
  for (std::size_t at = text.find("noExitRuntime"); at != std::string_view::npos;
       at = text.find("noExitRuntime", at + 1)) {
    if (kAssignment.found_in(text.substr(at, 100))) return true;
  }
  return false;
}

// "var createModule = (() => {" in the first lines, after comments.
std::string factory_of(std::string_view text) {
  static const Regex kFactory(
      R"((?:^|\n)\s*(?:var|const|let)\s+([\w$]+)\s*=\s*\(\s*(?:async\s*)?(?:\(\s*\)\s*=>|function\s*\(\s*\))\s*\{)");
  const std::vector<std::string> groups = kFactory.groups(text.substr(0, 4000));
  if (groups.empty() || !contains(text, "module.exports")) return "";
  const std::string& name = groups.at(1);
  return contains(text, "return " + name) || contains(text, name + ".ready") || contains(text, "readyPromise") ? name
                                                                                                               : "";
}

bool is_regular(const fs::path& path) {
  std::error_code failed;
  return fs::is_regular_file(path, failed);
}

}  // namespace

ProgramFiles read_program_script(std::string_view text, const std::string& name) {
  if (!contains(text, "thisProgram") || !contains(text, "Module")) {
    throw Error(ErrorKind::Usage, name + " is not a program of Emscripten",
                {"name the .js file that emcc or em++ wrote (-o program.js)"});
  }
  ProgramFiles program;
  program.exits_runtime = !stays_alive(text);
  program.has_threads = contains(text, "PThread");
  program.reads_binary = contains(text, "WasmOffsetConverter");
  program.needs_isolation =
      program.has_threads || contains(text, "SharedArrayBuffer") || contains(text, "crossOriginIsolated");
  if (contains(text, "export default")) {
    program.shape = ProgramFiles::Shape::Module;
  } else if (program.factory = factory_of(text); !program.factory.empty()) {
    program.shape = ProgramFiles::Shape::Factory;
  }
  return program;
}

ProgramFiles read_program_files(const std::string& path) {
  fs::path script = path;
  const std::string suffix = script.extension().string();
  if (suffix == ".wasm" || suffix == ".html") {
    for (const char* const other : {".js", ".mjs"}) {
      if (is_regular(fs::path(script).replace_extension(other))) {
        script.replace_extension(other);
        break;
      }
    }
    if (script == path) {
      throw Error(ErrorKind::Usage, path + ": the script that Emscripten writes beside this file is missing",
                  {"link with -o " + fs::path(script).replace_extension(".js").filename().string()});
    }
  }
  const std::optional<std::string> text = read_whole_file(script.string());
  if (!text) throw Error(ErrorKind::Usage, "cannot read the program " + script.string() + ": " + system_message(errno));
  ProgramFiles program = read_program_script(*text, script.string());
  std::error_code failed;
  script = fs::canonical(script, failed);
  if (failed) throw Error(ErrorKind::Usage, "cannot read the program " + path + ": " + failed.message());
  program.folder = script.parent_path();
  program.script = script.filename().string();
  return program;
}

std::vector<NamedFile> files_named_by(const std::vector<std::string>& arguments) {
  std::vector<NamedFile> files;
  const auto add = [&](const std::string& written) {
    if (written.empty() || written.starts_with('-') || written.find('\0') != std::string::npos) return;
    const std::string path = written.starts_with('/') ? written : "/" + written;
    NamedFile file{fs::path(path).lexically_normal().string(), written};
    if (file.in_memory != "/" && std::ranges::find(files, file) == files.end()) files.push_back(std::move(file));
  };
  for (const std::string& argument : arguments) {
    if (argument == "--gtest_output=xml") add("test_detail.xml");
    if (argument == "--gtest_output=json") add("test_detail.json");
    add(argument);
    for (std::size_t at = argument.find_first_of("=:"); at != std::string::npos;
         at = argument.find_first_of("=:", at + 1)) {
      add(argument.substr(at + 1));
    }
  }
  return files;
}

}  // namespace casement::wasm
