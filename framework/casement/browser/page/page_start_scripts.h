// Registers the start scripts of a page's context, and those of the page itself, with Chrome, in each session of the
// page. Requires the engine lock.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/browser/values/page_extension.h"
#include "casement/browser/values/start_scripts.h"
#include "casement/cdp/message.h"

namespace casement {

class PageSession;

// Adds the script, or replaces the one of this name in its place.
void put_start_script(StartScripts& scripts, const StartScript& script);
// The name of the init script with this number.
std::string init_script_name(int id);

class PageStartScripts : public PageExtension {
 public:
  explicit PageStartScripts(PageSession& page) : page_(page) {}

  // The commands that register the scripts in a new session. Chrome takes `bindings` only after Runtime.enable, and
  // Runtime.enable begins the page's own world, so PageSession sends these commands before and those after it.
  std::vector<cdp::Command> begin(const cdp::SessionId& session);
  // All scripts, in the order in which they run: the context's, then the page's own.
  StartScripts all() const;
  // The commands that register the script and then remove the one that it replaces. A document that begins in between
  // runs both. After the answers, no document begins without the script.
  std::vector<cdp::Command> add(const StartScript& script);
  // The commands that remove the script.
  std::vector<cdp::Command> remove(const std::string& name);
  // The same for all scripts.
  std::vector<cdp::Command> remove_all();
  // The commands that add the scripts' bindings, which Chrome forgets if its Runtime domain is disabled.
  std::vector<cdp::Command> bindings(const cdp::SessionId& session) const;

  // A script for this page alone. These functions block, and take the engine lock.
  void add_own(const StartScript& script, Deadline deadline);
  bool remove_own(const std::string& name, Deadline deadline);  // false if there is none of this name
  // Returns the number of the script. Throws Error{Evaluation} for a syntax error.
  int add_init_script(const std::string& source, Deadline deadline);

 private:
  using Place = std::pair<cdp::SessionId, std::string>;  // session and name of the script
  void append_registration(std::vector<cdp::Command>& commands, const cdp::SessionId& session,
                           const StartScript& script);
  cdp::Effects on_registered(const cdp::Reply& reply, const Place& place, int turn);

  WeakPtrFactory<PageStartScripts> weak_{this};
  PageSession& page_;
  StartScripts own_;
  int last_init_script_ = 0;
  int last_turn_ = 0;
  struct Registered {
    int turn = 0;            // of the newest registration
    std::string identifier;  // Chrome's; "" until it has answered
  };
  std::map<Place, Registered> registered_;
};

// Throws Error{Evaluation} if the script has a syntax error. Without a document that can tell, there is none.
void check_syntax(PageSession& page, const std::string& source, Deadline deadline);

}  // namespace casement
