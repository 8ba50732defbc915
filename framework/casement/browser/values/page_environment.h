// What a context lends to each of its pages: it belongs to the context, which outlives them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "casement/base/weak_ptr.h"
#include "casement/browser/values/context_options.h"
#include "casement/browser/values/unreachable_help.h"

namespace casement {

class CallObserver;
class ContextSession;

struct PageEnvironment {
  ContextSession* context = nullptr;               // null for a page that was made without one
  std::string context_id = {};                     // Chrome's; "" without one
  std::optional<HttpCredentials> proxy_user = {};  // who the context is at its proxy
  ContextOptions options;                          // as they are now
  std::string own_user_agent;                      // the browser's
  bool has_window = false;                         // a person can see the browser
  bool adopted = false;            // the page is an application's, which goes on as it was when we leave
  bool drops_early_input = false;  // Chrome was not started with --allow-pre-commit-input
  bool takes_keys = true;          // see browser_takes_keys
  // Who is told of the calls of the pages, and of the popups that they open.
  WeakPtr<CallObserver> call_observer;
  const UnreachableHelp* unreachable_help = nullptr;  // the browser's

  // What there is to say of an address that could not be opened for Chrome's reason; nothing where nothing is known.
  std::vector<std::string> help_for(const std::string& url, const std::string& reason) const {
    if (unreachable_help == nullptr || !*unreachable_help) return {};
    return (*unreachable_help)(url, reason);
  }
};

// False of QtWebEngine 5 (seen of 5.15.13, Chromium 87): it takes each Input.dispatchKeyEvent for an invalid message,
// and with that no key, press or move reaches its page any more, whoever sends it. A person's keys do.
inline bool browser_takes_keys(const std::string& browser_version) {
  return !browser_version.starts_with("QtWebEngine 5.");
}

}  // namespace casement
