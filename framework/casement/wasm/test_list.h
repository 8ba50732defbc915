// Recognises the test framework of a program, lists its tests, and gives the arguments that run one test alone. Pure,
// except `find_framework`. Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/wasm/program_files.h"
#include "casement/wasm/program_page.h"

namespace casement::wasm {

enum class Framework { GoogleTest, Catch2, Catch3, Doctest, Boost };

// "gtest", "catch2" (version 2), "catch3" (version 3), "doctest", "boost". Throws Error{Usage} for other words.
Framework framework_named(std::string_view name);
std::string_view name_of(Framework framework);
// By the words of the framework's command line in the program's bytes; empty if there are none.
std::optional<Framework> framework_in(std::string_view bytes);
// The same for the .wasm file beside the script, or else the script. Throws Error{Usage} if neither names a framework.
Framework find_framework(const ProgramFiles& program);

// The arguments with which the program prints its tests.
std::vector<std::string> arguments_to_list(Framework framework);

struct ListedTest {
  std::string name;                    // for people, unique in the list
  std::vector<std::string> arguments;  // run this test alone
  bool is_disabled = false;            // its author disabled it
};

// Reads what the program printed with `arguments_to_list`; Boost.Test prints to standard error. Names that occur twice
// get a number.
std::vector<ListedTest> read_test_list(Framework framework, std::string_view output, std::string_view error);

// Corrects the end of a program that ran one test: a test that skipped itself, as its standard output says, is Skipped,
// and a program that found no test of the name fails.
void judge_test(Framework framework, std::string_view output, ProgramEnd& end);

}  // namespace casement::wasm
