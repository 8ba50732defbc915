#include "casement/wasm/program_end.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace casement::wasm {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Kind = ProgramEnd::Kind;

ProgramEnd end_of(const Json& end) {
  return read_end(end, ProgramCall{}, ProgramFiles{.folder = "/shop", .script = "shop.js", .factory = ""});
}

TEST(ProgramEnd, TakesTheExitCodeAsSystemsDo) {
  EXPECT_EQ(end_of({{"kind", "exited"}, {"code", 3}}).code, 3);
  EXPECT_EQ(end_of({{"kind", "exited"}, {"code", -1}}).code, 255);
  EXPECT_EQ(end_of({{"kind", "exited"}}).kind, Kind::Exited);
}

TEST(ProgramEnd, NamesTheFlagOfARuntimeThatStays) {
  const ProgramEnd end = end_of({{"kind", "returned"}, {"code", 0}});
  EXPECT_EQ(end.kind, Kind::Unusable);
  EXPECT_EQ(end.code, 2);
  EXPECT_THAT(end.details, ElementsAre("link with -sEXIT_RUNTIME=1"));
}

TEST(ProgramEnd, ShowsTheStackOfACrash) {
  const ProgramEnd end =
      end_of({{"kind", "threw"},
              {"text", "RuntimeError: unreachable"},
              {"stack",
               "RuntimeError: unreachable\n    at shop::die() (http://127.0.0.1:80/s.wasm:wasm-function[5]:0x1a)\n"
               "    at callMain (http://127.0.0.1:80/s.js:9:1)\n    at http://127.0.0.1:80/.casement-page:1:2\n"}});
  EXPECT_EQ(end.kind, Kind::Crashed);
  EXPECT_EQ(end.code, kCrashedCode);
  EXPECT_EQ(end.reason, "the program crashed: RuntimeError: unreachable");
  EXPECT_THAT(end.details, ElementsAre("at shop::die() (s.wasm:0x1a)", "at callMain (s.js:9:1)"));
}

TEST(ProgramEnd, SaysHowFunctionsGetNames) {
  const ProgramEnd end = end_of({{"kind", "aborted"},
                                 {"text", "native code called abort()"},
                                 {"stack", "    at http://127.0.0.1:80/s.wasm:wasm-function[5]:0x1a"}});
  EXPECT_THAT(end.details, ElementsAre("at s.wasm:wasm-function[5]:0x1a", HasSubstr("--profiling-funcs")));
}

TEST(ProgramEnd, TakesTheStackOfAThreadFromTheConsole) {
  ProgramEnd end = end_of({{"kind", "threw"}, {"text", "Uncaught RuntimeError"}, {"stack", ""}});
  EXPECT_THAT(end.details, IsEmpty());
  end.console = {"warning: other",
                 "error: unreachable\n    at shop::die() (http://127.0.0.1:80/s.wasm:wasm-function[5]:0x1a)"};
  add_stack_of_thread(end);
  EXPECT_THAT(end.details, ElementsAre("at shop::die() (s.wasm:0x1a)"));
}

TEST(ProgramEnd, ReportsOutputThatWasDropped) {
  const ProgramEnd end = end_of({{"kind", "exited"}, {"code", 0}, {"written", {0, 200'000'000.0, 7}}});
  EXPECT_THAT(end.notes, ElementsAre(HasSubstr("wrote 200000000 characters to standard output")));
}

TEST(ProgramEnd, SurvivesOtherAnswers) {
  EXPECT_EQ(end_of(Json()).kind, Kind::PageLost);
  EXPECT_EQ(end_of({{"kind", "left"}}).kind, Kind::PageLost);
  EXPECT_EQ(end_of({{"kind", "closed"}}).reason, "the program closed its page");
  EXPECT_EQ(end_of({{"kind", "refused"}, {"text", "no threads"}}).reason, "no threads");
}

}  // namespace
}  // namespace casement::wasm
