#include "casement/site/static_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "casement/base/runfiles.h"
#include "casement/base/text.h"
#include "casement/http/served_request.h"

namespace casement::site {
namespace {

namespace fs = std::filesystem;

bool is_beneath(const fs::path& root, const fs::path& path) {
  const auto [end, unused] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
  return end == root.end();
}

// Both paths are free of links, and open does not follow a link in the last component, so the opened file is the
// checked one. O_NONBLOCK, so that a pipe in the folder cannot block the server.
FoundFile open_beneath(const fs::path& root, const fs::path& relative) {
  FoundFile found;
  std::error_code error;
  found.path = fs::canonical(root / relative, error);
  if (error) return {};
  // Bazel's folder of runfiles has a link for each file that the test declares.
  if (!is_beneath(root, found.path) && !runfiles().contains(root.string())) return {};
  found.fd = UniqueFd(::open(found.path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status{};
  if (!found.fd || ::fstat(found.fd.get(), &status) != 0) return {};
  if (S_ISDIR(status.st_mode)) found.kind = FoundFile::Kind::Folder;
  if (S_ISREG(status.st_mode)) found.kind = FoundFile::Kind::File;
  found.size = static_cast<std::uint64_t>(status.st_size);
  return found;
}

bool read_number(std::string_view text, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

bool is_safe_relative(std::string_view path) {
  if (path.ends_with('/')) path.remove_suffix(1);
  if (path.find('\0') != std::string_view::npos) return false;
  while (true) {
    const std::string_view segment = path.substr(0, path.find('/'));
    if (segment.empty() || segment == "." || segment == "..") return false;
    if (segment.size() == path.size()) return true;
    path.remove_prefix(segment.size() + 1);
  }
}

FoundFile find_file(const fs::path& root, std::string_view path) {
  using Kind = FoundFile::Kind;
  const std::string relative(path.substr(1));
  if (relative.empty() || relative.ends_with('/')) {
    if (!relative.empty() && !is_safe_relative(relative)) return {};
    FoundFile index = open_beneath(root, relative + "index.html");
    return index.kind == Kind::File ? std::move(index) : FoundFile();
  }
  if (!is_safe_relative(relative)) return {};
  FoundFile found = open_beneath(root, relative);
  const std::string last = relative.substr(relative.rfind('/') + 1);
  if (found.kind != Kind::File && last.find('.') == std::string::npos) {
    FoundFile page = open_beneath(root, relative + ".html");
    if (page.kind == Kind::File) return page;
  }
  return found;
}

std::string content_type_of(const fs::path& path) {
  static constexpr std::array types{
      std::pair{".html", "text/html; charset=utf-8"},
      std::pair{".htm", "text/html; charset=utf-8"},
      std::pair{".css", "text/css; charset=utf-8"},
      std::pair{".js", "text/javascript; charset=utf-8"},
      std::pair{".mjs", "text/javascript; charset=utf-8"},
      std::pair{".txt", "text/plain; charset=utf-8"},
      std::pair{".md", "text/markdown; charset=utf-8"},
      std::pair{".csv", "text/csv; charset=utf-8"},
      std::pair{".xml", "text/xml; charset=utf-8"},
      std::pair{".vtt", "text/vtt; charset=utf-8"},
      std::pair{".xhtml", "application/xhtml+xml; charset=utf-8"},
      std::pair{".svg", "image/svg+xml; charset=utf-8"},
      std::pair{".json", "application/json"},
      std::pair{".map", "application/json"},
      std::pair{".webmanifest", "application/manifest+json"},
      std::pair{".wasm", "application/wasm"},
      std::pair{".pdf", "application/pdf"},
      std::pair{".zip", "application/zip"},
      std::pair{".png", "image/png"},
      std::pair{".jpg", "image/jpeg"},
      std::pair{".jpeg", "image/jpeg"},
      std::pair{".gif", "image/gif"},
      std::pair{".webp", "image/webp"},
      std::pair{".avif", "image/avif"},
      std::pair{".ico", "image/x-icon"},
      std::pair{".woff", "font/woff"},
      std::pair{".woff2", "font/woff2"},
      std::pair{".ttf", "font/ttf"},
      std::pair{".otf", "font/otf"},
      std::pair{".mp3", "audio/mpeg"},
      std::pair{".wav", "audio/wav"},
      std::pair{".mp4", "video/mp4"},
      std::pair{".webm", "video/webm"},
  };
  const std::string suffix = ascii_lower(path.extension().string());
  for (const auto& [known, type] : types) {
    if (suffix == known) return type;
  }
  return "application/octet-stream";
}

RangeRequest parse_range(std::string_view header, std::uint64_t size) {
  using Kind = RangeRequest::Kind;
  constexpr std::string_view unit = "bytes=";
  if (ascii_lower(header.substr(0, unit.size())) != unit) return {};
  header.remove_prefix(unit.size());
  const std::size_t dash = header.find('-');
  if (dash == std::string_view::npos) return {};
  const std::string_view from = header.substr(0, dash), to = header.substr(dash + 1);
  std::uint64_t first = 0, last = 0;
  if (from.empty()) {  // the last `to` bytes
    if (!read_number(to, last)) return {};
    if (last == 0 || size == 0) return {Kind::Unsatisfiable, {}};
    const std::uint64_t length = std::min(last, size);
    return {Kind::Part, {size - length, length}};
  }
  if (!read_number(from, first)) return {};
  if (to.empty())
    last = UINT64_MAX;
  else if (!read_number(to, last) || last < first)
    return {};
  if (first >= size) return {Kind::Unsatisfiable, {}};
  return {Kind::Part, {first, std::min(last, size - 1) - first + 1}};
}

}  // namespace casement::site
