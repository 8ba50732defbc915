#include "casement/browser/network/har.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>
#include <set>

#include "casement/base/base64.h"
#include "casement/base/text.h"
#include "casement/browser/network/body_bytes.h"
#include "casement/http/served_request.h"

namespace casement {
namespace {

// ISO 8601 with milliseconds, as the format requires.
std::string date_time(double seconds) {
  const std::time_t whole = static_cast<std::time_t>(std::floor(seconds));
  std::tm parts{};
  gmtime_r(&whole, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                     static_cast<int>((seconds - std::floor(seconds)) * 1000));
}

std::string header(const HeaderList& headers, const std::string& name) {
  for (const auto& [key, value] : headers) {
    if (ascii_lower(key) == name) return value;
  }
  return "";
}

constexpr const char* kHidden = "•••";
constexpr std::size_t kShortestSecret = 4;  // a shorter value is part of too many texts

// The first or all parts of "name=value; …" without the values.
std::string without_values(const std::string& text, bool first_alone) {
  std::string shown;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find(';', from), text.size());
    const std::size_t equals = text.find('=', from);
    if (equals < end)
      shown += text.substr(from, equals + 1 - from) + kHidden;
    else
      shown += kHidden;
    if (first_alone) return shown + text.substr(end);
    if (end < text.size()) shown += "; ";
    from = end < text.size() ? text.find_first_not_of(' ', end + 1) : end;
  }
  return shown;
}

Json pairs(const HeaderList& list) {
  Json json = Json::array();
  for (const auto& [name, value] : list) {
    json.push_back({{"name", to_valid_utf8(name)}, {"value", to_valid_utf8(value)}});
  }
  return json;
}

// Splits "a=1; b=2".
Json cookies_in(const std::string& text) {
  HeaderList list;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find(';', from), text.size());
    std::string part = text.substr(from, end - from);
    from = end + 1;
    part.erase(0, part.find_first_not_of(' '));
    if (part.empty()) continue;
    const auto equals = std::min(part.find('='), part.size());
    list.emplace_back(part.substr(0, equals), equals < part.size() ? part.substr(equals + 1) : "");
  }
  return pairs(list);
}

std::string query_of(const std::string& url) {
  const auto begin = url.find('?');
  if (begin == std::string::npos) return "";
  return url.substr(begin + 1, url.find('#', begin) - begin - 1);
}

Json response_cookies(const HeaderList& headers) {
  Json cookies = Json::array();
  for (const auto& [key, value] : headers) {
    if (ascii_lower(key) != "set-cookie") continue;
    const Json parts = cookies_in(value);
    if (!parts.empty()) cookies.push_back(parts[0]);
  }
  return cookies;
}

std::string version_of(const RequestRecord& record) {
  return record.protocol.empty() ? "HTTP/1.1" : record.protocol;
}

// Phases that do not apply are -1; the other phases add up to the entry's time.
Json timings(const RequestRecord& record) {
  const RequestTiming& t = record.timing;
  const double total = std::max(0.0, record.milliseconds);
  if (t.send_start < 0) return {{"send", 0}, {"wait", total}, {"receive", 0}};
  const auto span = [](double from, double to) { return from < 0 || to < from ? -1 : to - from; };
  const double dns = span(t.dns_start, t.dns_end);
  const double connect = span(t.connect_start, t.connect_end);
  const double first = std::max(0.0, t.dns_start >= 0       ? t.dns_start
                                     : t.connect_start >= 0 ? t.connect_start
                                                            : t.send_start);
  const double send = std::max(0.0, span(t.send_start, t.send_end));
  const double wait = std::max(0.0, span(t.send_end, t.headers_end));
  const double known = first + std::max(0.0, dns) + std::max(0.0, connect) + send + wait;
  return {{"blocked", first},
          {"dns", dns},
          {"connect", connect},
          {"ssl", span(t.ssl_start, t.ssl_end)},
          {"send", send},
          {"wait", wait},
          {"receive", std::max(0.0, total - known)}};
}

