// Checks the shape of JSON from outside, such as answers of Chrome or of a daemon. Each message is checked once, when
// it arrives, so that later code can rely on the fields which it reads.
#pragma once

#include <string>
#include <string_view>

#include "casement/base/json.h"

namespace casement {

// Describes the first mistake in `value`, for people: "'product' is a number, where a string is expected". Returns ""
// if there is none. `fields` is a list of fields, separated by spaces: "targetId:string" may be missing,
// "entries!array" is required. "a.b" is a field inside `a`, "entries[].url" a field of each entry, "names[]:string"
// each element itself. Types: string, number, boolean, object, array. `whole` names `value` in the message if `value`
// is not an object.
std::string wrong_shape(const Json& value, std::string_view fields, std::string_view whole = "it");

// The type of a JSON value, with its article: "a string", "null".
std::string_view json_type(const Json& value);

}  // namespace casement
