// Reads, saves and loads what a context has stored.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "casement/base/text.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/context/cookie_command.h"
#include "casement/browser/context/helper_page.h"
#include "casement/browser/context/origin_storage.h"
#include "casement/browser/page/page_session.h"
#include "casement/browser/page/passkey_store.h"

namespace casement {
namespace {

using StoredOrigins = std::map<StoragePlace, StoredOrigin>;

// Reads the storage of places. Frames that do not answer are reported.
class StorageReader {
 public:
  StorageReader(const StorageParts& parts, Deadline deadline) : parts_(parts), deadline_(deadline) {}

  // Reads from the documents that the page shows. Another page may not see yet what such a document has just written.
  void read_shown(PageSession& page) {
    std::vector<FrameId> ids;
    for (const Frame* frame : page.frames().all()) ids.push_back(frame->id);
    std::set<StoragePlace> here;  // frames of one origin share all storage
    for (const FrameId& id : ids) {
      const Frame* const frame = page.frames().find(id);
      if (frame == nullptr || page.closed()) continue;
      const std::optional<StoragePlace> place = storage_place_of(page.frames(), *frame);
      if (place && here.insert(*place).second) read_frame(page, id, *place, frame->parent.empty());
    }
  }
  void read(PageSession& page, const FrameId& id, const StoragePlace& place) {
    try {
      take(read_origin_storage(page, id, place, parts_, deadline_));
    } catch (const Error& error) {
      throw error.with_context("the storage of " + place.origin);
    }
  }

  StoredOrigins origins;
  std::vector<std::string> left;

 private:
  void read_frame(PageSession& page, const FrameId& id, const StoragePlace& place, bool is_main) {
    const auto known = origins.find(place);
    if (known == origins.end()) {
      if (is_main) return read(page, id, place);
      try {
        take(read_origin_storage(page, id, place, parts_, deadline_.at_most(page.frame_timeout())));
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::Timeout) throw;
        if (!place.top.empty()) left.push_back(place.origin + ": its frame did not answer in time");
      }
      return;
    }
    // An older page has no session storage of the origin.
    if (!parts_.session_storage || !known->second.session_storage.empty()) return;
    const auto more = read_origin_storage(page, id, place, {.indexed_db = false, .files = false}, deadline_);
    if (more) known->second.session_storage = more->stored.session_storage;
  }
  void take(std::optional<OriginReading> reading) {
    if (!reading) return;
    std::ranges::move(reading->left, std::back_inserter(left));
    origins[reading->stored.place] = std::move(reading->stored);
  }

  StorageParts parts_;
  Deadline deadline_;
};

// Session storage that was loaded, of places that no page shows now.
void take_loaded_sessions(StoredOrigins& origins, const StorageState& loaded, const std::set<StoragePlace>& shown) {
  for (const StoredOrigin& one : loaded.origins) {
    if (one.session_storage.empty() || shown.contains(one.place)) continue;
    StoredOrigin& stored = origins[one.place];
    stored.place = one.place;
    stored.session_storage = one.session_storage;
  }
}

std::string lacks(const std::string& what, const std::vector<std::string>& not_saved) {
  return fmt::format("{} lacks {}", what, shorten(join(not_saved, "; "), 600));
}

void warn_open_page(const std::vector<std::unique_ptr<PageSession>>& pages, const std::string& warning) {
  const auto open = std::ranges::find_if(pages, [](const auto& page) { return !page->closed(); });
  if (open != pages.end()) (*open)->notes().warn(warning);
}

}  // namespace

