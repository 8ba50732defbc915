#include "casement/browser/context/http_exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <nlohmann/json.hpp>

#include "casement/base/base64.h"
#include "casement/base/machine_load.h"
#include "casement/base/text.h"
#include "casement/base/time_limit.h"
#include "casement/browser/context/helper_page.h"
#include "casement/browser/network/body_bytes.h"
#include "casement/browser/page/page_session.h"

namespace casement {
namespace {

// For the headers that went over the wire: another process tells them, mostly before the answer is held back.
constexpr std::chrono::seconds kWireHeadersTimeout{2};
// For a document to be replaced by none.
constexpr std::chrono::seconds kLeavingTimeout{2};

HeaderList list_of_headers(const Json& named) {
  HeaderList headers;
  for (const Json& one : named)
    headers.emplace_back(one.value("name", std::string()), one.value("value", std::string()));
  return headers;
}

std::optional<std::size_t> declared_length(const HttpResponse& response) {
  const std::string text = response.header("Content-Length");
  std::size_t length = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), length);
  if (text.empty() || parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return std::nullopt;
  return length;
}

// What Chrome shows rather than saves.
bool is_shown(const HttpResponse& response) {
  if (ascii_lower(response.header("Content-Disposition")).starts_with("attachment")) return false;
  const std::string said = ascii_lower(response.header("Content-Type"));
  const std::string type = said.substr(0, said.find_first_of("; "));
  static constexpr std::string_view kShown[] = {
      "text/html",       "text/plain",      "text/xml",         "text/css",
      "text/javascript", "application/xml", "application/json", "application/javascript"};
  return std::ranges::find(kShown, type) != std::end(kShown) || type.ends_with("+json") || type.ends_with("+xml");
}

bool may_load_more(const HttpResponse& response) {
  const std::string said = ascii_lower(response.header("Content-Type"));
  return said.find("html") != std::string::npos || said.find("xml") != std::string::npos;
}

bool has_no_body(const std::string& method, int status) {
  return method == "HEAD" || status == 204 || status == 304;
}

}  // namespace

Error not_answered(const std::string& method, const std::string& url, const std::string& limit) {
  return Error(ErrorKind::Timeout, fmt::format("{} {} was not answered {}", method, url, limit), MachineLoad().lines());
}

HttpExchange::HttpExchange(HelperPage& own, const HttpRequest& request, bool has_credentials, Deadline deadline,
                           Deadline::Clock::time_point began)
    : page_(own.page()),
      request_(request),
      has_credentials_(has_credentials),
      deadline_(deadline),
      began_(began),
      paused_(own.hold_requests()),
      url_(request.url) {}

HttpResponse HttpExchange::run() {
  try {
    begin();
    const cdp::Call navigation = page_.connection().send(command("Page.navigate", {{"url", request_.url}}));
    for (;;) {
      const auto goes_on = [&] { return !paused_.empty() || navigation.done() || page_.closed(); };
      if (!page_.connection().pump_until(goes_on, deadline_)) throw Error(ErrorKind::Timeout, "");
      if (page_.closed()) throw page_.end_error();
      if (paused_.empty()) {
        const Json answer = page_.connection().result(navigation, deadline_);
        const std::string reason = answer.value("errorText", std::string());
        throw no_answer(reason.empty() ? "Chrome sent no request for it" : reason);
      }
      const Json paused = std::move(paused_.front().params);
      paused_.pop_front();
      if (paused.value("resourceType", std::string()) != "Document") continue;  // stays held back
      if (paused.contains("responseErrorReason")) {
        let_go(paused, "Fetch.continueRequest", Json::object());  // the navigation's end has more to say
      } else if (!paused.contains("responseStatusCode")) {
        send_on(paused);
      } else if (std::optional<HttpResponse> response = take_answer(paused)) {
        return std::move(*response);
      }
    }
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::Timeout)
      throw not_answered(request_.method, url_, describe_limit(deadline_, began_));
    if (error.kind() == ErrorKind::Protocol && error.message().find("invalid URL") != std::string::npos) {
      throw Error(ErrorKind::Usage, fmt::format("Chrome cannot send a request to the address '{}'", request_.url));
    }
    throw;
  }
}

void HttpExchange::begin() {
  const Json both = Json::array(
      {{{"urlPattern", "*"}, {"requestStage", "Request"}}, {{"urlPattern", "*"}, {"requestStage", "Response"}}});
  send_and_await(page_.connection(),
                 {command("Emulation.setScriptExecutionDisabled", {{"value", true}}),
                  command("Network.setCacheDisabled", {{"cacheDisabled", true}}),
                  command("Network.setBypassServiceWorker", {{"bypass", true}}),
                  command("Fetch.enable", {{"patterns", both}, {"handleAuthRequests", has_credentials_}})},
                 deadline_);
}

