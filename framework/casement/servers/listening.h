// Whether something listens at a port of this machine, and whether a URL answers. Any thread.
#pragma once

#include <string>

#include "casement/base/deadline.h"

namespace casement {

// At the loopback addresses, 127.0.0.1 and ::1.
bool somebody_listens(int port);

// Of "http://host:port/…" or "https://…"; the scheme's own where none is given. Throws Error{Usage}
// where there is none, or no host.
int port_of_url(const std::string& url);
// localhost, 127.… or [::1].
bool is_on_this_machine(const std::string& url);
// It answers a GET with a status from 100 to 403; of https:// it is enough that something listens
// there.
bool url_is_ready(const std::string& url, Deadline deadline);

}  // namespace casement
