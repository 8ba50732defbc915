#include "casement/browser/page/passkey_store.h"

#include <algorithm>
#include <iterator>

#include "casement/browser/page/page_passkeys.h"

namespace casement {

bool PasskeyStore::contains(const std::string& id) const {
  return std::ranges::find(all_, id, &Passkey::id) != all_.end();
}

std::vector<cdp::Command> PasskeyStore::put(const Passkey& passkey, const PagePasskeys* source) {
  const auto known = std::ranges::find(all_, passkey.id, &Passkey::id);
  const bool is_new = known == all_.end();
  if (is_new) {
    all_.push_back(passkey);
  } else {
    // Our own commands cause this event too.
    if (source != nullptr && passkey.sign_count <= known->sign_count) return {};
    *known = passkey;
  }
  std::vector<cdp::Command> commands;
  for (PagePasskeys* const page : pages_) {
    if (page == source) continue;
    if (!is_new) std::ranges::move(page->removal(passkey.id), std::back_inserter(commands));
    std::ranges::move(page->addition(passkey), std::back_inserter(commands));
  }
  return commands;
}

std::vector<cdp::Command> PasskeyStore::remove(const std::string& id, const PagePasskeys* source) {
  if (std::erase_if(all_, [&](const Passkey& one) { return one.id == id; }) == 0) return {};
  std::vector<cdp::Command> commands;
  for (PagePasskeys* const page : pages_) {
    if (page != source) std::ranges::move(page->removal(id), std::back_inserter(commands));
  }
  return commands;
}

}  // namespace casement
