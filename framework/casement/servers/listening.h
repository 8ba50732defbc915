// Checks whether a program listens at a port of this machine, and whether a URL answers. Any thread.
#pragma once

#include <string>

#include "casement/base/deadline.h"

namespace casement {

// Whether a program listens at 127.0.0.1 or ::1.
bool somebody_listens(int port);

// The port of "http://host:port/…" or "https://…"; the scheme's default if the URL has none. Throws Error{Usage} if the
// port is invalid or the URL has no host.
int port_of_url(const std::string& url);
// Whether the host is localhost, *.localhost, 127.… or [::1].
bool is_on_this_machine(const std::string& url);
// Whether the URL answers a GET with a status from 100 to 403. For https:// it is enough that a program listens there.
// `status` gets the status of the answer, if there is one.
bool url_is_ready(const std::string& url, Deadline deadline, int* status = nullptr);

}  // namespace casement
