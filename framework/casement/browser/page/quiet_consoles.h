// Consoles of a page that are off for a while, because they wrote more than Casement can read. Chrome then sends none
// of their lines, and events of other pages get through. Meanwhile the page runs slower. Chrome's browser process
// receives every line even if no client listens (blink::ChromeClient::AddMessageToConsole). If the browser process's
// threads have no priority over the page's threads (root's have), more lines arrive than it can process. While a
// console is off, Chrome does not report script contexts either. The console is therefore turned on again after
// navigations and new frames, and after a while to check for less output. Requires the engine lock.
#pragma once

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "casement/browser/events/event_table.h"
#include "casement/cdp/connection.h"

namespace casement {

class QuietConsoles {
 public:
  // The commands that add the bindings of a session. Chrome removes them when its console is turned off.
  using Bindings = std::function<std::vector<cdp::Command>(const cdp::SessionId& session)>;
  // Consoles of one page. The connection must outlive this object. `throttling` is the page's normal slowdown factor.
  QuietConsoles(cdp::Connection& connection, double throttling, Bindings bindings)
      : connection_(connection), throttling_(throttling), bindings_(std::move(bindings)) {}

  void set_throttling(double throttling) { throttling_ = throttling; }
  void register_events(EventTable& events);
  // Turns off a console that writes more than Casement can read.
  cdp::Effects turn_off(const cdp::SessionId& session);
  // A document of the session has been replaced.
  cdp::Effects on_navigated(const cdp::SessionId& session);
  // The session has a new frame; one call covers all frames that arrive together.
  cdp::Effects on_attached(const cdp::SessionId& session);
  void on_session_gone(const cdp::SessionId& session) { consoles_.erase(session); }

 private:
  struct Console {
    bool is_off = false;
    bool is_due = false;  // the console will be turned on soon
  };
  cdp::Effects turn_on(const cdp::SessionId& session, Console& console);
  cdp::Effects on_turned_off(const cdp::Reply& reply, const cdp::SessionId& session);
  // Checks whether the console writes less now.
  cdp::Effects on_rest_over(const cdp::SessionId& session);
  // The console has not flooded since, so the page runs at normal speed again.
  cdp::Effects on_proved(const cdp::SessionId& session);

  WeakPtrFactory<QuietConsoles> weak_{this};
  cdp::Connection& connection_;
  double throttling_;
  Bindings bindings_;
  std::map<cdp::SessionId, Console> consoles_;
};

}  // namespace casement
