// The result of a program of Emscripten as a report with one case.
#pragma once

#include <string>
#include <vector>

#include "casement/results/model.h"
#include "casement/wasm/program_page.h"

namespace casement::runners {

// A program that ran, or the test of a program.
struct WasmCase {
  std::string suite;    // the name of the program
  std::string name;     // of the test; the arguments of a program that is no test
  std::string program;  // the path of the script
  std::vector<std::string> arguments;
};

// The streams of a program, as far as reports keep them.
struct WasmOutput {
  std::string output;  // standard output
  std::string error;   // standard error
};

// Keeps the newest part of a stream.
void keep_output(std::string& kept, std::string_view more);

// The lines for people about a program that did not exit by itself, and about dropped output; "" if there are none.
std::string told_end(const wasm::ProgramEnd& end);

results::Run wasm_run(const WasmCase& one, const wasm::ProgramEnd& end, const WasmOutput& output,
                      const std::string& browser);

}  // namespace casement::runners
