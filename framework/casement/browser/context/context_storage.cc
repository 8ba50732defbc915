// Reads, saves and loads the cookies and the local storage of a context.
#include <algorithm>

#include "casement/browser/context/context_session.h"
#include "casement/browser/context/cookie_command.h"
#include "casement/browser/context/helper_page.h"
#include "casement/browser/page/page_session.h"
#include "casement/browser/values/storage_state.h"

namespace casement {
namespace {

StoredOrigin read_entries(PageSession& page, const std::string& origin, Deadline deadline) {
  const Json entries = page.evaluate_isolated(read_local_storage_script(), deadline);
  StoredOrigin stored{origin, {}};
  for (const Json& entry : entries) {
    stored.local_storage.emplace_back(entry.at(0).get<std::string>(), entry.at(1).get<std::string>());
  }
  return stored;
}

}  // namespace

void ContextSession::visit_blank(const std::vector<std::string>& origins,
                                 const std::function<void(PageSession&, const std::string&)>& visit,
                                 Deadline deadline) {
  if (origins.empty()) return;
  const cdp::Connection::EngineLock lock(connection_);
  const HelperPage own(*this, deadline);
  PageSession& page = own.page();
  page.routes().add(
      "*", [](const RouteRequest&) { return RouteAnswer::fulfil({200, {}, "<!doctype html>", "text/html"}); },
      deadline);
  for (const std::string& origin : origins) {
    page.navigator().open(origin + "/", LoadState::DomReady, deadline);
    visit(page, origin);
  }
}

JsonValue ContextSession::storage_state(Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  const Json cookies = connection_.call(cookie_command(*this, "Storage.getCookies", "Network.getAllCookies"), deadline);
  std::set<std::string> origins = loaded_origins_;
  for (const auto& page : pages_)
    origins.insert(page->navigator().news().origins().begin(), page->navigator().news().origins().end());
  std::vector<StoredOrigin> stored;
  // Reads from an open page of the origin first, because another page may not see yet what that page has just written.
  for (const auto& page : pages_) {
    if (page->closed()) continue;
    const Frame& main = page->frames().main();
    if (!main.world || main.crashed || !origins.contains(main.origin)) continue;
    const std::string origin = main.origin;
    stored.push_back(read_entries(*page, origin, deadline));
    origins.erase(origin);
  }
  visit_blank(
      {origins.begin(), origins.end()},
      [&](PageSession& page, const std::string& origin) { stored.push_back(read_entries(page, origin, deadline)); },
      deadline);
  std::erase_if(stored, [](const StoredOrigin& one) { return one.local_storage.empty(); });
  std::ranges::sort(stored, {}, &StoredOrigin::origin);
  return storage_state_json(cookies.at("cookies"), stored);
}

void ContextSession::save_storage_state(const std::string& path, Deadline deadline) {
  write_storage_state(storage_state(deadline), path);
}

void ContextSession::load_storage_state(const StorageState& state, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  if (!state.cookies.empty()) {
    try {
      connection_.call(cookie_command(*this, "Storage.setCookies", "Network.setCookies", {{"cookies", state.cookies}}),
                       deadline);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::Protocol) throw;
      throw Error(ErrorKind::Usage, "Chrome rejected the cookies of the storage state " +
                                        storage_state_file(environment_.options) + ": " + error.message());
    }
  }
  std::vector<std::string> origins;
  for (const StoredOrigin& origin : state.origins) {
    loaded_origins_.insert(origin.origin);
    if (!origin.local_storage.empty()) origins.push_back(origin.origin);
  }
  visit_blank(
      origins,
      [&](PageSession& page, const std::string& name) {
        for (const StoredOrigin& origin : state.origins) {
          if (origin.origin != name) continue;
          page.evaluate_isolated(write_local_storage_script(origin), deadline);
        }
      },
      deadline);
}

}  // namespace casement
