// Parts of the command that runs a case again. The command can be pasted into a POSIX shell in any folder.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace casement::results {

// Quotes `text` with single quotes, if necessary.
std::string shell_word(const std::string& text);

// Returns " --name value". A value that begins with a dash follows "=". Returns "" for an address with a user or a
// query, which may contain a password: reports never show these, so the user passes the option again.
std::string shell_option(const std::string& name, const std::string& value);

// Returns "cd FOLDER && NAME=value …", with a space at its end: the working folder, and each variable of Casement that
// is set and decides a result, except the variables in `given_as_options`.
std::string rerun_prefix(std::span<const std::string_view> given_as_options = {});

}  // namespace casement::results
