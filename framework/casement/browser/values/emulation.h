// From a context's options to the commands that bring them about. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "casement/browser/values/context_options.h"
#include "casement/cdp/message.h"

namespace casement {

// Throws Error{Usage} that names the option for values that cannot be.
void check_context_options(const ContextOptions& options);

// Whether HTML lets an attribute be called so: nothing but letters, digits, '-', '_', ':' and '.', a digit or '-' not
// first.
bool is_attribute_name(std::string_view name);

// What a session is sent before its document runs. `main_session`: it is the page's, and no frame's.
// `own_user_agent` is the browser's.
std::vector<cdp::Command> emulation_commands(const ContextOptions& options, const cdp::SessionId& session,
                                             bool main_session, const std::string& own_user_agent);

// Of what may change while pages are open: one command for one session.
cdp::Command offline_command(bool offline, const cdp::SessionId& session);
cdp::Command geolocation_command(const std::optional<Geolocation>& place, const cdp::SessionId& session);
// The viewport is the main session's alone.
cdp::Command viewport_command(const ContextOptions& options, const cdp::SessionId& session);
// Takes that back.
cdp::Command own_viewport_command(const cdp::SessionId& session);
cdp::Command media_command(const Media& media, const cdp::SessionId& session);
cdp::Command headers_command(const std::map<std::string, std::string>& headers, const cdp::SessionId& session);

// Chrome runs the main thread of the session's process `rate` times slower; a frame of another site has a
// process of its own, so each session is told.
cdp::Command throttling_command(double rate, const cdp::SessionId& session);

// Chrome's names for what the options permit. Throws Error{Usage} for a name that it does not know.
Json chrome_permissions(const ContextOptions& options);

}  // namespace casement
