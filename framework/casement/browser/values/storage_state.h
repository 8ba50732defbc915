// The cookies and local storage of a context, as a file that other tools can read and write too: Playwright's JSON,
// {"cookies": […], "origins": [{"origin", "localStorage": [{"name", "value"}]}]}.
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
  // In the format of Chrome's Storage.setCookies.
  Json cookies = Json::array();
  std::vector<StoredOrigin> origins;
};

// Throws Error{Usage} with the file and the place in the file if the content is no storage state. Throws
// Error{Environment} if the file cannot be read.
StorageState read_storage_state(const std::string& path);
StorageState parse_storage_state(const std::string& text, const std::string& name);
// `cookies` is in the format of Storage.getCookies.
Json storage_state_json(const Json& cookies, const std::vector<StoredOrigin>& origins);
// Replaces an existing file atomically. Throws Error{Environment} if the file cannot be written.
void write_storage_state(const Json& state, const std::string& path);

// The scripts that read and write the local storage of a document's origin.
std::string read_local_storage_script();
std::string write_local_storage_script(const StoredOrigin& origin);

}  // namespace casement
