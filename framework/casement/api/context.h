// A browser context: one user of the browser, with cookies, storage and pages that no other context sees. A Context is
// a handle and cheap to copy; the context itself lives in its browser. After `close`, or after the browser is gone,
// every call throws Error{SessionClosed}, and closed() is true. Calls block and may come from any thread.
//
// `timeout`: 0 is the default of 10 s, longer on a busy machine. Calls throw Error{Timeout} after it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/api/page.h"
#include "casement/base/duration.h"
#include "casement/base/json_value.h"
#include "casement/browser/values/context_options.h"
#include "casement/browser/values/cookie.h"
#include "casement/browser/values/page_options.h"
#include "casement/browser/values/passkey.h"
#include "casement/browser/values/storage_parts.h"

namespace casement {

class PageClock;
class ContextSession;
struct HttpRequest;
struct HttpResponse;

class Context {
 public:
  std::string id() const;          // Chrome's
  ContextOptions options() const;  // that it was made with
  // Whether the context belongs to an application whose Chrome was adopted. Its cookies, storage and pages stay there
  // when the browser is closed, and what needs a context of one's own is Error{Environment}: a new page in an
  // application that opens none, permissions, downloads.
  bool adopted() const;
  // Changes the options of an adopted context. Throws Error{Environment}, without any change, for options that only a
  // context of one's own has (geolocation, permissions, credentials, storage state), and Error{Usage} for a locale or
  // time zone that Chrome does not know.
  void apply_options(const ContextOptions& options, Milliseconds timeout = {}) const;

  // Opens an empty page and waits until it can be used. Throws Error{Usage} for a locale or time zone that Chrome does
  // not know.
  Page new_page(Milliseconds timeout = {}) const;
  std::vector<Page> pages() const;  // oldest first, popups among them
  // Closes every page, and forgets cookies and storage.
  void close(Milliseconds timeout = {}) const;
  bool closed() const;  // by `close`, or with its browser

  // Cookies, and for every origin that the context has shown or loaded local storage, IndexedDB and private files, at
  // most 8 MiB an origin, and passkeys. Of session storage, and of the storage of frames of other sites, there is that
  // of documents that pages show now, from the oldest page that has any. No server is asked. The format is
  // Playwright's, with keys of our own (docs/network.md). `notSaved` names everything that cannot be in the file, such
  // as a CryptoKey, and the oldest open page gets a warning of it. Throws Error{Timeout} if a page does not answer.
  JsonValue storage_state(Milliseconds timeout = {}) const;
  JsonValue storage_state(const StorageParts& parts, Milliseconds timeout = {}) const;
  // Writes the storage state to a file, for ContextOptions::storage_state. Throws Error{Environment} if the file cannot
  // be written.
  void save_storage_state(const std::string& path, Milliseconds timeout = {}) const;
  void save_storage_state(const std::string& path, const StorageParts& parts, Milliseconds timeout = {}) const;

  // The passkeys of the virtual authenticator, those that pages have made among them; oldest first. These three calls
  // throw Error{Usage} without ContextOptions::passkeys.
  std::vector<Passkey> passkeys() const;
  // Adds a passkey, as if the user had registered before. Replaces the one of the same id. Returns it with its missing
  // parts made. Throws Error{Usage} for an invalid passkey.
  Passkey add_passkey(const Passkey& passkey, Milliseconds timeout = {}) const;
  bool remove_passkey(const std::string& id, Milliseconds timeout = {}) const;  // base64url; false if there is none

  // The cookies of every site.
  std::vector<Cookie> cookies(Milliseconds timeout = {}) const;
  // Replaces cookies of the same name, domain and path. Throws Error{Usage} if Chrome refuses one of them; the others
  // may be set then.
  void add_cookies(const std::vector<Cookie>& cookies, Milliseconds timeout = {}) const;
  void clear_cookies(Milliseconds timeout = {}) const;

  // Sends a request with the context's cookies and returns the response, whatever its status; Set-Cookie works as in a
  // page. No page shows the request, no log of a page holds it and no route sees it. Throws Error{Usage} for an invalid
  // request, and Error{Navigation} with Chrome's reason if no whole response comes: a refused connection, a connection
  // that ends early, too many redirects, a body beyond `max_bytes`.
  HttpResponse request(const HttpRequest& request, Milliseconds timeout = {}) const;

  // Runs `source` in each document that begins from now on, in all pages, popups and frames; see Page::add_init_script.
  // ContextOptions::init_scripts takes files. Syntax errors are found only if a page is open.
  int add_init_script(std::string_view source, Milliseconds timeout = {}) const;
  bool remove_init_script(int id, Milliseconds timeout = {}) const;  // false if there is none
  // Offers a C++ function in all documents and workers, popups, and shared and service workers among them; see
  // Page::expose. `close` waits for calls in progress, and throws Error{Timeout} if a function does not return.
  void expose(std::string_view name, ExposedFunction function, Milliseconds timeout = {}) const;

  // Answers requests from an archive in all pages, popups and workers of the context, present and later ones, by
  // address, method and posted body. The routes of pages are asked first. Requests that the archive lacks fail, or pass
  // with `options.passes_others`. It holds as long as the context; ContextOptions::har begins with one. Throws
  // Error{Environment} if the file cannot be read, and Error{Usage} if it is no archive or has no answers.
  void replay_har(const std::string& path, const HarReplay& options = {}, Milliseconds timeout = {}) const;

  // The time that all pages see; casement/api/clock.h.
  PageClock clock() const;

  // From now on, in every page, popup and frame.
  void set_offline(bool offline, Milliseconds timeout = {}) const;
  // Scripts, styles and layout of pages and frames run slower by this factor, from 1 (as usual) to 100. Workers do not.
  // Throws Error{Usage} for another factor.
  void set_cpu_slowdown(double factor, Milliseconds timeout = {}) const;
  void set_geolocation(const std::optional<Geolocation>& place, Milliseconds timeout = {}) const;
  void set_extra_headers(const std::map<std::string, std::string>& headers, Milliseconds timeout = {}) const;
  // CSS pixels. Throws Error{Usage} for an invalid size.
  void set_viewport(int width, int height, Milliseconds timeout = {}) const;
  // Replaces what the options said of media. Throws Error{Usage} for an unknown medium.
  void set_media(const Media& media, Milliseconds timeout = {}) const;
  // Grants these permissions and denies all others; see ContextOptions::permissions for the names.
  void set_permissions(const std::vector<std::string>& permissions, Milliseconds timeout = {}) const;

 private:
  friend struct HandleAccess;
  explicit Context(std::weak_ptr<ContextSession> session) : session_(std::move(session)) {}
  std::shared_ptr<ContextSession> use() const;

  std::weak_ptr<ContextSession> session_;
};

}  // namespace casement
