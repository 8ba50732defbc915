#include "casement/mcp/token_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "casement/base/error.h"
#include "casement/base/file_text.h"
#include "casement/base/private_file.h"
#include "casement/base/system_message.h"
#include "casement/mcp/signed_state.h"

namespace casement::mcp {
namespace {

constexpr std::size_t kShortest = 32, kLongest = 512;  // characters of a token
constexpr std::size_t kRandomBytes = 32;

// RFC 6750 section 2.1.
bool is_token_text(const std::string& text) {
  return text.size() >= kShortest && text.size() <= kLongest && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                  std::string_view("-._~+/=").find(c) != std::string_view::npos;
         });
}

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
  throw Error(ErrorKind::Environment, "cannot use the token file " + path + ": " + reason);
}

// Writes the file completely or not at all; a file that another process has made meanwhile is kept.
void make(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) {
    if (const std::error_code failed = make_private_folders(folder.string())) fail(path, system_message(failed));
  }
  const std::string partial = path + "." + std::to_string(::getpid());
  if (const std::error_code failed = write_private_file(partial, random_hex(kRandomBytes) + "\n")) {
    fail(path, system_message(failed));
  }
  const int failed = ::link(partial.c_str(), path.c_str()) == 0 ? 0 : errno;
  ::unlink(partial.c_str());
  if (failed != 0 && failed != EEXIST) fail(path, system_message(failed));
}

}  // namespace

std::string token_in(const std::string& path) {
  struct stat found{};
  if (::stat(path.c_str(), &found) != 0) {
    if (errno != ENOENT) fail(path, system_message(errno));
    make(path);
    if (::stat(path.c_str(), &found) != 0) fail(path, system_message(errno));
  }
  if (!S_ISREG(found.st_mode)) throw Error(ErrorKind::Usage, "the token file " + path + " is not a file");
  if ((found.st_mode & 077) != 0) {
    throw Error(ErrorKind::Usage, "the token file " + path + " can be read by others; run chmod 600 on it");
  }
  std::optional<std::string> text = read_start_of_file(path, kLongest + 2);
  if (!text) fail(path, system_message(errno));
  while (text->ends_with('\n') || text->ends_with('\r')) text->pop_back();
  if (!is_token_text(*text)) {
    throw Error(ErrorKind::Usage,
                "the token file " + path + " contains no token of 32 to 512 letters, digits or -._~+/=");
  }
  return *text;
}

std::string default_token_file() {
  const auto variable = [](const char* name) -> std::string {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  const std::string state = variable("XDG_STATE_HOME"), home = variable("HOME");
  if (!state.empty()) return state + "/casement/mcp-token";
  if (home.empty()) throw Error(ErrorKind::Usage, "HOME is not set; name the file of the token with --token-file");
  return home + "/.local/state/casement/mcp-token";
}

}  // namespace casement::mcp
