// The stored data of a context, as a file that other tools can read and write too: Playwright's JSON,
// {"cookies": […], "origins": [{"origin", "localStorage": [{"name", "value"}], "indexedDB": […]}], "credentials": […]}.
// Keys of our own: "sessionStorage" and "files" beside "localStorage"; "framedOrigins", as "origins" with
// "topLevelOrigin", for the frames of other sites, whose storage Chrome keeps apart for each site around them; and
// "notSaved", texts about everything that the file lacks.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "casement/browser/values/passkey.h"
#include "casement/cdp/message.h"

namespace casement {

struct StoragePlace {
  std::string origin;
  std::string top = {};  // the origin of the page around a frame of another site; "" for all other documents
  auto operator<=>(const StoragePlace&) const = default;
};

using StorageEntries = std::vector<std::pair<std::string, std::string>>;  // name, value

struct StoredOrigin {
  StoragePlace place;
  StorageEntries local_storage = {};
  StorageEntries session_storage = {};
  // Playwright's list of databases, as text: Json does not keep the order of keys.
  std::string indexed_db = "[]";
  // {"path": "a/b.txt", "base64"}; a folder's path ends with "/", and it has no content.
  Json files = Json::array();

  // Whether nothing but session storage, which belongs to a page, is stored.
  bool is_empty_without_session() const;
};

struct StorageState {
  // In the format of Chrome's Storage.setCookies.
  Json cookies = Json::array();
  std::vector<StoredOrigin> origins = {};
  std::vector<Passkey> passkeys = {};
  std::vector<std::string> not_saved = {};
};

// Throws Error{Usage} with the file and the place in the file if the content is no storage state. Throws
// Error{Environment} if the file cannot be read.
StorageState read_storage_state(const std::string& path);
StorageState parse_storage_state(const std::string& text, const std::string& name);
// `state.cookies` is in the format of Storage.getCookies.
Json storage_state_json(const StorageState& state);
// Replaces an existing file atomically. Throws Error{Environment} if the file cannot be written.
void write_storage_state(const Json& state, const std::string& path);

}  // namespace casement
