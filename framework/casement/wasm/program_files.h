// Reads how Emscripten linked a program, from the script that it wrote beside the .wasm file. Any thread.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace casement::wasm {

struct ProgramFiles {
  enum class Shape {
    Script,   // the default: the script runs the program with the global object Module
    Factory,  // -sMODULARIZE: the script defines a function that runs the program
    Module,   // -sEXPORT_ES6: a module, whose default export runs the program
  };
  std::filesystem::path folder;  // served to the page
  std::string script;            // its name in the folder
  Shape shape = Shape::Script;
  std::string factory;        // the name of the function, for Shape::Factory
  bool exits_runtime = true;  // -sEXIT_RUNTIME=1, or a call of emscripten_force_exit
  bool has_threads = false;   // -pthread
  // The script reads the bytes of the .wasm file, which it has to load itself: -sUSE_OFFSET_CONVERTER, as sanitizers
  // do.
  bool reads_binary = false;
  // Its page has to be cross-origin isolated (HTML, section 7.1.3), for which Chrome starts a second process.
  bool needs_isolation = false;
};

// `path` is the script; the .html or .wasm file that Emscripten wrote with the script stands for the script. Throws
// Error{Usage} if there is no such file, and if the script was not written by Emscripten.
ProgramFiles read_program_files(const std::string& path);

// The same for the text of a script; `folder` and `script` stay empty. Throws Error{Usage} with `name` in the message.
ProgramFiles read_program_script(std::string_view text, const std::string& name);

// The files that a command line may ask the program to write: each argument, and each part of an argument after "=" or
// ":", as absolute paths in the program's memory, whose working folder is "/". `--gtest_output=xml` stands for
// test_detail.xml. `on_disk` is the path as written, relative to the working folder of this process. A path that ends
// with "/" stands for the files in that folder.
struct NamedFile {
  std::string in_memory;
  std::string on_disk;
  bool operator==(const NamedFile&) const = default;
};
std::vector<NamedFile> files_named_by(const std::vector<std::string>& arguments);

}  // namespace casement::wasm