// Section "postData" has no encoding, so binary data is added as base64.
Json posted_json(const RequestRecord& record) {
  const std::string type = header(record.request_headers, "content-type");
  const bool is_form = type.starts_with("application/x-www-form-urlencoded");
  const std::string text = to_valid_utf8(record.body);
  Json json{{"mimeType", type.empty() ? "x-unknown" : type},
            {"params", is_form ? pairs(decode_form(record.body)) : Json::array()},
            {"text", text}};
  if (text != record.body) json["_base64"] = encode_base64(record.body);
  if (sent_bytes(record) != static_cast<std::int64_t>(record.body.size())) {
    json["comment"] = record.body.empty() ? "Chrome did not report the body" : "not the whole body: Chrome omits files";
  }
  return json;
}

Json request_json(const RequestRecord& record) {
  const HeaderList headers = without_credentials(record.request_headers);
  Json json{{"method", record.method},
            {"url", to_valid_utf8(record.url)},
            {"httpVersion", version_of(record)},
            {"cookies", cookies_in(header(headers, "cookie"))},
            {"headers", pairs(headers)},
            {"queryString", pairs(decode_form(query_of(record.url)))},
            {"headersSize", -1},
            {"bodySize", sent_bytes(record)}};
  if (record.has_body || !record.body.empty()) json["postData"] = posted_json(record);
  return json;
}

// Section "content": binary data is base64.
Json content_json(const RequestRecord& record) {
  const std::size_t size = record.kept_body ? record.kept_body->size() : static_cast<std::size_t>(record.content_bytes);
  Json content{{"size", size}, {"mimeType", record.content_type.empty() ? "x-unknown" : record.content_type}};
  if (!record.body_missing.empty()) content["comment"] = "no body: " + to_valid_utf8(record.body_missing);
  if (!record.kept_body) return content;
  const bool is_text = to_valid_utf8(*record.kept_body) == *record.kept_body;
  content["text"] = is_text ? *record.kept_body : encode_base64(*record.kept_body);
  if (!is_text) content["encoding"] = "base64";
  return content;
}

Json response_json(const RequestRecord& record) {
  const HeaderList headers = without_credentials(record.response_headers);
  const bool has_nothing = !record.failure.empty() && record.bytes == 0;
  Json json{{"status", record.status},
            {"statusText", to_valid_utf8(record.status_text)},
            {"httpVersion", version_of(record)},
            {"cookies", response_cookies(headers)},
            {"headers", pairs(headers)},
            {"content", content_json(record)},
            {"redirectURL", to_valid_utf8(record.redirect_to)},
            {"headersSize", -1},
            {"bodySize", -1},
            {"_transferSize", has_nothing ? -1 : static_cast<std::int64_t>(record.bytes)}};
  if (!record.failure.empty()) json["_error"] = record.failure;
  return json;
}

Json message_json(const SocketMessage& message, SocketRecord::Kind kind) {
  Json json{{"time", message.time / 1000},
            {"data", message.binary ? encode_base64(message.data) : to_valid_utf8(message.data)}};
  if (kind == SocketRecord::Kind::WebSocket) {
    json["type"] = message.direction == SocketMessage::Direction::Sent ? "send" : "receive";
    json["opcode"] = message.binary ? 2 : 1;
  } else {
    json["eventName"] = to_valid_utf8(message.event_name);
    json["eventId"] = to_valid_utf8(message.event_id);
  }
  if (message.data.size() < message.bytes) {
    json["_cut"] = true;
    json["_bytes"] = message.bytes;
  }
  return json;
}

void add_messages(Json& entry, const SocketRecord& socket) {
  Json messages = Json::array();
  for (const SocketMessage& message : socket.messages) messages.push_back(message_json(message, socket.kind));
  const bool is_web_socket = socket.kind == SocketRecord::Kind::WebSocket;
  entry[is_web_socket ? "_webSocketMessages" : "_eventSourceMessages"] = std::move(messages);
  if (socket.left_out > 0) entry["_messagesLeftOut"] = socket.left_out;
  if (is_web_socket) {
    entry["response"]["content"]["size"] = static_cast<std::int64_t>(socket.received_bytes);
    entry["response"]["_transferSize"] = static_cast<std::int64_t>(socket.received_bytes);
  }
}

}  // namespace

