// Sends HTTP requests of a context that no page of the test makes, and signs the context in at its proxy.
#include <fmt/format.h>

#include "casement/base/address.h"
#include "casement/base/text.h"
#include "casement/base/time_limit.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/context/helper_page.h"
#include "casement/browser/context/http_exchange.h"
#include "casement/browser/values/resolve_url.h"

namespace casement {

HttpResponse ContextSession::request(const HttpRequest& request, Deadline deadline) {
  const auto began = Deadline::Clock::now();
  HttpRequest outgoing = outgoing_request(request);
  outgoing.url = resolve_url(environment_.options.base_url, request.url);
  const std::string scheme = ascii_lower(scheme_of(outgoing.url));
  if (scheme != "http" && scheme != "https") {
    throw Error(ErrorKind::Usage, fmt::format("'{}' is not an http:// or https:// address", request.url));
  }
  const cdp::Connection::EngineLock lock(connection_);
  std::optional<HelperPage> own;
  try {
    own.emplace(*this, deadline);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Timeout) throw;
    throw not_answered(outgoing.method, outgoing.url, describe_limit(deadline, began));
  }
  return HttpExchange(*own, outgoing, !environment_.options.http_credentials.empty(), deadline, began).run();
}

// Chrome has no command that sets the credentials for a proxy. Chrome reports that the proxy asks for credentials only
// for a request that the Fetch domain has paused, and then remembers the answer for the whole context. Therefore this
// function pauses one request of a helper page, and the requests of the test's pages need no pause.
void ContextSession::sign_in_at_proxy(Deadline deadline) {
  is_known_at_proxy_ = true;  // already now: opening the helper page must not call this again
  try {
    const auto began = Deadline::Clock::now();
    HttpRequest greeting;
    greeting.url = "http://casement.invalid/";
    HelperPage own(*this, deadline);
    const HttpResponse answer = HttpExchange(own, outgoing_request(greeting), true, deadline, began).run();
    if (answer.status == 407) {
      throw Error(ErrorKind::Environment, "the proxy rejected the given user and password");
    }
  } catch (const Error& error) {
    is_known_at_proxy_ = false;
    if (error.kind() != ErrorKind::Navigation) throw;
    throw Error(ErrorKind::Environment, "the browser cannot reach its proxy: " + error.message(), error.trail());
  }
}

}  // namespace casement
