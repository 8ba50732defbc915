// The bytes of requests and answers in what Chrome says of them.
#pragma once

#include <string>

#include "casement/base/json.h"

namespace casement {

// The bytes that a request of Network or Fetch posts; "" where Chrome does not say them: of files and blobs.
std::string posted_body(const Json& request);

// The bytes of an answer to Network.getResponseBody or Fetch.getResponseBody; to Network.getRequestPostData with the
// key "postData".
std::string body_of(const Json& answer, const char* key = "body");

}  // namespace casement