JsonValue ContextSession::storage_state(const StorageParts& parts, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  StorageState state;
  state.cookies =
      connection_.call(cookie_command(*this, "Storage.getCookies", "Network.getAllCookies"), deadline).at("cookies");
  StorageReader reader(parts, deadline);
  for (const auto& page : pages_) {
    if (!page->closed() && !page->frames().main().crashed) reader.read_shown(*page);
  }
  std::set<StoragePlace> shown, others;
  for (const auto& [place, stored] : reader.origins) shown.insert(place);
  for (const auto& page : pages_) {
    for (const std::string& origin : page->navigator().news().origins()) others.insert({origin});
  }
  if (loaded_ != nullptr) {
    for (const StoredOrigin& one : loaded_->origins) others.insert(one.place);
  }
  std::erase_if(others, [&](const StoragePlace& place) { return shown.contains(place); });
  if (!others.empty()) {
    const HelperPage own(*this, deadline);
    visit_storage_places(
        own.page(), {others.begin(), others.end()},
        [&](const StoragePlace& place, const FrameId& frame) { reader.read(own.page(), frame, place); }, deadline);
  }
  if (loaded_ != nullptr && parts.session_storage) take_loaded_sessions(reader.origins, *loaded_, shown);
  for (auto& [place, stored] : reader.origins) {
    if (!stored.is_empty_without_session() || !stored.session_storage.empty()) state.origins.push_back(stored);
  }
  if (parts.passkeys && environment_.passkeys != nullptr) state.passkeys = environment_.passkeys->all();
  state.not_saved = std::move(reader.left);
  if (!state.not_saved.empty()) warn_open_page(pages_, lacks("the storage state", state.not_saved));
  return storage_state_json(state);
}

void ContextSession::save_storage_state(const std::string& path, const StorageParts& parts, Deadline deadline) {
  write_storage_state(storage_state(parts, deadline), path);
}

void ContextSession::load_storage_state(const StorageState& state, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  const std::string file = storage_state_file(environment_.options);
  loaded_ = std::make_shared<const StorageState>(state);
  if (!state.passkeys.empty() || environment_.options.passkeys) {
    environment_.options.passkeys = true;
    environment_.passkeys = std::make_shared<PasskeyStore>();
    for (const Passkey& one : state.passkeys) environment_.passkeys->put(one);
  }
  if (!state.cookies.empty()) {
    try {
      connection_.call(cookie_command(*this, "Storage.setCookies", "Network.setCookies", {{"cookies", state.cookies}}),
                       deadline);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::Protocol) throw;
      throw Error(ErrorKind::Usage,
                  fmt::format("Chrome rejected the cookies of the storage state {}: {}", file, error.message()));
    }
  }
  std::map<StoragePlace, StoredOrigin> origins;
  std::vector<StoragePlace> places;
  for (const StoredOrigin& origin : state.origins) {
    if (origin.is_empty_without_session()) continue;
    StoredOrigin& one = origins[origin.place] = origin;
    one.session_storage.clear();  // belongs to pages
    places.push_back(origin.place);
  }
  if (places.empty()) return;
  std::vector<std::string> problems;
  const HelperPage own(*this, deadline);
  visit_storage_places(
      own.page(), places,
      [&](const StoragePlace& place, const FrameId& frame) {
        std::ranges::move(write_origin_storage(own.page(), frame, origins.at(place), deadline),
                          std::back_inserter(problems));
      },
      deadline);
  if (!problems.empty())
    throw Error(ErrorKind::Usage, fmt::format("Chrome rejected a part of the storage state {}: {}", file,
                                              shorten(join(problems, "; "), 600)));
}

void ContextSession::restore_session_storage(PageSession& page, Deadline deadline) {
  if (!loaded_->not_saved.empty()) {
    page.notes().warn(lacks("the storage state " + storage_state_file(environment_.options), loaded_->not_saved));
  }
  std::map<StoragePlace, StoredOrigin> origins;
  std::vector<StoragePlace> places;
  for (const StoredOrigin& origin : loaded_->origins) {
    if (origin.session_storage.empty()) continue;
    origins[origin.place] = {origin.place, {}, origin.session_storage};
    places.push_back(origin.place);
  }
  if (places.empty()) return;
  visit_storage_places(
      page, places,
      [&](const StoragePlace& place, const FrameId& frame) {
        const auto problems = write_origin_storage(page, frame, origins.at(place), deadline);
        if (!problems.empty())
          throw Error(ErrorKind::Usage, fmt::format("Chrome rejected a part of the storage state {}: {}",
                                                    storage_state_file(environment_.options), problems.front()));
      },
      deadline);
  page.navigator().open("about:blank", LoadState::DomReady, deadline);
  page.routes().remove("", deadline);
  connection_.call({page.session(), "Page.resetNavigationHistory", Json::object(), nullptr}, deadline);
  page.network().clear();
}

}  // namespace casement
