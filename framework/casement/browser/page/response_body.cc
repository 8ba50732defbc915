#include "casement/browser/page/response_body.h"

#include <fmt/format.h>

#include "casement/base/time_limit.h"
#include "casement/browser/network/body_bytes.h"
#include "casement/browser/page/page_session.h"

namespace casement {
namespace {

Error no_body(const RequestRecord& record, const std::string& why) {
  return Error(ErrorKind::NotFound,
               fmt::format("the response to {} {} has no body: {}", record.method, record.url, why));
}

}  // namespace

std::string response_body(PageSession& page, const RequestRecord& record, Deadline deadline) {
  if (record.resource_type == "websocket") throw no_body(record, "a WebSocket has messages; see Page::sockets");
  const auto began = Deadline::Clock::now();
  const cdp::Connection::EngineLock lock(page.connection());
  const auto known = [&] { return page.network().find(record.number); };
  const auto is_over = [&] { return page.closed() || known() == nullptr || known()->ended(); };
  if (!page.connection().pump_until(is_over, deadline)) {
    throw Error(ErrorKind::Timeout, fmt::format("the response to {} {} did not end {}", record.method, record.url,
                                                describe_limit(deadline, began)));
  }
  if (page.closed()) throw page.end_error();
  const RequestRecord* const now = known();
  if (now == nullptr || now->id != record.id)
    throw no_body(record, "the log of the page does not contain this request, or no longer does");
  if (!now->failure.empty()) throw no_body(record, "it failed: " + now->failure);
  if (now->kept_body) return *now->kept_body;
  // Later requests of the redirect share the id, and their body would be mistaken for this one.
  if (!now->redirect_to.empty()) throw no_body(record, "it is a redirect to " + now->redirect_to);
  try {
    return body_of(
        page.connection().call({now->session, "Network.getResponseBody", {{"requestId", now->id}}, nullptr}, deadline));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Protocol && error.kind() != ErrorKind::SessionClosed) throw;
    if (page.closed()) throw page.end_error();
    throw no_body(
        record,
        fmt::format("Chrome no longer has the body ({}); it stores only the newest bodies of a page, about 32 MiB",
                    error.message()));
  }
}

}  // namespace casement
