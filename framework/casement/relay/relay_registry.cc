#include "casement/relay/relay_registry.h"

#include <map>
#include <mutex>

namespace casement::relay {
namespace {

struct Registry {
  std::mutex mutex;
  std::map<std::string, std::weak_ptr<RelayState>> relays;
};

Registry& registry() {
  static Registry all;
  return all;
}

}  // namespace

void register_relay(const std::string& proxy, const std::shared_ptr<RelayState>& state) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  std::erase_if(all.relays, [](const auto& one) { return one.second.expired(); });
  all.relays[proxy] = state;
}

std::shared_ptr<RelayState> relay_at(const std::string& proxy) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  const auto found = all.relays.find(proxy);
  return found == all.relays.end() ? nullptr : found->second.lock();
}

}  // namespace casement::relay
