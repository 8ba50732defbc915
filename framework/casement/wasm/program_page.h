// Runs a program of Emscripten in pages of a browser, and reports how the program ended. Used on one thread.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/wasm/program_files.h"
#include "casement/wasm/program_server.h"

namespace casement {
class BrowserSession;
}

namespace casement::wasm {

// The exit codes of programs that do not end by themselves: those of a shell for a program that aborts, and of
// timeout(1).
inline constexpr int kCrashedCode = 134;
inline constexpr int kTimedOutCode = 124;

// For the browser's command line. Some systems do not let Chrome turn the fault of an access out of bounds, or of a
// deep recursion, into a trap: its process dies, and nobody learns where. With this argument the program itself checks.
inline constexpr const char* kCheckedMemory = "--js-flags=--wasm-enforce-bounds-checks";

struct ProgramCall {
  std::vector<std::string> arguments;
  Milliseconds timeout{60'000};
  std::size_t most_output = 100'000'000;  // characters of each stream; the page drops and counts the rest
};

struct ProgramEnd {
  enum class Kind {
    Exited,    // by itself, with `code`
    Skipped,   // a test that skipped itself; only judge_test sets it
    Crashed,   // a trap, abort() or an uncaught exception
    TimedOut,  // it was still running at the deadline
    PageLost,  // it closed or left its page, or the page's process ended
    Unusable,  // it cannot run, or its exit cannot be trusted
  };
  Kind kind = Kind::Exited;
  int code = 0;                      // the exit code to report
  std::string reason;                // one line; "" for a program that exited by itself
  std::vector<std::string> details;  // the stack of a crash, and hints
  std::vector<std::string> notes;    // of any program: dropped output, files that could not be written
  std::vector<std::string> console;  // of the page and its threads, except the program's own output
  double milliseconds = 0;           // from the start of the program
};

class ProgramPage {
 public:
  enum class Use {
    Once,      // a page for each program
    Together,  // many programs in a page, which lasts until a program dies or does not return
  };

  // `browser` must outlive this object. With `isolates`, the pages of programs
  // that need it are isolated, as ProgramServer describes.
  ProgramPage(BrowserSession& browser, ProgramFiles program, Use use, bool isolates = true);
  ~ProgramPage();
  ProgramPage(const ProgramPage&) = delete;
  ProgramPage& operator=(const ProgramPage&) = delete;

  // Runs the program from its start. `output` gets its streams, on another thread; files that the arguments name are
  // written to this machine's disk. Throws Error{Environment}, Error{ConnectionLost} and the other errors of a page
  // that cannot be opened.
  ProgramEnd run(const ProgramCall& call, std::function<void(Stream stream, std::string_view text)> output);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace casement::wasm
