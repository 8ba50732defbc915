// A browser says one thing of itself and its device everywhere: all of it follows from the user agent. Pure.
#pragma once

#include <string>
#include <string_view>

#include "casement/base/json.h"
#include "casement/browser/values/context_options.h"

namespace casement {

// The major version of Chrome in a user agent such as "… HeadlessChrome/156.0.8078.108 …": "156". "" where there is
// none.
std::string chrome_major(std::string_view user_agent);

// The parameters of `Emulation.setUserAgentOverride` for the agent and the language of `options`. Where only the
// language is said, everything else stays as the browser has it.
Json user_agent_override(const ContextOptions& options, std::string_view own_user_agent);

}  // namespace casement
