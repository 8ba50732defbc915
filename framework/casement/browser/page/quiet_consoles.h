// The consoles of a page that are turned off for a while, since they said more than can be read: Chrome no
// longer sends their lines, and other pages of the browser are heard. Its page runs slower meanwhile: Chrome's browser
// process is told of each line also when nobody listens (blink::ChromeClient::AddMessageToConsole), and where its
// threads have no priority over the page's, as root's have, more lines come than it can take, for as long as the page
// goes on. While a console is off, nothing is known of the script contexts of its documents either: it is turned on
// when they have changed, and now and then to see whether it says less. The caller holds the engine lock.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "casement/browser/events/event_table.h"
#include "casement/cdp/connection.h"

namespace casement {

class QuietConsoles {
 public:
  // Of one page, whose connection outlives it, whose processes run so many times slower anyway, and in whose documents
  // the bridge has a world of this name.
  QuietConsoles(cdp::Connection& connection, double throttling, std::string world_name)
      : connection_(connection), throttling_(throttling), world_name_(std::move(world_name)) {}

  void register_events(EventTable& events);
  // Its console says more than can be read.
  cdp::Effects turn_off(const cdp::SessionId& session);
  // A document of the session has been replaced.
  cdp::Effects on_navigated(const cdp::SessionId& session);
  // It has another frame; of many at once one is as good as all.
  cdp::Effects on_attached(const cdp::SessionId& session);
  void on_session_gone(const cdp::SessionId& session) { consoles_.erase(session); }

 private:
  struct Console {
    bool is_off = false;
    bool is_due = false;  // it is turned on soon
  };
  cdp::Effects turn_on(const cdp::SessionId& session, Console& console);
  cdp::Effects on_turned_off(const cdp::Reply& reply, const cdp::SessionId& session);
  // Time to see whether the console says less.
  cdp::Effects on_rest_over(const cdp::SessionId& session);
  // It has said no more than can be read since: the page runs as fast as before.
  cdp::Effects on_proved(const cdp::SessionId& session);

  WeakPtrFactory<QuietConsoles> weak_{this};
  cdp::Connection& connection_;
  double throttling_;
  std::string world_name_;
  std::map<cdp::SessionId, Console> consoles_;
};

}  // namespace casement
