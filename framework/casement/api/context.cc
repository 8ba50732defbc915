#include "casement/api/context.h"

#include "casement/api/engine.h"
#include "casement/api/time_limit.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/page/page_session.h"
#include "casement/browser/values/http_request.h"

namespace casement {

std::shared_ptr<ContextSession> Context::use() const {
  std::shared_ptr<ContextSession> session = session_.lock();
  if (session == nullptr) throw Error(ErrorKind::SessionClosed, "the context is closed, or its browser has ended");
  return session;
}

std::string Context::id() const {
  return use()->id();
}

ContextOptions Context::options() const {
  return use()->options();
}

bool Context::adopted() const {
  return use()->adopted();
}

void Context::apply_options(const ContextOptions& options, Milliseconds timeout) const {
  use()->apply_options(options, context_deadline(timeout));
}

Page Context::new_page(Milliseconds timeout) const {
  return page_of(use()->new_page(context_deadline(timeout)));
}

std::vector<Page> Context::pages() const {
  std::vector<Page> all;
  for (const PageHandle& page : use()->page_handles()) all.push_back(page_of(page));
  return all;
}

void Context::close(Milliseconds timeout) const {
  use()->close_in_browser(context_deadline(timeout));
}

bool Context::closed() const {
  return session_.expired();
}

JsonValue Context::storage_state(Milliseconds timeout) const {
  return storage_state(StorageParts{}, timeout);
}

JsonValue Context::storage_state(const StorageParts& parts, Milliseconds timeout) const {
  return use()->storage_state(parts, context_deadline(timeout));
}

void Context::save_storage_state(const std::string& path, Milliseconds timeout) const {
  save_storage_state(path, StorageParts{}, timeout);
}

void Context::save_storage_state(const std::string& path, const StorageParts& parts, Milliseconds timeout) const {
  use()->save_storage_state(path, parts, context_deadline(timeout));
}

std::vector<Passkey> Context::passkeys() const {
  return use()->passkeys();
}

Passkey Context::add_passkey(const Passkey& passkey, Milliseconds timeout) const {
  return use()->add_passkey(passkey, context_deadline(timeout));
}

bool Context::remove_passkey(const std::string& id, Milliseconds timeout) const {
  return use()->remove_passkey(id, context_deadline(timeout));
}

std::vector<Cookie> Context::cookies(Milliseconds timeout) const {
  return use()->cookies(context_deadline(timeout));
}

void Context::add_cookies(const std::vector<Cookie>& cookies, Milliseconds timeout) const {
  use()->add_cookies(cookies, context_deadline(timeout));
}

void Context::clear_cookies(Milliseconds timeout) const {
  use()->clear_cookies(context_deadline(timeout));
}

HttpResponse Context::request(const HttpRequest& request, Milliseconds timeout) const {
  return use()->request(request, context_deadline(timeout));
}

int Context::add_init_script(std::string_view source, Milliseconds timeout) const {
  return use()->add_init_script(std::string(source), context_deadline(timeout));
}

bool Context::remove_init_script(int id, Milliseconds timeout) const {
  return use()->remove_init_script(id, context_deadline(timeout));
}

void Context::expose(std::string_view name, ExposedFunction function, Milliseconds timeout) const {
  use()->expose(std::string(name), std::move(function), context_deadline(timeout));
}

void Context::set_offline(bool offline, Milliseconds timeout) const {
  use()->set_offline(offline, context_deadline(timeout));
}

void Context::replay_har(const std::string& path, const HarReplay& options, Milliseconds timeout) const {
  use()->replay_har({path, options.url, options.passes_others}, context_deadline(timeout));
}

void Context::set_cpu_slowdown(double factor, Milliseconds timeout) const {
  use()->set_cpu_slowdown(factor, context_deadline(timeout));
}

void Context::set_geolocation(const std::optional<Geolocation>& place, Milliseconds timeout) const {
  use()->set_geolocation(place, context_deadline(timeout));
}

void Context::set_extra_headers(const std::map<std::string, std::string>& headers, Milliseconds timeout) const {
  use()->set_extra_headers(headers, context_deadline(timeout));
}

void Context::set_viewport(int width, int height, Milliseconds timeout) const {
  use()->set_viewport(width, height, context_deadline(timeout));
}

void Context::set_media(const Media& media, Milliseconds timeout) const {
  use()->set_media(media, context_deadline(timeout));
}

void Context::set_permissions(const std::vector<std::string>& permissions, Milliseconds timeout) const {
  use()->set_permissions(permissions, context_deadline(timeout));
}

}  // namespace casement
