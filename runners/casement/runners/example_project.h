// The files that `casement init` writes: docs/example, embedded at build time.
#pragma once

#include <span>
#include <string_view>

namespace casement::runners {

struct ExampleFile {
  std::string_view path;  // relative, with slashes
  std::string_view text;
};

std::span<const ExampleFile> example_project();
// The files of docs/ci.md: for GitHub, GitLab and Jenkins, in this order.
std::span<const ExampleFile> ci_files();

}  // namespace casement::runners
