// An Error for another process of this program, as JSON.
#pragma once

#include "casement/base/error.h"
#include "casement/base/json.h"

namespace casement {

// {"kind": its number, "problem", "trail", "place": {"file", "line", "column"} where it has one}.
Json error_to_json(const Error& error);
// The same error. Throws Json::exception for what error_to_json has not made.
Error error_from_json(const Json& json);

}  // namespace casement
