// Extracts the bytes of request and response bodies from Chrome's messages.
#pragma once

#include <cstdint>
#include <string>

#include "casement/base/json.h"

namespace casement {

struct RequestRecord;

// The posted bytes of a request in Network or Fetch; "" if Chrome does not report them, e.g. for files and blobs.
std::string posted_body(const Json& request);

// The bytes in an answer to Network.getResponseBody or Fetch.getResponseBody; use the key "postData" for
// Network.getRequestPostData.
std::string body_of(const Json& answer, const char* key = "body");

// The size of the posted body: the Content-Length header if there is one, because Chrome omits the content of files; -1
// if it is not known.
std::int64_t sent_bytes(const RequestRecord& record);

}  // namespace casement
