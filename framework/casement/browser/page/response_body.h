// Reads the body of a response to a page or a frame.
#pragma once

#include <string>

#include "casement/base/deadline.h"

namespace casement {

class PageSession;
struct RequestRecord;

// Waits for the end of the response. Throws Error{NotFound} with the reason if there is no body or if Chrome has
// dropped the body, and Error{Timeout} if the response does not end in time.
std::string response_body(PageSession& page, const RequestRecord& record, Deadline deadline);

}  // namespace casement
