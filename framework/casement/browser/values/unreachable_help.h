// A hook for programs that serve pages themselves, and can explain why an address is unreachable.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace casement {

// Takes the opened address and Chrome's reason, e.g. net::ERR_NAME_NOT_RESOLVED. Returns sentences for the error
// message, or an empty list. The failing call holds the connection meanwhile, so the hook must not call the browser.
using UnreachableHelp = std::function<std::vector<std::string>(const std::string& url, const std::string& reason)>;

}  // namespace casement