// As Chrome would, but for what the test says; each redirect is a request of its own.
void HttpExchange::send_on(const Json& paused) {
  const Json& asked = paused.at("request");
  const std::string url = asked.value("url", std::string());
  Json changes = Json::object();
  if (redirects_ == 0) {
    changes["method"] = request_.method;
    if (request_.body) changes["postData"] = encode_base64(*request_.body);
  } else {
    request_.headers =
        headers_after_redirect(std::move(request_.headers), url_, url, asked.value("hasPostData", false));
    request_.method = asked.value("method", request_.method);
  }
  url_ = url;
  Json headers = Json::array();
  for (const auto& [name, value] : asked.at("headers").items()) {
    const std::string lower = ascii_lower(name);
    const auto is_said = [&](const auto& one) { return ascii_lower(one.first) == lower; };
    if (lower == "cookie" || lower == "upgrade-insecure-requests") continue;  // Chrome has the first for itself
    if (std::ranges::none_of(request_.headers, is_said)) headers.push_back({{"name", name}, {"value", value}});
  }
  for (const auto& [name, value] : request_.headers) headers.push_back({{"name", name}, {"value", value}});
  changes["headers"] = std::move(headers);
  let_go(paused, "Fetch.continueRequest", std::move(changes));
}

std::optional<HttpResponse> HttpExchange::take_answer(const Json& paused) {
  HttpResponse response;
  response.url = url_;
  response.status = paused.value("responseStatusCode", 0);
  response.status_text = paused.value("responseStatusText", std::string());
  response.redirects = redirects_;
  response.headers = list_of_headers(paused.value("responseHeaders", Json::array()));
  const bool is_redirect = response.status >= 301 && response.status <= 308 && response.status != 304 &&
                           response.status != 305 && response.status != 306 && !response.header("Location").empty();
  if (is_redirect && request_.max_redirects > 0) {
    if (++redirects_ > request_.max_redirects) {
      throw no_answer(fmt::format("more than {} redirects, the next one to {}", request_.max_redirects,
                                  shorten(response.header("Location"), 200)));
    }
    let_go(paused, "Fetch.continueRequest", Json::object());
    return std::nullopt;
  }
  response.headers = wire_headers(paused, response.status);
  if (!is_redirect && !has_no_body(request_.method, response.status)) read_body(paused, response);
  return response;
}

HeaderList HttpExchange::wire_headers(const Json& paused, int status) {
  const std::string id = paused.value("networkId", std::string());
  const auto headers_came = [&] {
    const RequestRecord* record = page_.network().find(id);
    return record != nullptr && record->wire_status == status;
  };
  if (page_.connection().pump_until(headers_came, deadline_.at_most(kWireHeadersTimeout))) {
    return page_.network().find(id)->response_headers;
  }
  return list_of_headers(paused.value("responseHeaders", Json::array()));  // all but cookies
}

void HttpExchange::read_body(const Json& paused, HttpResponse& response) {
  const auto check_length = [&](std::size_t length) {
    if (length <= request_.max_bytes) return;
    throw no_answer(fmt::format("its body has {} bytes, more than max_bytes, {}", length, request_.max_bytes));
  };
  check_length(declared_length(response).value_or(0));
  const Json body = page_.connection().call(
      command("Fetch.getResponseBody", {{"requestId", paused.value("requestId", std::string())}}), deadline_);
  response.body = body_of(body);
  check_length(response.body.size());
  if (const std::string reason = early_end(paused, response); !reason.empty()) {
    throw no_answer("the answer was cut off: " + reason);
  }
}

// Of an answer that is held back Chrome does not say that it was cut off: it is what came, or even empty. Where its
// length is known that tells. Otherwise the page goes on to show it, with no script and nothing else loaded, and the
// network's own word is heard; what Chrome would save to a file cannot be asked for that.
std::string HttpExchange::early_end(const Json& paused, const HttpResponse& response) {
  const std::optional<std::size_t> length = declared_length(response);
  if (length && response.header("Content-Encoding").empty()) {
    return *length == response.body.size() ? "" : "net::ERR_CONTENT_LENGTH_MISMATCH";
  }
  if (!is_shown(response)) return "";
  const std::string id = paused.value("networkId", std::string());
  const auto record = [&] { return page_.network().find(id); };
  let_go(paused, "Fetch.continueRequest", Json::object());
  const auto is_over = [&] { return page_.closed() || record() == nullptr || record()->ended(); };
  if (!page_.connection().pump_until(is_over, deadline_)) throw Error(ErrorKind::Timeout, "");
  if (page_.closed()) throw page_.end_error();
  const std::string failure = record() == nullptr ? "" : record()->failure;
  if (may_load_more(response)) leave();
  return failure == "net::ERR_ABORTED" ? "" : failure;  // it is saved after all
}

// What the document would load is held back until the page is closed, and would be let go just then; with the document
// it goes. All of the empty one is waited for: a page that is closed while a document comes may stay.
void HttpExchange::leave() {
  try {
    page_.navigator().open("about:blank", LoadState::Loaded, Deadline::in(kLeavingTimeout));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Timeout) throw;  // on a busy machine; the answer is there
  }
}

void HttpExchange::let_go(const Json& paused, const char* method, Json params) {
  params["requestId"] = paused.value("requestId", std::string());
  page_.connection().send(command(method, std::move(params)));
}

Error HttpExchange::no_answer(const std::string& reason) const {
  return Error(ErrorKind::Navigation, fmt::format("{} {} got no answer: {}", request_.method, url_, reason),
               page_.environment().help_for(url_, reason));
}

cdp::Command HttpExchange::command(const char* method, Json params) const {
  return {page_.session(), method, std::move(params), nullptr};
}

}  // namespace casement
