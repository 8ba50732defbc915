// Results as JSON and back, whole: what workers send, and what a report folder keeps so that the
// reports of several runs can be joined. Text that is no valid UTF-8 comes back with U+FFFD.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "casement/results/model.h"

namespace casement::results {

// Whether attachments keep their bytes (as base64) or only their path.
enum class AttachmentBytes { Kept, LeftOut };

nlohmann::json case_to_json(const Case& one, AttachmentBytes bytes);
// Throws Error{Usage} naming what is missing or of the wrong type; so do the others that read.
Case case_from_json(const nlohmann::json& json);
nlohmann::json step_to_json(const Step& step);
Step step_from_json(const nlohmann::json& json);

// A line of pure ASCII with its end, for streams of JSON lines.
std::string json_line(const nlohmann::json& json);

// One document, for people who look at it indented by one. "format" and "version" tell what it is.
std::string run_to_text(const Run& run, AttachmentBytes bytes);
Run run_from_text(std::string_view text);

}  // namespace casement::results
