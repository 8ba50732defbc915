// The options of a browser context (a role), as plain values. Every option applies to every page of the context, to
// popups and to frames, in all processes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/duration.h"
#include "casement/http/client_certificate.h"

namespace casement {

// Degrees north and east, metres (W3C Geolocation).
struct Geolocation {
  double latitude = 0;
  double longitude = 0;
  double accuracy = 0;
  bool operator==(const Geolocation&) const;
};

// Credentials for servers that request authentication (RFC 9110 section 11).
struct HttpCredentials {
  std::string user = {};
  std::string password = {};
  std::string origin = {};  // the only origin that gets them, such as "https://shop.test"; "" for all origins
  bool operator==(const HttpCredentials&) const;
};

enum class ColourScheme { Light, Dark };

enum class Contrast { Less, More };

// The medium for style sheets (Media Queries Level 4 and 5).
struct Media {
  std::string type = {};                           // "print" or "screen"; "" for the page's own type
  std::optional<ColourScheme> colour_scheme = {};  // prefers-color-scheme
  std::optional<Contrast> contrast = {};           // prefers-contrast
  bool forced_colours = false;                     // forced-colors: active
  bool reduced_motion = false;                     // prefers-reduced-motion
  bool operator==(const Media&) const;
};

// Device properties that the user agent does not contain (W3C User-Agent Client Hints, section 3). All other hints,
// such as platform, brands and mobile, follow from the user agent.
struct ClientHints {
  std::string model = {};             // "Pixel 9"
  std::string platform_version = {};  // "16.0.0"
  bool operator==(const ClientHints&) const;
};

// An HTTP Archive (HAR 1.2) that answers requests; see Context::replay_har.
struct HarFile {
  std::string file = {};
  std::string url = "*";       // only requests to addresses like this; * is any run of characters
  bool passes_others = false;  // requests that the archive lacks go on to the network, and do not fail
  bool operator==(const HarFile&) const;
};

// A slower network for some addresses.
struct NetworkThrottle {
  // "*", or a pattern with a host ("https://api.test/*", "*://*.test/img/*") or a path ("*/api/*"); it is compared with
  // the whole address as the pattern of a route is.
  std::string url = "*";
  Milliseconds latency{0};  // at least, from the request to the head of the response
  double download = 0;      // bytes per second; 0: unlimited
  double upload = 0;        // bytes per second; 0: unlimited
  bool operator==(const NetworkThrottle&) const;
};

struct ContextOptions {
  std::string base_url = {};     // the base of relative URLs, "" for none
  std::string default_url = {};  // the first address of a role's page, "" for none
  // The JSON file of `Context::save_storage_state` with which the context begins. "" signs the user out: the context
  // begins without cookies and storage, also if casement.yaml names a file. Unset: the file of casement.yaml.
  std::optional<std::string> storage_state = {};

  std::string locale = {};                      // BCP 47, "de-DE"; navigator.language, Accept-Language, Intl
  std::string time_zone = {};                   // IANA, "Europe/Dublin"
  std::optional<Geolocation> geolocation = {};  // includes the permission to read the location
  int viewport_width = 1280;                    // CSS pixels
  int viewport_height = 720;
  // Device pixels per CSS pixel. Chrome applies the scale to the page and to frames in the page's process; frames of
  // other sites use the machine's scale.
  double device_scale = 0;  // 0: the machine's scale
  bool mobile = false;      // respects the viewport meta element, uses overlay scroll bars
  bool touch = false;
  Media media = {};
  // false: scripts of pages do not run. Chrome shows <noscript>, except in frames of other sites, because this option
  // reaches Chrome there only after parsing has begun.
  bool javascript = true;
  // Files of JavaScript. They run in each document, before its own scripts; see Context::add_init_script.
  std::vector<std::string> init_scripts = {};
  bool bypass_csp = false;  // pages' Content-Security-Policy is not enforced
  // Names of the W3C permissions, "clipboard-read", "notifications", …; all other permissions are denied then.
  std::vector<std::string> permissions = {};
  // "" for the browser's own user agent. "{chrome}" becomes the major version of the running Chrome.
  // `navigator.userAgentData` and the `Sec-CH-UA` headers match this value.
  std::string user_agent = {};
  ClientHints client_hints = {};                          // ignored without `user_agent`
  std::map<std::string, std::string> extra_headers = {};  // sent with every request
  bool offline = false;
  std::vector<NetworkThrottle> throttles = {};  // the first that matches a request counts
  double cpu_slowdown = 1;                      // pages and frames run slower by this factor, 1 to 100; workers do not
  std::optional<HarFile> har = {};              // answers requests of the context, also of workers
  // A server gets the first of these that are for its origin, and none if none are.
  std::vector<HttpCredentials> http_credentials = {};
  // A server that asks for a certificate gets the first of these that is for its origin. Casement ends TLS for these
  // origins, and checks their servers' certificates in Chrome's place. Not with a browser on another machine.
  std::vector<ClientCertificate> client_certificates = {};
  bool ignore_https_errors = false;
  // "127.0.0.1:41234", the proxy of a SocketRelay: the context's WebSockets and its https requests go through it. Not
  // with a browser that has a proxy of its own.
  std::string socket_proxy = {};
  // Pages have a virtual authenticator for passkeys, which answers without a person (W3C WebAuthn, section 11); see
  // Context::add_passkey. A storage state with passkeys sets this too.
  bool passkeys = false;
  // The attribute for `testid=` in targets.
  std::string test_id_attribute = "data-testid";

  bool operator==(const ContextOptions&) const;
};

// Whether a relay of this process ends TLS for some servers, so that Chrome sees its certificate.
bool uses_relay(const ContextOptions& options);
// The file of the storage state; "" for none.
std::string storage_state_file(const ContextOptions& options);
// `options`, overridden by every value of `more` that is not the default.
ContextOptions merged_options(ContextOptions options, const ContextOptions& more);
// The values of `options` that differ from `others`; everything else is the default.
ContextOptions options_beside(const ContextOptions& options, const ContextOptions& others);
// The options for a page that an application opened. Options of casement.yaml for size, language and permissions apply
// only to browsers that Casement starts, and are removed. Options for the page itself remain, and
// `Context::apply_options` checks them.
ContextOptions options_in_application(const ContextOptions& all, const ContextOptions& of_project);

}  // namespace casement
