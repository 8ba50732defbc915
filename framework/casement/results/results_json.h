// Converts complete results to JSON and back. Workers send results as JSON, and report folders store them, so that the
// reports of several runs can be merged. Text that is not valid UTF-8 comes back with U+FFFD.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "casement/results/model.h"

namespace casement::results {

// Whether attachments contain their bytes (as base64) or only their path.
enum class AttachmentBytes { Kept, LeftOut };

nlohmann::json case_to_json(const Case& one, AttachmentBytes bytes);
// Throws Error{Usage} for an unknown number or a value of the wrong type, as do the other functions that read. A
// missing field gets its default.
Case case_from_json(const nlohmann::json& json);
nlohmann::json step_to_json(const Step& step);
Step step_from_json(const nlohmann::json& json);

// Returns one line of pure ASCII with a line end, for streams of JSON lines.
std::string json_line(const nlohmann::json& json);

// Returns one document, indented by one space for people. "format" and "version" identify the document.
std::string run_to_text(const Run& run, AttachmentBytes bytes);
Run run_from_text(std::string_view text);

}  // namespace casement::results
