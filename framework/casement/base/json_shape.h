// The shapes of JSON that comes from outside, as far as anything reads it: Chrome's answers, what a daemon
// says. It is checked once, where it comes in, so that what reads it later may rely on its shape.
#pragma once

#include <string>
#include <string_view>

#include "casement/base/json.h"

namespace casement {

// What is wrong with `value`, for people: "'product' is a number, where a string is expected"; "" where
// nothing is. `fields` are named with blanks between: "targetId:string" may be missing, "entries!array" may
// not; "a.b" is inside, "entries[].url" of each, "names[]:string" each itself. Types: string, number, boolean, object,
// array. `whole` is the name of `value` in the message that it is no object.
std::string wrong_shape(const Json& value, std::string_view fields, std::string_view whole = "it");

// What a JSON value is, with its article: "a string", "null".
std::string_view json_type(const Json& value);

}  // namespace casement
