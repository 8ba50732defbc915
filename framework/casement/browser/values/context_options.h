// What a browser context, a role, is made with: plain values. Everything holds for every page of the
// context, their popups and their frames, in whatever process those are.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/deadline.h"

namespace casement {

// Degrees north and east, metres (W3C Geolocation).
struct Geolocation {
  double latitude = 0;
  double longitude = 0;
  double accuracy = 0;
  bool operator==(const Geolocation&) const = default;
};

// Given to servers that ask (RFC 9110 section 11). Where `origin` is not "", to that one alone, e.g.
// "https://shop.test".
struct HttpCredentials {
  std::string user = {};
  std::string password = {};
  std::string origin = {};
  bool operator==(const HttpCredentials&) const = default;
};

enum class ColourScheme { Light, Dark };

enum class Contrast { Less, More };

// What style sheets ask of the medium (Media Queries Level 4 and 5).
struct Media {
  std::string type = {};                           // "print" or "screen"; "" for the page's own
  std::optional<ColourScheme> colour_scheme = {};  // prefers-color-scheme
  std::optional<Contrast> contrast = {};           // prefers-contrast
  bool forced_colours = false;                     // forced-colors: active
  bool reduced_motion = false;                     // prefers-reduced-motion
  bool operator==(const Media&) const = default;
};

// A device tells this, beside its user agent, to those who ask (W3C User-Agent Client Hints, section 3). All else
// follows from the user agent: the platform, the brands, whether it is a phone.
struct ClientHints {
  std::string model = {};             // "Pixel 9"
  std::string platform_version = {};  // "16.0.0"
  bool operator==(const ClientHints&) const = default;
};

struct ContextOptions {
  std::string base_url = {};       // what relative URLs are relative to, "" for none
  std::string default_url = {};    // what a role's page opens first, "" for nothing
  std::string storage_state = {};  // a JSON file, see `ContextSession::save_storage_state`; "" for none

  std::string locale = {};                      // BCP 47, "de-DE"; navigator.language, Accept-Language, Intl
  std::string time_zone = {};                   // IANA, "Europe/Dublin"
  std::optional<Geolocation> geolocation = {};  // with the permission to ask for it
  int viewport_width = 1280;                    // CSS pixels
  int viewport_height = 720;
  // Device pixels per CSS pixel. Chrome applies it to the page and the frames of its process; frames of
  // other sites see the machine's own.
  double device_scale = 0;  // 0: the machine's own
  bool mobile = false;      // the viewport meta element counts, scroll bars lie over the page
  bool touch = false;
  Media media = {};
  // false: the pages' own scripts do not run. <noscript> is shown, but not in a frame of another site: Chrome hears of
  // it only when it parses that already.
  bool javascript = true;
  bool bypass_csp = false;  // pages' Content-Security-Policy is not enforced
  // W3C's names, "clipboard-read", "notifications", …; everything else is denied then.
  std::vector<std::string> permissions = {};
  // "" for the browser's own. "{chrome}" in it is the major version of the Chrome at hand. `navigator.userAgentData`
  // and the `Sec-CH-UA` headers say the same as it does.
  std::string user_agent = {};
  ClientHints client_hints = {};                          // count with `user_agent` alone
  std::map<std::string, std::string> extra_headers = {};  // sent with every request
  bool offline = false;
  std::optional<HttpCredentials> http_credentials = {};
  bool ignore_https_errors = false;
  // The attribute that `testid=` in a target compares.
  std::string test_id_attribute = "data-testid";

  bool operator==(const ContextOptions&) const = default;
};

// `options` with what `more` sets to something else than its default.
ContextOptions merged_options(ContextOptions options, const ContextOptions& more);
// What `options` say that `others` do not: all else is its default.
ContextOptions options_beside(const ContextOptions& options, const ContextOptions& others);
// Of a page that an application has opened: what casement.yaml says of size, language and rights is for Chromes, and is
// left out; what was said of the page itself stays, to be judged by `ContextSession::apply_options`.
ContextOptions options_in_application(const ContextOptions& all, const ContextOptions& of_project);

}  // namespace casement
