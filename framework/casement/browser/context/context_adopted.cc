// Changes and restores the options of an adopted context: its pages were opened by an application, which has its own
// window size, language and storage.
#include <fmt/format.h>

#include <utility>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/page/page_session.h"
#include "casement/browser/values/emulation.h"
#include "casement/cdp/connection.h"

namespace casement {
namespace {

// Returns the given options that only a context opened by Casement can have, by their names under `use`.
std::vector<std::string> options_of_own_contexts(const ContextOptions& options) {
  const std::pair<const char*, bool> all[] = {
      {"geolocation", options.geolocation.has_value()},   {"permissions", !options.permissions.empty()},
      {"credentials", !options.http_credentials.empty()}, {"client_certificates", !options.client_certificates.empty()},
      {"init_script", !options.init_scripts.empty()},     {"passkeys", options.passkeys},
      {"socket_proxy", !options.socket_proxy.empty()},    {"storage_state", !storage_state_file(options).empty()}};
  std::vector<std::string> names;
  for (const auto& [name, is_said] : all) {
    if (is_said) names.emplace_back(name);
  }
  return names;
}

bool says_size(const ContextOptions& options) {
  const ContextOptions plain;
  return options.viewport_width != plain.viewport_width || options.viewport_height != plain.viewport_height ||
         options.device_scale != plain.device_scale || options.mobile;
}
bool says_media(const ContextOptions& options) {
  return options.media != Media{};
}
bool has_conditions(const ContextOptions& options) {
  return options.offline || !options.throttles.empty();
}
bool says_agent(const ContextOptions& options) {
  return !options.user_agent.empty() || !options.locale.empty();
}

// Returns the commands that end a session's overrides: of each option that is set in `before` and not in `now`. The
// application's values then apply again.
std::vector<cdp::Command> give_back_commands(const ContextOptions& before, const ContextOptions& now,
                                             const cdp::SessionId& session, bool main_session) {
  std::vector<cdp::Command> commands;
  const auto add = [&](const char* method, Json params) {
    commands.push_back({session, method, std::move(params), nullptr});
  };
  if (main_session && says_size(before) && !says_size(now)) commands.push_back(own_viewport_command(session));
  if (!before.locale.empty() && now.locale.empty()) add("Emulation.setLocaleOverride", Json::object());
  if (says_agent(before) && !says_agent(now)) add("Emulation.setUserAgentOverride", {{"userAgent", ""}});
  if (!before.time_zone.empty() && now.time_zone.empty()) add("Emulation.setTimezoneOverride", {{"timezoneId", ""}});
  if (before.touch && !now.touch) add("Emulation.setTouchEmulationEnabled", {{"enabled", false}});
  if (!before.javascript && now.javascript) add("Emulation.setScriptExecutionDisabled", {{"value", false}});
  if (before.bypass_csp && !now.bypass_csp) add("Page.setBypassCSP", {{"enabled", false}});
  if (says_media(before) && !says_media(now)) commands.push_back(media_command(now.media, session));
  if (!before.extra_headers.empty() && now.extra_headers.empty()) commands.push_back(headers_command({}, session));
  if (before.ignore_https_errors && !now.ignore_https_errors)
    add("Security.setIgnoreCertificateErrors", {{"ignore", false}});
  if (has_conditions(before) && !has_conditions(now)) commands.push_back(offline_command(false, session));
  return commands;
}

}  // namespace

void ContextSession::apply_options(const ContextOptions& options, Deadline deadline) {
  if (!adopted())
    throw Error(ErrorKind::Usage,
                "the options of a context that a test opened cannot be changed; pass them when you open the context");
  const std::vector<std::string> impossible = options_of_own_contexts(options);
  if (!impossible.empty()) {
    throw Error(ErrorKind::Environment,
                fmt::format("{} cannot do this: {} of a page that the application opened", connection_.browser_name(),
                            join(impossible, ", ")),
                {"the page uses the application's cookies, storage and permissions"});
  }
  const cdp::Connection::EngineLock lock(connection_);
  check_context_options(options);
  const ContextOptions before = std::exchange(environment_.options, options);
  has_set_viewport_ = has_set_viewport_ || says_size(options);
  std::vector<cdp::Command> commands;
  for (const auto& page : pages_) {
    if (page->closed()) continue;
    for (cdp::Command& one : page->workers().commands(options)) connection_.send(std::move(one));
    for (const cdp::SessionId& session : page->sessions()) {
      const bool is_main = session == page->session();
      for (cdp::Command& one : give_back_commands(before, options, session, is_main))
        commands.push_back(std::move(one));
      for (cdp::Command& one :
           emulation_commands(options, session, is_main && says_size(options), environment_.own_user_agent))
        commands.push_back(std::move(one));
    }
  }
  if (options.cpu_slowdown != before.cpu_slowdown) {
    for (cdp::Command& one : slow_down_commands()) commands.push_back(std::move(one));
  }
  try {
    send_and_await(connection_, std::move(commands), deadline);
    if (options.har && options.har != before.har) replay_har(*options.har, deadline);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Protocol) throw;
    throw Error(ErrorKind::Usage, "Chrome rejected the options of the context: " + error.message());
  }
}

// Chrome drops most overrides when our sessions end. Commands are needed because QtWebEngine keeps the size of a page,
// and Chromium 102 sometimes keeps a time zone.
void ContextSession::give_back(Deadline deadline) {
  const ContextOptions before = std::exchange(environment_.options, ContextOptions{});
  std::vector<cdp::Command> commands;
  for (const auto& page : pages_) {
    if (page->closed()) continue;
    for (const cdp::SessionId& session : page->sessions()) {
      for (cdp::Command& one : give_back_commands(before, {}, session, false)) commands.push_back(std::move(one));
    }
    if (has_set_viewport_) commands.push_back(own_viewport_command(page->session()));
  }
  has_set_viewport_ = false;
  if (before.cpu_slowdown > 1) {
    for (cdp::Command& one : slow_down_commands()) commands.push_back(std::move(one));
  }
  send_and_await(connection_, std::move(commands), deadline);
}

}  // namespace casement
