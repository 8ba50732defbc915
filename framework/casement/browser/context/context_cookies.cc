// A context's cookies, read and written.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/browser/context/context_session.h"
#include "casement/browser/context/cookie_command.h"
#include "casement/browser/page/page_session.h"

namespace casement {
namespace {

Cookie cookie_from(const Json& described) {
  Cookie cookie;
  cookie.name = described.value("name", std::string());
  cookie.value = described.value("value", std::string());
  cookie.domain = described.value("domain", std::string());
  cookie.path = described.value("path", std::string());
  cookie.expires = described.value("session", false) ? -1 : described.value("expires", -1.0);
  cookie.http_only = described.value("httpOnly", false);
  cookie.secure = described.value("secure", false);
  cookie.same_site = described.value("sameSite", std::string());
  return cookie;
}

// As Chrome's Storage.setCookies takes it.
Json json_of(const Cookie& cookie) {
  if (cookie.url.empty() == cookie.domain.empty()) {
    throw Error(ErrorKind::Usage, "the cookie '" + cookie.name + "' needs a URL or a domain, but not both");
  }
  Json described{
      {"name", cookie.name}, {"value", cookie.value}, {"httpOnly", cookie.http_only}, {"secure", cookie.secure}};
  if (!cookie.url.empty()) described["url"] = cookie.url;
  if (!cookie.domain.empty()) described["domain"] = cookie.domain;
  if (!cookie.domain.empty() || cookie.path != "/") described["path"] = cookie.path;
  if (cookie.expires >= 0) described["expires"] = cookie.expires;
  if (!cookie.same_site.empty()) described["sameSite"] = cookie.same_site;
  return described;
}

}  // namespace

cdp::Command cookie_command(const ContextSession& context, const char* of_context, const char* of_page, Json params) {
  if (!context.adopted()) {
    params["browserContextId"] = context.id();
    return {"", of_context, std::move(params), nullptr};
  }
  const auto open = std::ranges::find_if(context.pages(), [](const auto& page) { return !page->closed(); });
  if (open == context.pages().end()) throw Error(ErrorKind::SessionClosed, "the application has no open page");
  return {(*open)->session(), of_page, std::move(params), nullptr};
}

std::vector<Cookie> ContextSession::cookies(Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  const Json answer = connection_.call(cookie_command(*this, "Storage.getCookies", "Network.getAllCookies"), deadline);
  std::vector<Cookie> cookies;
  for (const Json& described : answer.at("cookies")) cookies.push_back(cookie_from(described));
  return cookies;
}

void ContextSession::add_cookies(const std::vector<Cookie>& cookies, Deadline deadline) {
  Json all = Json::array();
  for (const Cookie& cookie : cookies) all.push_back(json_of(cookie));
  const cdp::Connection::EngineLock lock(connection_);
  try {
    connection_.call(cookie_command(*this, "Storage.setCookies", "Network.setCookies", {{"cookies", all}}), deadline);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Protocol) throw;
    throw Error(ErrorKind::Usage, "Chrome rejected the cookies: " + error.message());
  }
}

void ContextSession::clear_cookies(Deadline deadline) {
  const cdp::Connection::EngineLock lock(connection_);
  connection_.call(cookie_command(*this, "Storage.clearCookies", "Network.clearBrowserCookies"), deadline);
}

}  // namespace casement
