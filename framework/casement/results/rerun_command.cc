#include "casement/results/rerun_command.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "casement/base/environment_variables.h"

namespace casement::results {
namespace {

// Whether the text contains an address with a user or a query: http://user:password@host, ws://host?token=abc.
bool may_have_password(std::string_view text) {
  const std::size_t scheme = text.find("://");
  return scheme != text.npos && text.find_first_of("@?", scheme) != text.npos;
}

}  // namespace

std::string shell_word(const std::string& text) {
  const bool plain = !text.empty() && text.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_./-+,:@%") == std::string::npos;
  if (plain) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string shell_option(const std::string& name, const std::string& value) {
  if (may_have_password(value)) return "";
  return " " + name + (value.starts_with('-') ? "=" : " ") + shell_word(value);
}

std::string rerun_prefix(std::span<const std::string_view> given_as_options) {
  std::error_code unknown;
  const std::string folder = std::filesystem::current_path(unknown).string();
  std::string prefix = unknown ? "" : "cd " + shell_word(folder) + " && ";
  for (const EnvironmentVariable& variable : environment_variables()) {
    const char* const value = std::getenv(std::string(variable.name).c_str());
    if (!variable.decides_results || value == nullptr || may_have_password(value)) continue;
    if (std::ranges::find(given_as_options, variable.name) != given_as_options.end()) continue;
    prefix += std::string(variable.name) + "=" + shell_word(value) + " ";
  }
  return prefix;
}

}  // namespace casement::results
