// The virtual authenticator of a page and all its frames
// (https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn). Requires the engine lock.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "casement/base/weak_ptr.h"
#include "casement/browser/page/passkey_store.h"
#include "casement/browser/values/page_extension.h"

namespace casement {

class PageSession;

class PagePasskeys : public PageExtension {
 public:
  // Precondition: the page's environment has a store.
  explicit PagePasskeys(PageSession& page);
  ~PagePasskeys() override;

  std::vector<cdp::Command> begin_session(const cdp::SessionId& session) override;
  // The commands that change the authenticator; none before Chrome has made it.
  std::vector<cdp::Command> addition(const Passkey& passkey) const;
  std::vector<cdp::Command> removal(const std::string& id);

 private:
  cdp::Effects on_authenticator(const cdp::Reply& reply);
  cdp::Effects on_removed(const cdp::Reply& reply, const std::string& id);
  bool forget_removal(const std::string& id);  // whether it was ours
  cdp::Effects on_changed(const cdp::Event& event);
  cdp::Effects on_deleted(const cdp::Event& event);

  WeakPtrFactory<PagePasskeys> weak_{this};
  PageSession& page_;
  std::shared_ptr<PasskeyStore> store_;
  std::string authenticator_;            // Chrome's id, "" before it exists
  std::map<std::string, int> removals_;  // by id, of commands whose event has not come
};

}  // namespace casement
