// Exports the requests of a page as an HTTP Archive: HAR 1.2, the format of browsers' developer tools.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "casement/base/json.h"
#include "casement/browser/values/page_records.h"

namespace casement {

// The headers without credentials: hides the values of cookies, and everything but the scheme in `Authorization` and
// `Proxy-Authorization`.
HeaderList without_credentials(HeaderList headers);

// Hides the values of these headers in entries of an archive, and returns the values of at least 4 bytes, which may be
// in other texts. Upper and lower case of names are equal (RFC 9110 §5.1).
std::vector<std::string> hide_headers(Json& entries, const std::vector<std::string>& names);

// The entry of one request in an archive, without its page. For the request of a socket, `socket` adds the messages as
// Chrome's developer tools write them: "_webSocketMessages" or "_eventSourceMessages", with times in seconds and binary
// data in base64. "_cut" marks a message whose end is missing, and "_messagesLeftOut" counts missing messages.
Json har_entry(const RequestRecord& record, const SocketRecord* socket = nullptr);

// Shortens each message of an entry that is marked with "_cut", so that a part of a secret at the end of its text,
// which no mask has found, is removed. Call this after secrets were masked.
void cut_messages(Json& entry);

// Exports the ended requests and all sockets with numbers above `since`, oldest first. `page_title` is the archive's
// only page. The archive contains the response bodies that the records stored, but no values of cookies,
// `Authorization` and `Proxy-Authorization`, because archives are passed on to other people.
Json har_of(const std::deque<RequestRecord>& requests, const std::vector<SocketRecord>& sockets, EventNumber since,
            const std::string& page_title, const std::string& browser);

}  // namespace casement
