// Drops something from outside of the browser on an element: files of the desktop, or text of another program.
#pragma once

#include "casement/act/action_result.h"
#include "casement/browser/page/page_session.h"
#include "casement/input/action_options.h"
#include "casement/target/target.h"

namespace casement {

// Throws the errors of `retry_action` and `given_files`, and Error{Usage} if `items` is empty.
ActionResult drop(PageSession& page, const Target& target, const DropItems& items, Deadline deadline);

}  // namespace casement
