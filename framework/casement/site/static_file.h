// Which file of a host's folder a path names, what type it has, and which part of it was asked for.
// Nothing outside the folder is ever opened, whatever the path or the links in the folder say.
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
    File,    // `fd`, `size` and `path` say which
    Folder,  // was named without the slash at the end
    None,
  };
  Kind kind = Kind::None;
  UniqueFd fd;
  std::uint64_t size = 0;  // bytes
  std::filesystem::path path;
};

// No empty, "." or ".." segment, no NUL, not absolute; one slash at the end is allowed.
bool is_safe_relative(std::string_view path);

// `root` must be canonical; `path` is percent-decoded and begins with "/". "/a/" is
// "/a/index.html", and "/a" is "/a.html" where no file "/a" is.
FoundFile find_file(const std::filesystem::path& root, std::string_view path);

// By the suffix, with the charset where it is text; application/octet-stream if not known.
std::string content_type_of(const std::filesystem::path& path);

struct RangeRequest {
  enum class Kind { Whole, Part, Unsatisfiable };
  Kind kind = Kind::Whole;
  http::ByteRange part;
};
// The Range header of RFC 9110 section 14.2. Several ranges, other units and malformed ones ask for
// the whole, as the RFC allows.
RangeRequest parse_range(std::string_view header, std::uint64_t size);

}  // namespace casement::site
