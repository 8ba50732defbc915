// Checks the actions of sockets and event streams, from files and from C++.
#pragma once

#include "casement/site/site_rule.h"

namespace casement::site {

// Throws SiteRuleError{Authoring} for an action that cannot be sent, or that has no meaning where it is.
void check_stream_actions(const SiteRule& rule);

// The same for an action that a test does in open connections; the JSON pointers of errors begin at the action.
void check_stream_action(const StreamAction& action, bool is_socket);

// The number of ms of the longest delay of a response or an action.
inline constexpr int kLongestDelay = 600'000;

}  // namespace casement::site
