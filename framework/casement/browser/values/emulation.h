// Converts a context's options into the commands that apply them. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "casement/browser/values/context_options.h"
#include "casement/cdp/message.h"

namespace casement {

// Throws Error{Usage} with the name of the option if a value is invalid.
void check_context_options(const ContextOptions& options);

// Whether `name` is a valid attribute name: only letters, digits, '-', '_', ':' and '.', beginning with a letter or
// '_'.
bool is_attribute_name(std::string_view name);

// The commands for a session before the session's document runs. `main_session`: the session belongs to the page, not
// to a frame. `own_user_agent` is the browser's.
std::vector<cdp::Command> emulation_commands(const ContextOptions& options, const cdp::SessionId& session,
                                             bool main_session, const std::string& own_user_agent);

// Commands for one session, for options that may change while pages are open.
cdp::Command offline_command(bool offline, const cdp::SessionId& session);
cdp::Command geolocation_command(const std::optional<Geolocation>& place, const cdp::SessionId& session);
// Only the main session has a viewport.
cdp::Command viewport_command(const ContextOptions& options, const cdp::SessionId& session);
// Resets the viewport.
cdp::Command own_viewport_command(const cdp::SessionId& session);
cdp::Command media_command(const Media& media, const cdp::SessionId& session);
cdp::Command headers_command(const std::map<std::string, std::string>& headers, const cdp::SessionId& session);

// Chrome runs the main thread of the session's process `rate` times slower. Every session needs the command, because a
// frame of another site has a separate process.
cdp::Command throttling_command(double rate, const cdp::SessionId& session);

// Chrome's names for the permitted features. Throws Error{Usage} for an unknown name.
Json chrome_permissions(const ContextOptions& options);

}  // namespace casement
