// What a program knows of addresses that cannot be reached: a hook for those that serve pages themselves.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace casement {

// The address as it was opened and Chrome's reason, net::ERR_NAME_NOT_RESOLVED → sentences for the
// error, none where there is nothing to say. Called while the call that fails holds the connection: it
// must not call the browser.
using UnreachableHelp = std::function<std::vector<std::string>(const std::string& url, const std::string& reason)>;

}  // namespace casement
