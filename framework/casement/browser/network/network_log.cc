#include "casement/browser/network/network_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/base/text.h"
#include "casement/base/utc_time.h"
#include "casement/browser/network/body_bytes.h"

namespace casement {
namespace {

constexpr std::size_t kLongestBody = 256 * 1024;
constexpr std::int64_t kLongestAskedBody = 8 * 1024 * 1024;

HeaderList headers_of(const Json& object) {
  HeaderList headers;
  for (const auto& [name, value] : object.items()) {
    // Chrome joins several values of a name with line breaks.
    std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    for (std::size_t from = 0; from <= text.size();) {
      const std::size_t end = std::min(text.find('\n', from), text.size());
      headers.emplace_back(name, text.substr(from, end - from));
      from = end + 1;
    }
  }
  return headers;
}

std::string failure_text(const Json& params) {
  if (const std::string blocked = params.value("blockedReason", std::string()); !blocked.empty()) {
    return "blocked: " + blocked;
  }
  if (const auto cors = params.find("corsErrorStatus"); cors != params.end()) {
    return "cors: " + cors->value("corsError", std::string());
  }
  return params.value("errorText", std::string("failed"));
}

// Nobody waits for the end of these requests. A script that does not read the body of a fetch can leave the request
// open forever.
bool is_stream(const RequestRecord& record) {
  if (record.resource_type == "fetch" && record.answered()) return true;
  return record.resource_type == "eventsource" || record.resource_type == "websocket" ||
         record.resource_type == "ping" || record.resource_type == "media";
}

// The target of a redirect has the same id, and a route may answer the target before Chrome reports the redirect.
std::string routed_key(const std::string& request_id, const std::string& url) {
  return request_id + ' ' + url;
}

}  // namespace

// The sizes of Chrome's response buffers for each session, in bytes; the newest responses are stored. Durable
// messages are stored outside the renderer, outlive their document, and ignore the second limit. An older Chrome
// without durable messages respects both limits, and drops the responses with the document.
Json network_buffers() {
  return {{"maxTotalBufferSize", 32 * 1024 * 1024},
          {"maxResourceBufferSize", 8 * 1024 * 1024},
          {"enableDurableMessages", true}};
}

RequestRecord* NetworkLog::newest(const Json& params) {
  const auto known = newest_.find(params.value("requestId", std::string()));
  if (known == newest_.end()) return nullptr;
  RequestRecord* const record = entry(known->second);
  if (record == nullptr) newest_.erase(known);  // the log has dropped the record
  return record;
}

RequestRecord* NetworkLog::entry(EventNumber number) {
  // Numbers increase through the log.
  std::deque<RequestRecord>& entries = log_.entries();
  const auto at = std::ranges::lower_bound(entries, number, {}, &RequestRecord::number);
  return at == entries.end() || at->number != number ? nullptr : &*at;
}

const RequestRecord* NetworkLog::find(EventNumber number) const {
  return log_.find_since(number - 1, [&](const RequestRecord& record) { return record.number == number; });
}

const RequestRecord* NetworkLog::find(const std::string& request_id) const {
  const auto known = newest_.find(request_id);
  if (known == newest_.end()) return nullptr;
  return log_.find_since(known->second - 1, [&](const RequestRecord& record) { return record.id == request_id; });
}

const RequestRecord* NetworkLog::missing(const FrameId& frame, const std::string& loader_id, bool any) const {
  const auto& entries = log_.entries();
  const auto found = std::ranges::find_if(entries, [&](const RequestRecord& request) {
    if (request.ended() || request.loader_id != loader_id || request.place.frame != frame) return false;
    return any ? !is_stream(request) : request.resource_type == "stylesheet" || request.resource_type == "script";
  });
  return found == entries.end() ? nullptr : &*found;
}

void NetworkLog::register_events(EventTable& events, const PlaceOf& place_of, const PlaceOfSocket& place_of_socket) {
  events.enable("Network.enable", network_buffers());
  register_request_events(events, place_of, place_of_socket);
}

void NetworkLog::register_worker_events(EventTable& events, const PlaceOf& place_of) {
  register_request_events(events, place_of,
                          [place_of](const cdp::Event& event) { return place_of(event.session, ""); });
}

void NetworkLog::register_request_events(EventTable& events, const PlaceOf& place_of,
                                         const PlaceOfSocket& place_of_socket) {
  events.on("Network.requestWillBeSent", [this, place_of](const cdp::Event& event) { on_request(event, place_of); });
  register_response_events(events);
  on_known(events, "Network.requestServedFromCache", &NetworkLog::on_served_from_cache);
  events.on("Network.requestWillBeSentExtraInfo", [this](const cdp::Event& event) { on_wire_headers(event.params); });
  on_known(events, "Network.responseReceivedExtraInfo", &NetworkLog::on_response_headers);
  register_socket_events(events, place_of_socket);
}

void NetworkLog::on_known(EventTable& events, const std::string& method,
                          void (NetworkLog::*reduce)(RequestRecord& record, const Json& params)) {
  events.on(method, [this, reduce](const cdp::Event& event) {
    if (RequestRecord* record = newest(event.params)) (this->*reduce)(*record, event.params);
  });
}

void NetworkLog::register_response_events(EventTable& events) {
  events.on("Network.responseReceived", [this](const cdp::Event& event) {
    if (RequestRecord* record = newest(event.params)) record->session = event.session;
  });
  on_known(events, "Network.responseReceived", &NetworkLog::on_response_received);
  on_known(events, "Network.dataReceived", &NetworkLog::on_data);
  events.on("Network.loadingFinished", [this](const cdp::Event& event) { return on_finished(event); });
  on_known(events, "Network.loadingFailed", &NetworkLog::on_failed);
}

// Chrome reports the handshake of a WebSocket with events of its own.
void NetworkLog::register_socket_events(EventTable& events, const PlaceOfSocket& place_of) {
  events.on("Network.webSocketCreated",
            [this, place_of](const cdp::Event& event) { on_socket(event, place_of(event)); });
  on_known(events, "Network.webSocketWillSendHandshakeRequest", &NetworkLog::on_handshake);
  on_known(events, "Network.webSocketHandshakeResponseReceived", &NetworkLog::on_handshake_response);
  on_known(events, "Network.webSocketFrameError", &NetworkLog::on_socket_error);
  on_known(events, "Network.webSocketClosed", &NetworkLog::on_socket_closed);
}

void NetworkLog::on_response_received(RequestRecord& record, const Json& params) {
  on_response(record, params.at("response"));
  record.response_number = clock_.tick();
}

void NetworkLog::on_data(RequestRecord& record, const Json& params) {
  record.content_bytes += params.value("dataLength", 0.0);
}

cdp::Effects NetworkLog::on_finished(const cdp::Event& event) {
  RequestRecord* const record = newest(event.params);
  if (record == nullptr) return {};
  record->bytes = event.params.value("encodedDataLength", record->bytes);
  on_end(*record, event.params, "");
  cdp::Effects effects;
  const auto ask = [&](const char* method, auto on_reply) {
    const Json of{{"requestId", record->id}};
    effects.commands.push_back({event.session, method, of, {weak_.get(), on_reply, record->number}});
  };
  // The event of a request lacks a body with files or blobs.
  const bool lacks_body = record->has_body && record->body.empty();
  if (lacks_body && sent_bytes(*record) <= kLongestAskedBody) ask("Network.getRequestPostData", &NetworkLog::on_posted);
  if (longest_kept_ > 0 && record->content_bytes > static_cast<double>(longest_kept_)) {
    record->body_missing = fmt::format("longer than {} bytes", longest_kept_);
  } else if (longest_kept_ > 0) {
    ask("Network.getResponseBody", &NetworkLog::on_body);
  }
  awaited_bodies_ += effects.commands.size();
  return effects;
}

cdp::Effects NetworkLog::on_posted(const cdp::Reply& reply, EventNumber number) {
  --awaited_bodies_;
  RequestRecord* const record = entry(number);
  if (record == nullptr || reply.error) return {};
  record->body = body_of(reply.result, "postData");
  if (record->body.size() > kLongestBody) record->body.resize(kLongestBody);
  return {};
}

cdp::Effects NetworkLog::on_body(const cdp::Reply& reply, EventNumber number) {
  --awaited_bodies_;
  RequestRecord* const record = entry(number);
  if (record == nullptr) return {};
  if (reply.error) {
    record->body_missing = reply.error->message();
  } else {
    record->kept_body = body_of(reply.result);
  }
  return {};
}

void NetworkLog::on_failed(RequestRecord& record, const Json& params) {
  on_end(record, params, failure_text(params));
}

void NetworkLog::on_served_from_cache(RequestRecord& record, const Json&) {
  record.from_cache = record.from_memory_cache = true;
}

// The network stack reports the headers that were really sent, including cookies. Chrome sends these headers from
// another process, so they may arrive before the request; for a request with a body they always do.
void NetworkLog::on_wire_headers(const Json& params) {
  const auto headers = params.find("headers");
  if (headers == params.end()) return;
  if (RequestRecord* record = newest(params)) {
    record->request_headers = headers_of(*headers);
  } else {
    if (early_headers_.size() >= kMostEarly) early_headers_.clear();
    early_headers_[params.value("requestId", std::string())] = headers_of(*headers);
  }
}

// For a redirect, these headers arrive after the next request.
void NetworkLog::on_response_headers(RequestRecord& record, const Json& params) {
  const int status = params.value("statusCode", 0);
  if ((record.status != 0 && record.status != status) || !params.contains("headers")) return;
  record.response_headers = headers_of(params["headers"]);
  record.wire_status = status;
}

void NetworkLog::on_request(const cdp::Event& event, const PlaceOf& place_of) {
  const Json& params = event.params;
  const Json& request = params.at("request");
  if (const auto redirect = params.find("redirectResponse"); redirect != params.end()) {
    if (RequestRecord* before = newest(params)) {
      on_response(*before, *redirect);
      before->response_number = clock_.tick();
      before->redirect_to = request.value("url", std::string());
      on_end(*before, params, "");
    }
  }
  RequestRecord record;
  record.id = params.value("requestId", std::string());
  record.url = request.value("url", std::string()) + request.value("urlFragment", std::string());
  record.method = request.value("method", std::string());
  record.resource_type = ascii_lower(params.value("type", std::string("Other")));
  record.request_headers = headers_of(request.value("headers", Json::object()));
  if (const auto early = early_headers_.find(record.id); early != early_headers_.end()) {
    record.request_headers = std::move(early->second);
    early_headers_.erase(early);
  }
  record.has_body = request.value("hasPostData", false);
  record.body = posted_body(request);
  if (record.body.size() > kLongestBody) record.body.resize(kLongestBody);
  record.session = event.session;
  record.place = place_of(event.session, params.value("frameId", FrameId()));
  record.loader_id = params.value("loaderId", std::string());
  record.is_navigation = !record.loader_id.empty() && record.loader_id == record.id;
  record.started = params.value("wallTime", 0.0);
  record.monotonic_start = params.value("timestamp", 0.0);
  add(std::move(record));
}

void NetworkLog::add(RequestRecord record) {
  const std::string id = record.id;
  newest_[id] = log_.add(std::move(record)).number;
  if (newest_.size() > 2 * kRecordingCapacity) newest_.clear();
}

void NetworkLog::on_socket(const cdp::Event& event, FramePlace place) {
  RequestRecord record;
  record.id = event.params.value("requestId", std::string());
  record.url = event.params.value("url", std::string());
  record.method = "GET";
  record.resource_type = "websocket";
  record.session = event.session;
  record.place = std::move(place);
  record.started = wall_milliseconds() / 1000;
  add(std::move(record));
}

void NetworkLog::on_handshake(RequestRecord& record, const Json& params) {
  record.request_headers = headers_of(params.at("request").value("headers", Json::object()));
  record.started = params.value("wallTime", record.started);
  record.monotonic_start = params.value("timestamp", 0.0);
}

void NetworkLog::on_handshake_response(RequestRecord& record, const Json& params) {
  on_response(record, params.at("response"));
  record.response_number = clock_.tick();
}

void NetworkLog::on_socket_error(RequestRecord& record, const Json& params) {
  if (!record.ended()) record.failure = params.value("errorMessage", std::string("failed"));
}

void NetworkLog::on_socket_closed(RequestRecord& record, const Json& params) {
  on_end(record, params, record.failure);
}

void NetworkLog::on_response(RequestRecord& record, const Json& response) {
  if (const auto routed = routed_.find(routed_key(record.id, record.url)); routed != routed_.end()) {
    (routed->second ? record.answered_by_route : record.passed_by_route) = true;
    routed_.erase(routed);
  }
  record.status = response.value("status", 0);
  record.status_text = response.value("statusText", std::string());
  record.protocol = response.value("protocol", std::string());
  record.content_type = response.value("mimeType", std::string());
  if (record.wire_status != record.status) {
    record.response_headers = headers_of(response.value("headers", Json::object()));
  }
  if (response.contains("requestHeaders")) {
    record.request_headers = headers_of(response["requestHeaders"]);
  }
  record.from_cache = record.from_cache || response.value("fromDiskCache", false);
  record.from_service_worker = response.value("fromServiceWorker", false);
  record.bytes = response.value("encodedDataLength", 0.0);
  if (const std::string address = response.value("remoteIPAddress", std::string()); !address.empty()) {
    record.server_address = address;
  }
  if (const auto timing = response.find("timing"); timing != response.end() && timing->is_object()) {
    const auto part = [&](const char* name) { return timing->value(name, -1.0); };
    record.timing = {part("dnsStart"),   part("dnsEnd"),   part("connectStart"),
                     part("connectEnd"), part("sslStart"), part("sslEnd"),
                     part("sendStart"),  part("sendEnd"),  part("receiveHeadersEnd")};
  }
}

void NetworkLog::on_end(RequestRecord& record, const Json& params, std::string failure) {
  if (record.ended()) return;
  record.end_number = clock_.tick();
  const double end = params.value("timestamp", record.monotonic_start);
  // A WebSocket that failed before its handshake has no start on this clock.
  record.milliseconds = record.monotonic_start > 0 ? std::max(0.0, (end - record.monotonic_start) * 1000) : 0;
  record.failure = std::move(failure);
  if (const auto reason = reasons_.find(record.id); reason != reasons_.end()) {
    if (!record.failure.empty()) record.failure += " (" + reason->second + ")";
    reasons_.erase(reason);
  }
}

void NetworkLog::explain_end(const std::string& request_id, std::string why) {
  reasons_[request_id] = std::move(why);
}

void NetworkLog::note_route_answer(const std::string& request_id, const std::string& url) {
  routed_[routed_key(request_id, url)] = true;
}

void NetworkLog::note_passed_by_route(const std::string& request_id, const std::string& url) {
  routed_[routed_key(request_id, url)] = false;
}

bool NetworkLog::any_in_flight(const std::function<bool(const RequestRecord&)>& alive) const {
  return std::ranges::any_of(log_.entries(), [&](const RequestRecord& record) {
    return !record.ended() && !is_stream(record) && alive(record);
  });
}

}  // namespace casement
