// Slower networks and processors: which addresses a throttle covers, and Chrome's commands for them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "casement/browser/values/context_options.h"
#include "casement/cdp/message.h"

namespace casement {

// Why a throttle cannot have this pattern; "" if the pattern is valid.
std::string why_no_throttle(std::string_view glob);
// Throws Error{Usage} for an invalid pattern, a negative latency, or a rate that is not above 0.
void check_throttle(const NetworkThrottle& throttle);
inline constexpr double kMostSlowdown = 100;
// Throws Error{Usage} unless the factor is from 1 to kMostSlowdown.
void check_cpu_slowdown(double factor);

// The patterns of the URL Pattern standard that together match the same addresses of http, https, ws and wss as the
// glob; {""} for "*", which matches all requests. Precondition: the glob is valid.
std::vector<std::string> url_patterns(std::string_view glob);

// The commands that put `offline` and the throttles into force in a session, in place of earlier ones. A single
// throttle of all addresses works in every Chrome; others need a Chrome that can throttle by address.
std::vector<cdp::Command> network_condition_commands(const ContextOptions& options, const cdp::SessionId& session);

}  // namespace casement