// Hides credentials except the scheme (RFC 9110, section 11), and the values of cookies (RFC 6265, sections 4.1 and
// 4.2).
HeaderList without_credentials(HeaderList headers) {
  for (auto& [key, value] : headers) {
    const std::string name = ascii_lower(key);
    if (name == "authorization" || name == "proxy-authorization") {
      const std::size_t space = value.find(' ');
      value = (space == std::string::npos ? "" : value.substr(0, space + 1)) + kHidden;
    }
    if (name == "cookie") value = without_values(value, false);
    if (name == "set-cookie") value = without_values(value, true);
  }
  return headers;
}

std::vector<std::string> hide_headers(Json& entries, const std::vector<std::string>& names) {
  std::vector<std::string> values;
  std::set<std::string> hidden;
  for (const std::string& name : names) hidden.insert(ascii_lower(name));
  if (hidden.empty()) return values;
  for (Json& entry : entries) {
    for (const char* const message : {"request", "response"}) {
      for (Json& header : entry.at(message).at("headers")) {
        if (!hidden.contains(ascii_lower(header.at("name").get<std::string>()))) continue;
        if (std::string value = header.at("value").get<std::string>(); value.size() >= kShortestSecret)
          values.push_back(std::move(value));
        header["value"] = kHidden;
      }
    }
  }
  return values;
}

void cut_messages(Json& entry) {
  // A secret in any encoding is shorter.
  constexpr std::size_t kBeyond = std::size_t{8} * 1024;
  for (const char* const key : {"_webSocketMessages", "_eventSourceMessages"}) {
    if (!entry.contains(key)) continue;
    for (Json& message : entry.at(key)) {
      if (!message.contains("_cut")) continue;
      std::string text = message.at("data").get<std::string>();
      std::size_t length = text.size() - std::min(kBeyond, text.size());
      if (message.value("opcode", 1) == 1) {
        while (length > 0 && (text[length] & 0xC0) == 0x80) --length;  // UTF-8: a continuation byte
      } else {
        length -= length % 4;  // base64
      }
      text.resize(length);
      message["data"] = std::move(text);
    }
  }
}

Json har_entry(const RequestRecord& record, const SocketRecord* socket) {
  if (socket != nullptr && !record.ended() && !socket->messages.empty()) {
    RequestRecord until_now = record;
    until_now.end_number = record.number;
    until_now.milliseconds = socket->messages.back().time - record.started * 1000;
    return har_entry(until_now, socket);
  }
  const Json parts = timings(record);
  double time = 0;
  for (const char* part : {"blocked", "dns", "connect", "send", "wait", "receive"}) {
    time += std::max(0.0, parts.value(part, 0.0));
  }
  Json entry{{"startedDateTime", date_time(record.started)},
             {"time", time},
             {"request", request_json(record)},
             {"response", response_json(record)},
             {"cache", Json::object()},
             {"timings", parts},
             {"_resourceType", record.resource_type},
             {"_frame", to_valid_utf8(record.place.url)}};
  if (!record.server_address.empty()) entry["serverIPAddress"] = record.server_address;
  if (!record.place.worker.empty()) entry["_worker"] = to_valid_utf8(record.place.worker);
  if (socket != nullptr) add_messages(entry, *socket);
  return entry;
}

Json har_of(const std::deque<RequestRecord>& requests, const std::vector<SocketRecord>& sockets, EventNumber since,
            const std::string& page_title, const std::string& browser) {
  Json entries = Json::array();
  double first = 0;
  for (const RequestRecord& record : requests) {
    const auto at = std::ranges::lower_bound(sockets, record.number, {}, &SocketRecord::number);
    const SocketRecord* const socket = at == sockets.end() || at->number != record.number ? nullptr : &*at;
    if (record.number <= since || (!record.ended() && socket == nullptr)) continue;
    if (first == 0) first = record.started;
    Json entry = har_entry(record, socket);
    entry["pageref"] = "page_1";
    entries.push_back(std::move(entry));
  }
  const auto space = browser.find(' ');
  return {{"log",
           {{"version", "1.2"},
            {"creator", {{"name", "Casement"}, {"version", "0.1.0"}}},
            {"browser",
             {{"name", browser.substr(0, space)},
              {"version", space == std::string::npos ? "" : browser.substr(space + 1)}}},
            {"pages", Json::array({{{"id", "page_1"},
                                    {"startedDateTime", date_time(first)},
                                    {"title", to_valid_utf8(page_title)},
                                    {"pageTimings", Json::object()}}})},
            {"entries", std::move(entries)}}}};
}

}  // namespace casement
