// Translates what a page reports about the end of its program. Pure.
#pragma once

#include <string>
#include <vector>

#include "casement/base/json.h"
#include "casement/wasm/program_page.h"

namespace casement::wasm {

// `end` is the value of casementProgram.run().
ProgramEnd read_end(const Json& end, const ProgramCall& call, const ProgramFiles& program);
ProgramEnd page_lost(const std::string& reason);

// Adds the files that the page asked for and the folder lacks, because most programs report less.
void add_missing_files(ProgramEnd& end, const std::vector<std::string>& paths);

// The page knows only the message of an exception in a thread; the console has its stack.
void add_stack_of_thread(ProgramEnd& end);

// The lines of a JavaScript stack that concern the program: C++ functions and the glue, without the message and the
// page's own script. Addresses of the server are left out: "at Die_Traps_Test::TestBody() (s.wasm:0x1a2b)".
std::vector<std::string> stack_lines(const std::string& stack);

}  // namespace casement::wasm
