// Cookies and local storage of a context as a file that other tools read and write too: Playwright's
// JSON, {"cookies": […], "origins": [{"origin", "localStorage": [{"name", "value"}]}]}.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "casement/cdp/message.h"

namespace casement {

struct StoredOrigin {
  std::string origin;
  std::vector<std::pair<std::string, std::string>> local_storage;
};

struct StorageState {
  // As Chrome's Storage.setCookies takes them.
  Json cookies = Json::array();
  std::vector<StoredOrigin> origins;
};

// Throws Error{Usage} that names the file and the place in it for one that is no storage state, and
// Error{Environment} for one that cannot be read.
StorageState read_storage_state(const std::string& path);
StorageState parse_storage_state(const std::string& text, const std::string& name);
// `cookies` as Storage.getCookies gives them.
Json storage_state_json(const Json& cookies, const std::vector<StoredOrigin>& origins);
// Throws Error{Environment} where it cannot be written; a file that was there is replaced whole.
void write_storage_state(const Json& state, const std::string& path);

// The scripts that a document of an origin is read and written with.
std::string read_local_storage_script();
std::string write_local_storage_script(const StoredOrigin& origin);

}  // namespace casement
