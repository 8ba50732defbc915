// Converts an Error to JSON, for another process of this program.
#pragma once

#include "casement/base/error.h"
#include "casement/base/json.h"

namespace casement {

// {"kind": its number, "problem", "trail", "place": {"file", "line", "column"} if the error has a place}.
Json error_to_json(const Error& error);
// The same error. Throws Json::exception if `json` does not come from error_to_json.
Error error_from_json(const Json& json);

}  // namespace casement
