// Dropping on an element what comes from outside of the browser: files of the desktop, a text of another program.
#pragma once

#include "casement/act/action_result.h"
#include "casement/browser/page/page_session.h"
#include "casement/input/action_options.h"
#include "casement/target/target.h"

namespace casement {

// Throws what `retry_action` and `given_files` throw, and Error{Usage} where nothing is dropped.
ActionResult drop(PageSession& page, const Target& target, const DropItems& items, Deadline deadline);

}  // namespace casement
