// The shapes of Chrome's answers, as far as anything reads them. Each answer is checked once, when it
// comes in, so that what reads it later may rely on its shape: a Chrome, a grid or a proxy that answers
// otherwise ends in an Error{Protocol} that names the command and the field.
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

// All that are checked.
std::span<const ReplyShape> reply_shapes();

// The answer to `method` in a message that has its id, with what is wrong in place of a result. `browser` is what
// errors call a browser that lacks a command. Takes the result out of the message.
Reply reply_in(Json& message, const std::string& method, const std::string& browser);

// What is wrong with this answer to `method`; none where nothing is.
std::optional<Error> reply_error(std::string_view method, const Json& result);

}  // namespace casement::cdp
