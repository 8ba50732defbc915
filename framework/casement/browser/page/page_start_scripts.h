// Registers the start scripts of a page's context with Chrome, in each session of the page. Requires the engine lock.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "casement/browser/values/page_extension.h"
#include "casement/browser/values/start_scripts.h"
#include "casement/cdp/message.h"

namespace casement {

class PageSession;

class PageStartScripts : public PageExtension {
 public:
  explicit PageStartScripts(PageSession& page) : page_(page) {}

  std::vector<cdp::Command> begin_session(const cdp::SessionId& session) override;
  // The commands that register the script and then remove the one that it replaces. A document that begins in between
  // runs both. After the answers, no document begins without the script.
  std::vector<cdp::Command> add(const StartScript& script);
  // The commands that remove the script.
  std::vector<cdp::Command> remove(const std::string& name);

 private:
  using Place = std::pair<cdp::SessionId, std::string>;  // session and name of the script
  cdp::Command registration(const cdp::SessionId& session, const StartScript& script);
  cdp::Effects on_registered(const cdp::Reply& reply, const Place& place, int turn);

  WeakPtrFactory<PageStartScripts> weak_{this};
  PageSession& page_;
  int last_turn_ = 0;
  struct Registered {
    int turn = 0;            // of the newest registration
    std::string identifier;  // Chrome's; "" until it has answered
  };
  std::map<Place, Registered> registered_;
};

}  // namespace casement
