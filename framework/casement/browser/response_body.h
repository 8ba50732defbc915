// The body of an answer that a page, or a frame in it, got.
#pragma once

#include <string>

#include "casement/base/deadline.h"
#include "casement/base/json.h"

namespace casement {

class PageSession;
struct RequestRecord;

// Waits for its end. Throws Error{NotFound} with the reason where there is none, or where Chrome has it no more, and
// Error{Timeout} where its end does not come.
std::string response_body(PageSession& page, const RequestRecord& record, Deadline deadline);

// The bytes that a request of Network or Fetch posts; "" where Chrome does not say them: of files and blobs.
std::string posted_body(const Json& request);

// The bytes of an answer to Network.getResponseBody or Fetch.getResponseBody; to Network.getRequestPostData with the
// key "postData".
std::string body_of(const Json& answer, const char* key = "body");

}  // namespace casement
