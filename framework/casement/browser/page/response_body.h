// The body of an answer that a page, or a frame in it, got.
#pragma once

#include <string>

#include "casement/base/deadline.h"

namespace casement {

class PageSession;
struct RequestRecord;

// Waits for its end. Throws Error{NotFound} with the reason where there is none, or where Chrome has it no more, and
// Error{Timeout} where its end does not come.
std::string response_body(PageSession& page, const RequestRecord& record, Deadline deadline);

}  // namespace casement
