// The readers of parsers_fuzz.cc that need more than a call: those of what Chrome says, and of what processes say to
// each other. Each takes any bytes, or throws the error that it is documented to throw.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace casement::fuzz {

using Text = const std::string&;

// In the order of the first byte that chooses one.
std::vector<std::string> reader_names();

// Ends the program with the text where the claim does not hold.
void demand(bool holds, const char* claim, Text text);

// A folder of this process, removed at its end.
class FuzzFolder {
 public:
  FuzzFolder() : path_((std::filesystem::temp_directory_path() / "csm-fuzz-XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr) std::abort();
  }
  ~FuzzFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Lines are messages of Chrome's to a page: those that are JSON objects with a method come from its session.
void hear_chrome(Text text);
// The same to a browser without pages: those that are no JSON object go on.
void hear_browser(Text text);
// Lines are the members of Chrome's answers, in the order in which a page asks while it is used.
void answer_page(Text text);
// Lines are the fields of a request and its answer, written into an archive.
void write_archive(Text text);

// A shared browser's state file; after a zero byte, what its daemon answers.
void read_state(Text text);
// What a process says to the daemon of a shared browser.
void talk_to_daemon(Text text);
// What Chrome says to the daemon, a line each; or a process about popups: "hold C1", "pass T1", "forget".
void hear_popups(Text text);
// What a program that runs flows, or tests, says to the crash reporter.
void keep_flows(Text text);
void keep_tests(Text text);

}  // namespace casement::fuzz
