// The socket relays of this process, by their proxies: a context names its relay by the proxy. Any thread.
#pragma once

#include <memory>
#include <string>

#include "casement/relay/relay_state.h"

namespace casement::relay {

void register_relay(const std::string& proxy, const std::shared_ptr<RelayState>& state);
// Null if there is none.
std::shared_ptr<RelayState> relay_at(const std::string& proxy);

}  // namespace casement::relay
