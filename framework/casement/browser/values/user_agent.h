// Derives a consistent browser and device identity from the user agent. Pure.
#pragma once

#include <string>
#include <string_view>

#include "casement/base/json.h"
#include "casement/browser/values/context_options.h"

namespace casement {

// The major version of Chrome in a user agent: "156" for "… HeadlessChrome/156.0.8078.108 …"; "" if missing.
std::string chrome_major(std::string_view user_agent);

// The parameters of `Emulation.setUserAgentOverride` for the user agent and language of `options`. If only the language
// is set, the browser's own identity remains.
Json user_agent_override(const ContextOptions& options, std::string_view own_user_agent);

}  // namespace casement
