#include "casement/browser/context/context_session.h"

#include <algorithm>
#include <utility>

#include "casement/base/time_limit.h"
#include "casement/browser/context/page_handle.h"
#include "casement/browser/context/worker_routes.h"
#include "casement/browser/page/page_session.h"
#include "casement/browser/page/passkey_store.h"
#include "casement/browser/values/emulation.h"
#include "casement/browser/values/throttle.h"

namespace casement {

ContextSession::ContextSession(cdp::Connection& connection, std::string id, ContextOptions options)
    : connection_(connection),
      id_(std::move(id)),
      environment_{.context = this, .context_id = id_, .options = std::move(options)} {
  environment_.routes = std::make_shared<RouteList>();
  environment_.worker_route_commands = [this] { return extension<WorkerRoutes>().refresh(); };
  if (environment_.options.passkeys) environment_.passkeys = std::make_shared<PasskeyStore>();
}

ContextSession::~ContextSession() = default;

std::vector<cdp::Command> ContextSession::opening_commands(const std::string& downloads_folder) {
  downloads_folder_ = downloads_folder;
  std::vector<cdp::Command> commands;
  commands.push_back({"",
                      "Browser.setDownloadBehavior",
                      {{"behavior", "allowAndName"},
                       {"browserContextId", id_},
                       {"downloadPath", downloads_folder_},
                       {"eventsEnabled", true}},
                      nullptr});
  if (Json permissions = chrome_permissions(environment_.options); !permissions.empty()) {
    commands.push_back({"",
                        "Browser.grantPermissions",
                        {{"permissions", std::move(permissions)}, {"browserContextId", id_}},
                        nullptr});
  }
  return commands;
}

PageSession& ContextSession::adopt(std::string target_id, cdp::SessionId session) {
  return *pages_.emplace_back(
      std::make_unique<PageSession>(connection_, std::move(target_id), std::move(session), environment_));
}

void ContextSession::observe_calls(const WeakPtr<CallObserver>& observer) {
  environment_.call_observer = observer;
}

PageSession* ContextSession::find_page(const std::string& target_id) {
  const auto at = std::find_if(pages_.begin(), pages_.end(), [&](const auto& page) { return page->id() == target_id; });
  return at == pages_.end() ? nullptr : at->get();
}

PageSession* ContextSession::page_of_frame(const FrameId& frame) {
  for (const auto& page : pages_) {
    if (page->frames().find(frame) != nullptr) return page.get();
  }
  return nullptr;
}

PageSession* ContextSession::await_usable(const std::string& target_id, Deadline deadline) {
  if (attaches_pages_ && find_page(target_id) == nullptr) {
    connection_.call({"", "Target.attachToTarget", {{"targetId", target_id}, {"flatten", true}}, nullptr}, deadline);
  }
  const auto began = Deadline::Clock::now();
  PageSession* page = nullptr;
  const auto has_gone = [&] { return page->closed() || page->frames().main().crashed; };
  const auto decided = [&] {
    page = find_page(target_id);
    return page != nullptr && (page->usable() || has_gone());
  };
  if (!connection_.pump_until(decided, deadline)) {
    throw Error(ErrorKind::Timeout, "a new page was not ready " + describe_limit(deadline, began));
  }
  if (!page->notes().option_errors.empty()) {
    throw Error(ErrorKind::Usage, "Chrome rejected the options of the context: " + page->notes().option_errors.front());
  }
  return has_gone() ? nullptr : page;
}

namespace {

cdp::Command closing(const std::string& target_id) {
  return {"", "Target.closeTarget", {{"targetId", target_id}}, nullptr};
}

}  // namespace

PageSession* ContextSession::await_usable_or_close(const std::string& target_id, Deadline deadline) {
  try {
    return await_usable(target_id, deadline);
  } catch (const Error&) {
    connection_.send(closing(target_id));  // nobody gets it
    throw;
  }
}

PageSession& ContextSession::new_page(Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  PageSession& page = open_page(deadline);
  if (loaded_ == nullptr) return page;
  try {
    restore_session_storage(page, deadline);
  } catch (const Error&) {
    connection_.send(closing(page.id()));  // nobody gets it
    throw;
  }
  return page;
}

PageSession& ContextSession::open_page(Deadline deadline) {
  if (environment_.proxy_user && !is_known_at_proxy_) sign_in_at_proxy(deadline);
  if (spare_page_) {
    const std::string spare = *std::exchange(spare_page_, std::nullopt);
    PageSession* const page = await_usable_or_close(spare, deadline);
    if (page != nullptr) return *page;
  }
  const Json created = connection_.call_or_undo(
      {"", "Target.createTarget", {{"url", "about:blank"}, {"browserContextId", id_}}, nullptr},
      [](const Json& late) { return closing(late.value("targetId", std::string())); }, deadline);
  const std::string id = created.value("targetId", std::string());
  PageSession* const page = await_usable_or_close(id, deadline);
  if (page != nullptr) return *page;
  PageSession* const gone = find_page(id);
  if (gone == nullptr || gone->closed()) throw Error(ErrorKind::SessionClosed, "the new page was closed");
  connection_.send(closing(id));
  throw Error(ErrorKind::TargetCrashed, "the new page's renderer crashed");
}

std::vector<PageHandle> ContextSession::page_handles() {
  const cdp::Connection::EngineLock lock(connection_);
  std::vector<PageHandle> handles;
  for (const auto& page : pages_) handles.emplace_back(*page);
  return handles;
}

void ContextSession::close(Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  if (adopted()) {
    give_back(deadline);
    return end_functions(deadline);
  }
  connection_.call({"", "Target.disposeBrowserContext", {{"browserContextId", id_}}, nullptr}, deadline);
  connection_.pump_until(
      [&] { return std::all_of(pages_.begin(), pages_.end(), [](const auto& page) { return page->closed(); }); },
      deadline);
  end_functions(deadline);
}

void ContextSession::tell_all_sessions(const std::function<std::vector<cdp::Command>(const cdp::SessionId&)>& commands,
                                       Deadline deadline) {
  std::vector<cdp::Command> all;
  for (const auto& [session, worker] : common_workers_) {
    for (cdp::Command& one : worker_option_commands(session, environment_.options)) connection_.send(std::move(one));
  }
  for (const auto& page : pages_) {
    for (cdp::Command& one : page->workers().commands(environment_.options)) connection_.send(std::move(one));
    for (const cdp::SessionId& session : page->sessions()) {
      for (cdp::Command& one : commands(session)) all.push_back(std::move(one));
    }
  }
  send_and_await(connection_, std::move(all), deadline);
}

void ContextSession::set_offline(bool offline, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  environment_.options.offline = offline;
  tell_all_sessions([&](const auto& session) { return network_condition_commands(environment_.options, session); },
                    deadline);
}

void ContextSession::set_throttles(std::vector<NetworkThrottle> throttles, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  for (const NetworkThrottle& one : throttles) check_throttle(one);
  std::vector<NetworkThrottle> before = std::exchange(environment_.options.throttles, std::move(throttles));
  try {
    tell_all_sessions([&](const auto& session) { return network_condition_commands(environment_.options, session); },
                      deadline);
  } catch (const Error& error) {
    environment_.options.throttles = std::move(before);
    if (error.kind() != ErrorKind::Environment) throw;
    throw error.with_trail({"this Chrome can throttle all addresses, \"*\", but not some"});
  }
}

void ContextSession::set_cpu_slowdown(double factor, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  check_cpu_slowdown(factor);
  environment_.options.cpu_slowdown = factor;
  send_and_await(connection_, slow_down_commands(), deadline);
}

std::vector<cdp::Command> ContextSession::slow_down_commands() {
  std::vector<cdp::Command> commands;
  for (const auto& page : pages_) {
    for (cdp::Command& one : page->slow_down()) commands.push_back(std::move(one));
  }
  return commands;
}

void ContextSession::set_viewport(int width, int height, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  ContextOptions changed = environment_.options;
  changed.viewport_width = width;
  changed.viewport_height = height;
  check_context_options(changed);
  environment_.options = std::move(changed);
  has_set_viewport_ = true;
  std::vector<cdp::Command> commands;
  for (const auto& page : pages_) {
    if (!page->closed()) commands.push_back(viewport_command(environment_.options, page->session()));
  }
  send_and_await(connection_, std::move(commands), deadline);
}

void ContextSession::set_media(const Media& media, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  ContextOptions changed = environment_.options;
  changed.media = media;
  check_context_options(changed);
  environment_.options = std::move(changed);
  tell_all_sessions(
      [&](const auto& session) { return std::vector{media_command(environment_.options.media, session)}; }, deadline);
}

void ContextSession::set_geolocation(const std::optional<Geolocation>& place, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  ContextOptions changed = environment_.options;
  changed.geolocation = place;
  check_context_options(changed);
  environment_.options.geolocation = place;
  set_permissions(environment_.options.permissions, deadline);
  std::vector<cdp::Command> commands;
  for (const auto& page : pages_) commands.push_back(geolocation_command(place, page->session()));
  send_and_await(connection_, std::move(commands), deadline);
}

void ContextSession::set_extra_headers(const std::map<std::string, std::string>& headers, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  ContextOptions changed = environment_.options;
  changed.extra_headers = headers;
  check_context_options(changed);
  environment_.options.extra_headers = headers;
  tell_all_sessions([&](const auto& session) { return std::vector{headers_command(headers, session)}; }, deadline);
}

void ContextSession::set_permissions(const std::vector<std::string>& permissions, Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  ContextOptions changed = environment_.options;
  changed.permissions = permissions;
  Json names = chrome_permissions(changed);
  if (adopted() && names.empty() && environment_.options.permissions.empty()) return;  // as they are
  connection_.call(
      {"", "Browser.grantPermissions", {{"permissions", std::move(names)}, {"browserContextId", id_}}, nullptr},
      deadline);
  environment_.options.permissions = permissions;
}

}  // namespace casement
