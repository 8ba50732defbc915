// Checks the shapes of Chrome's answers, as far as Casement reads the answers. The check runs once, when an answer
// arrives, so that later code can rely on the shape. If Chrome, a grid or a proxy answers in another shape, the command
// fails with Error{Protocol} that names the command and the field.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/cdp/message.h"

namespace casement::cdp {

struct ReplyShape {
  std::string_view method;
  std::string_view fields;  // see wrong_shape
};

// All shapes that are checked.
std::span<const ReplyShape> reply_shapes();

// Extracts the reply to `method` from a message with a matching id. The reply contains an error if the answer is one or
// is malformed. `browser` is the browser's name in errors for missing commands. Moves the result out of the message.
Reply reply_in(Json& message, const std::string& method, const std::string& browser);

// Describes the first wrong field of an answer to `method`; empty if the answer is well-formed.
std::optional<Error> reply_error(std::string_view method, const Json& result);

}  // namespace casement::cdp
