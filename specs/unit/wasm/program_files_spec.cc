#include "casement/wasm/program_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/error.h"

namespace casement::wasm {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kGlue =
    "var Module = typeof Module != 'undefined' ? Module : {};\nvar thisProgram = './this.program';\n";

ProgramFiles read(const std::string& more, const std::string& start = "") {
  return read_program_script(start + kGlue + more, "shop.js");
}

std::vector<std::string> memory_files(const std::vector<std::string>& arguments) {
  std::vector<std::string> names;
  for (const NamedFile& file : files_named_by(arguments)) names.push_back(file.in_memory);
  return names;
}

TEST(ProgramFiles, AScriptIsTheDefault) {
  const ProgramFiles program = read("");
  EXPECT_EQ(program.shape, ProgramFiles::Shape::Script);
  EXPECT_TRUE(program.exits_runtime);
  EXPECT_FALSE(program.has_threads);
}

TEST(ProgramFiles, ReadsWhetherTheRuntimeExits) {
  EXPECT_TRUE(read("var noExitRuntime = Module['noExitRuntime'] || false;legacyModuleProp();").exits_runtime);
  EXPECT_FALSE(read("var noExitRuntime = Module['noExitRuntime'] || true;legacyModuleProp();").exits_runtime);
  EXPECT_FALSE(read("var noExitRuntime=Module[\"noExitRuntime\"]||!0;").exits_runtime);
  EXPECT_FALSE(read("var noExitRuntime = true;").exits_runtime);
  EXPECT_TRUE(read("var noExitRuntime = Module['noExitRuntime'] || true;function _emscripten_force_exit(status) {}")
                  .exits_runtime);
}

TEST(ProgramFiles, ReadsThreads) {
  EXPECT_TRUE(read("var PThread = {};").has_threads);
  EXPECT_TRUE(read("var PThread = {};").needs_isolation);
  EXPECT_TRUE(
      read("var memory = new WebAssembly.Memory(x); memory.buffer instanceof SharedArrayBuffer").needs_isolation);
  EXPECT_FALSE(read("").needs_isolation);
}

TEST(ProgramFiles, ReadsWhetherTheScriptNeedsTheBinary) {
  EXPECT_TRUE(read("class WasmOffsetConverter {}").reads_binary);
  EXPECT_FALSE(read("").reads_binary);
}

TEST(ProgramFiles, ReadsFactoriesAndModules) {
  const std::string end =
      "return createShop.ready}\n);})();\nif (typeof exports === 'object') module.exports = createShop;";
  for (const char* const start :
       {"\nvar createShop = (() => {\n", "var createShop=(function(){", "// (c)\nvar createShop = (() => {"}) {
    const ProgramFiles program = read(end, start);
    EXPECT_EQ(program.shape, ProgramFiles::Shape::Factory) << start;
    EXPECT_EQ(program.factory, "createShop") << start;
  }
  EXPECT_EQ(read(end + "\nexport default createShop;", "var createShop = (() => {").shape, ProgramFiles::Shape::Module);
}

TEST(ProgramFiles, RefusesOtherScripts) {
  try {
    read_program_script("console.log(1)", "shop.js");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    EXPECT_THAT(error.full_text(), HasSubstr("shop.js is not a program of Emscripten"));
  }
  EXPECT_THROW(read_program_files("/nowhere/shop.js"), Error);
  EXPECT_THROW(read_program_files("/nowhere/shop.wasm"), Error);
}

TEST(ProgramFiles, FindsTheFilesThatArgumentsName) {
  EXPECT_THAT(memory_files({"--gtest_output=xml:out/a.xml"}), ElementsAre("/xml:out/a.xml", "/out/a.xml"));
  EXPECT_THAT(memory_files({"--gtest_output=xml"}), ElementsAre("/test_detail.xml", "/xml"));
  EXPECT_THAT(memory_files({"-o", "/tmp/b.xml"}), ElementsAre("/tmp/b.xml"));
  EXPECT_THAT(memory_files({"reports/"}), ElementsAre("/reports/"));
  EXPECT_THAT(memory_files({"-v", "--all", "", "/"}), IsEmpty());
  EXPECT_EQ(files_named_by({"../c.xml"}).front(), (NamedFile{"/c.xml", "../c.xml"}));
}

}  // namespace
}  // namespace casement::wasm
