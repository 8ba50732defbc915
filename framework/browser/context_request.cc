// A context's requests without a page.
#include <fmt/format.h>

#include "casement/base/address.h"
#include "casement/base/text.h"
#include "casement/browser/context.h"
#include "casement/browser/http_exchange.h"
#include "casement/browser/own_page.h"
#include "casement/browser/resolve_url.h"

namespace casement {

HttpResponse Context::request(const HttpRequest& request, Deadline deadline) {
  HttpRequest outgoing = outgoing_request(request);
  outgoing.url = resolve_url(environment_.options.base_url, request.url);
  const std::string scheme = ascii_lower(scheme_of(outgoing.url));
  if (scheme != "http" && scheme != "https") {
    throw Error(ErrorKind::Usage, fmt::format("'{}' is no address of HTTP", request.url));
  }
  const cdp::Connection::EngineLock lock(connection_);
  std::optional<OwnPage> own;
  try {
    own.emplace(*this, deadline);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Timeout) throw;
    throw not_answered_in_time(outgoing.method, outgoing.url);
  }
  return HttpExchange(*own, outgoing, environment_.options.http_credentials.has_value(), deadline).run();
}

}  // namespace casement
