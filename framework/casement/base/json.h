// Reads JSON from Chrome, and writes JSON that may contain any text.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace casement {

using Json = nlohmann::json;

// Rewrites each unpaired surrogate escape (\uD800…\uDFFF) to \uFFFD, in place and without changing
// the length. Chrome sends such escapes for text that is not well-formed UTF-16, and strict parsers
// refuse the whole message (RFC 8259 section 8.2).
void repair_lone_surrogates(std::string& text);

// Parses one incoming message: repairs surrogates, refuses nesting deeper than `max_depth`. Throws Error{Protocol},
// with the byte offset of a syntax error.
Json parse_json(std::string text, int max_depth = 512);

// The problem with a text that is not a JSON pointer (RFC 6901); "" for a pointer.
std::string json_pointer_problem(const std::string& pointer);
// Throws Error{Usage} with the problem.
void check_json_pointer(const std::string& pointer);

// Writes JSON. Invalid UTF-8 becomes U+FFFD and throws no exception.
std::string dump_json(const Json& value);

}  // namespace casement
