// The passkeys of a context, which the authenticators of all its pages share. Chrome has an authenticator for each
// page; when a page makes, uses or loses a passkey, the other pages follow. Requires the engine lock.
#pragma once

#include <string>
#include <vector>

#include "casement/browser/values/passkey.h"
#include "casement/browser/values/passkey_json.h"
#include "casement/cdp/message.h"

namespace casement {

class PagePasskeys;

class PasskeyStore {
 public:
  const std::vector<Passkey>& all() const { return all_; }
  // Adds the passkey, or replaces the one of this id. Returns the commands for the authenticators of all pages but
  // `source`, which has the passkey already.
  std::vector<cdp::Command> put(const Passkey& passkey, const PagePasskeys* source = nullptr);
  // The same for a removal. Empty if there is none of this id.
  std::vector<cdp::Command> remove(const std::string& id, const PagePasskeys* source = nullptr);
  bool contains(const std::string& id) const;

  void begin(PagePasskeys& page) { pages_.push_back(&page); }
  void end(const PagePasskeys& page) { std::erase(pages_, &page); }

 private:
  std::vector<Passkey> all_;
  std::vector<PagePasskeys*> pages_;  // alive
};

}  // namespace casement
