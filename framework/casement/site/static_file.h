// Finds the file in a host's folder for a path, its content type, and the requested part. Never opens files outside the
// folder, whatever the path and the links in the folder are; except that links among Bazel's runfiles are followed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "casement/base/unique_fd.h"
#include "casement/http/served_answer.h"

namespace casement::site {

struct FoundFile {
  enum class Kind {
    File,    // described by `fd`, `size` and `path`
    Folder,  // named without the slash at the end
    None,
  };
  Kind kind = Kind::None;
  UniqueFd fd;
  std::uint64_t size = 0;  // bytes
  std::filesystem::path path;
};

// Whether the path is relative and has no empty, "." or ".." segment and no NUL; one slash at the end is allowed.
bool is_safe_relative(std::string_view path);

// `root` must be canonical; `path` is percent-decoded and begins with "/". "/a/" means "/a/index.html", and "/a" means
// "/a.html" if there is no file "/a". "/a.b" never means "/a.b.html".
FoundFile find_file(const std::filesystem::path& root, std::string_view path);

// By the suffix, with the charset for text; application/octet-stream if unknown.
std::string content_type_of(const std::filesystem::path& path);

struct RangeRequest {
  enum class Kind { Whole, Part, Unsatisfiable };
  Kind kind = Kind::Whole;
  http::ByteRange part;
};
// Parses the Range header of RFC 9110 section 14.2. Several ranges, other units and malformed headers yield the whole
// file, as the RFC allows.
RangeRequest parse_range(std::string_view header, std::uint64_t size);

}  // namespace casement::site
