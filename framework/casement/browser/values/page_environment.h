// Data that a context shares with all its pages. The context owns the data and outlives the pages.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/weak_ptr.h"
#include "casement/browser/values/context_options.h"
#include "casement/browser/values/start_scripts.h"
#include "casement/browser/values/unreachable_help.h"
#include "casement/cdp/message.h"

namespace casement {

class CallObserver;
class CertificateRelay;
class ContextSession;
class ExposedFunctions;
class PasskeyStore;
class RouteList;

struct PageEnvironment {
  ContextSession* context = nullptr;               // null for a page without a context
  std::string context_id = {};                     // Chrome's id; "" without a context
  std::optional<HttpCredentials> proxy_user = {};  // the context's credentials for the proxy
  ContextOptions options;                          // the current options
  StartScripts start_scripts = {};
  std::shared_ptr<ExposedFunctions> functions = {};  // of the whole context; null if there are none
  std::shared_ptr<PasskeyStore> passkeys = {};       // null without ContextOptions::passkeys
  std::shared_ptr<RouteList> routes = {};            // of the whole context; null for a page without a context
  // The commands that put changed routes of pages into force in shared and service workers.
  std::function<std::vector<cdp::Command>()> worker_route_commands = {};
  // Chrome starts service workers of the pages only after Casement has answered, so that routes hold for their scripts.
  bool holds_service_workers = false;
  std::string own_user_agent;      // the browser's user agent
  std::string browser_version;     // for people, see BrowserSession::version()
  bool has_window = false;         // the browser is visible to people
  bool adopted = false;            // the page belongs to an application, and remains open after Casement detaches
  bool drops_early_input = false;  // Chrome was not started with --allow-pre-commit-input
  bool takes_keys = true;          // see browser_takes_keys
  // Observes the calls of the pages and of popups.
  WeakPtr<CallObserver> call_observer;
  const UnreachableHelp* unreachable_help = nullptr;         // belongs to the browser
  std::shared_ptr<CertificateRelay> certificate_relay = {};  // null without ContextOptions::client_certificates
  bool trusts_relay = false;                                 // Chrome accepts the certificate of the context's relay

  // Hints for the error message if `url` could not be opened for Chrome's `reason`; empty if there are none.
  std::vector<std::string> help_for(const std::string& url, const std::string& reason) const;
};

// False for QtWebEngine 5 (observed with 5.15.13, Chromium 87), which rejects every Input.dispatchKeyEvent as invalid.
// Afterwards the page gets no key, press or move from any DevTools client. Keys from a real keyboard work.
inline bool browser_takes_keys(const std::string& browser_version) {
  return !browser_version.starts_with("QtWebEngine 5.");
}

}  // namespace casement
