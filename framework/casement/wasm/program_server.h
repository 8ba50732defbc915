// Serves the folder of a program to its page, on a loopback port with the headers that threads need, and receives the
// program's output and files. The page comes from http://127.0.0.1, which is a secure context (W3C Secure Contexts,
// section 3.1), so that any Chrome of this machine isolates it, without a certificate. Any thread.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/json.h"
#include "casement/wasm/program_files.h"

namespace casement::wasm {

enum class Stream { Output = 1, Error = 2 };

// Receives the output and the files of a program, on the server's thread. The program waits for the return, so that a
// slow reader slows the program down as a full pipe does.
struct ProgramReceiver {
  std::function<void(Stream stream, std::string_view text)> output;
  // A piece of a file that starts at byte `at`; `on_disk` is the path of files_named_by.
  std::function<void(const std::string& on_disk, std::size_t at, std::string_view bytes)> file;
};

class ProgramServer {
 public:
  // Without `isolates`, the pages do not get Cross-Origin-Opener-Policy and Cross-Origin-Embedder-Policy. Throws
  // Error{Environment} if it cannot listen.
  explicit ProgramServer(ProgramFiles program, bool isolates = true);
  // Returns when no call to a receiver is in progress.
  ~ProgramServer();
  ProgramServer(const ProgramServer&) = delete;
  ProgramServer& operator=(const ProgramServer&) = delete;

  std::string page_url() const;
  // The last part of the path to which the page sends, which no other page can guess.
  const std::string& token() const;
  // Starts a run, whose output and files go to `receiver` from now on; sends of earlier runs are dropped. Returns the
  // number of the run. Only files that `files` names are received.
  int begin_run(ProgramReceiver receiver, std::vector<NamedFile> files);
  // Adds output that the page did not send before its program ended: a list of [stream, text].
  void add_output(const Json& lines);
  // Drops everything that the page sends from now on.
  void end_run();
  // The paths of files that the page asked for and the folder lacks, since the start of the run.
  std::vector<std::string> missing() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace casement::wasm
