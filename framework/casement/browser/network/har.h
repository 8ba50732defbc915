// The requests of a page as an HTTP Archive: HAR 1.2, the format that browsers' developer tools read.
#pragma once

#include <deque>
#include <string>

#include "casement/base/json.h"
#include "casement/browser/values/page_records.h"

namespace casement {

// The headers without what signs a person in: the values of cookies, and of `Authorization` and `Proxy-Authorization`
// everything except the scheme.
HeaderList without_credentials(HeaderList headers);

// Requests numbered above `since`, oldest first; those under way are left out. `page_title` is the
// archive's one page. Bodies of answers are in it where the records kept them; the values of cookies and of
// `Authorization` and `Proxy-Authorization` are not: an archive is passed on to others.
Json har_of(const std::deque<RequestRecord>& requests, EventNumber since, const std::string& page_title,
            const std::string& browser);

}  // namespace casement
