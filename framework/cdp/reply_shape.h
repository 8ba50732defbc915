// The shapes of Chrome's answers, as far as anything reads them. Each answer is checked once, when it
// comes in, so that what reads it later may rely on its shape: a Chrome, a grid or a proxy that answers
// otherwise is told with an Error{Protocol} that names the command and the field.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "casement/base/error.h"
#include "casement/base/json.h"

namespace casement::cdp {

struct ReplyShape {
  std::string_view method;
  // Fields with blanks between: "targetId:string" may be missing, "entries!array" may not; "a.b" is
  // inside, "entries[].url" of each. Types: string, number, boolean, object, array.
  std::string_view fields;
};

// All that are checked.
std::span<const ReplyShape> reply_shapes();

// What is wrong with this answer to `method`; none where nothing is.
std::optional<Error> reply_error(std::string_view method, const Json& result);

// What a JSON value is, with its article: "a string", "null".
std::string_view json_type(const Json& value);

}  // namespace casement::cdp
