#include "casement/trace/request_copier.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "casement/base/private_numbers.h"
#include "casement/base/text.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/network/body_bytes.h"
#include "casement/browser/network/har.h"
#include "casement/browser/page/page_session.h"
#include "casement/browser/page/socket_log.h"
#include "casement/results/typed_secrets.h"

namespace casement {
namespace {

constexpr std::size_t kMostRequests = 1000;
constexpr std::size_t kMostMessages = 1000;  // of a socket
// The limits for one text and for all texts of a case, in bytes.
constexpr std::size_t kLongestText = 64 * 1024;
constexpr std::size_t kMostTexts = 2 * 1024 * 1024;
// A secret in any encoding is shorter than the part of a text beyond its limit.
constexpr std::size_t kBeyond = 8 * 1024;
// Chrome is not asked for a longer body, because sending the body takes too long.
constexpr double kLongestBody = 1024 * 1024;

bool is_text(const std::string& content_type) {
  const std::string type = ascii_lower(content_type);
  if (type.starts_with("text/")) return true;
  return std::ranges::any_of(std::initializer_list<std::string_view>{"json", "xml", "urlencoded", "graphql", "yaml"},
                             [&](std::string_view part) { return type.find(part) != type.npos; });
}

// Bodies of scripts tell nothing of a case, and resources (page_copier.h) contain style sheets, pictures and fonts.
bool has_wanted_body(const RequestRecord& record) {
  const std::string& type = record.resource_type;
  return type != "script" && type != "stylesheet" && type != "image" && type != "font" && type != "media" &&
         record.failure.empty() && record.redirect_to.empty() && is_text(record.content_type);
}

// Returns whether the text was cut.
bool cut(std::string& text, std::size_t longest) {
  if (text.size() <= longest) return false;
  while (longest > 0 && (text[longest] & 0xC0) == 0x80) --longest;  // UTF-8: a continuation byte
  text.resize(longest);
  return true;
}

std::size_t body_size(const RequestRecord& record) {
  return record.kept_body ? record.kept_body->size() : 0;
}

// Drops the oldest messages, at least `excess` bytes if there are so many. Returns the number of dropped bytes.
std::size_t drop_messages(SocketRecord& socket, std::size_t excess) {
  std::size_t bytes = 0;
  auto end = socket.messages.begin();
  for (; end != socket.messages.end() && bytes < excess; ++end) bytes += end->data.size();
  socket.left_out += static_cast<std::size_t>(end - socket.messages.begin());
  socket.messages.erase(socket.messages.begin(), end);
  return bytes;
}

// A code is masked in the assignment that names it: a field of a form, a member of JSON, a part of a multipart body.
std::string without_typed(std::string_view text) {
  const std::string whole = mask_private_numbers(text).value_or(std::string(text));
  const bool is_multipart = whole.starts_with("--");
  std::string made;
  for (std::size_t from = 0; from < whole.size();) {
    const std::size_t end =
        std::min(is_multipart ? whole.find("\n--", from + 1) : whole.find_first_of("&,;\n?", from + 1), whole.size());
    made += results::hide_typed(std::string_view(whole).substr(from, end - from));
    from = end;
  }
  return made;
}

void hide_typed_in(Json& part, const char* key) {
  if (const auto found = part.find(key); found != part.end()) *found = without_typed(found->get<std::string>());
}

void hide_typed_in_headers(Json& headers) {
  for (Json& header : headers) {
    const std::string name = header.at("name").get<std::string>() + ": ";
    const std::string hidden = without_typed(name + header.at("value").get<std::string>());
    if (hidden.starts_with(name)) header["value"] = hidden.substr(name.size());
  }
}

void cut_text(Json& part) {
  const auto marked = part.find("_cut");
  if (marked == part.end()) return;
  std::string text = part.at("text").get<std::string>();
  cut(text, text.size() - std::min(kBeyond, text.size()));
  part["text"] = std::move(text);
  part.erase(marked);
}

}  // namespace

struct RequestCopier::Asked {
  std::size_t place;
  bool is_posted;
  cdp::Call call;
};

void RequestCopier::read(PageSession& page, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  std::vector<PageSession*> pages{&page};
  if (const ContextSession* const context = page.environment().context; context != nullptr) {
    pages.clear();
    for (const auto& one : context->pages()) pages.push_back(one.get());
  }
  std::vector<Asked> asked;
  for (PageSession* const one : pages) {
    for (const RequestRecord& record : one->network().log().entries()) {
      if (record.url.starts_with("data:")) continue;
      const auto [known, is_new] = places_.try_emplace({one, record.number, record.id}, dropped_ + entries_.size());
      if (is_new) entries_.emplace_back();
      if (known->second < dropped_) continue;
      Entry& entry = entries_[known->second - dropped_];
      if (entry.record.ended()) continue;
      entry.record = record;
      add_messages(*one, entry, record.number);
      if (record.ended()) ask(*one, known->second, asked);
    }
  }
  for (Asked& one : asked) {
    page.connection().pump_until([&] { return one.call.done() || page.closed(); }, deadline);
    Entry& entry = entries_[one.place - dropped_];
    if (!one.call.done() || one.call.reply().error) {
      page.connection().abandon(one.call);
      if (!one.is_posted) entry.record.body_missing = "the browser no longer has it";
    } else if (one.is_posted) {
      entry.record.body = body_of(one.call.reply().result, "postData");
    } else {
      entry.record.kept_body = body_of(one.call.reply().result);
    }
    keep(entry);
  }
  limit_texts();
}

void RequestCopier::ask(PageSession& page, std::size_t place, std::vector<Asked>& asked) {
  Entry& entry = entries_[place - dropped_];
  RequestRecord& record = entry.record;
  const auto send = [&](const char* method, bool is_posted) {
    asked.push_back(
        {place, is_posted, page.connection().send({record.session, method, {{"requestId", record.id}}, nullptr})});
  };
  // Chrome does not include bodies with files or blobs.
  if (record.has_body && record.body.empty()) send("Network.getRequestPostData", true);
  if (!has_wanted_body(record)) {
    record.kept_body.reset();
  } else if (!record.kept_body && record.content_bytes > kLongestBody) {
    record.body_missing = fmt::format("{:.0f} bytes are too many", record.content_bytes);
  } else if (!record.kept_body && record.content_bytes > 0) {
    send("Network.getResponseBody", false);
  }
  keep(entry);
}

void RequestCopier::add_messages(PageSession& page, Entry& entry, EventNumber socket) {
  const std::string& type = entry.record.resource_type;
  if (type != "websocket" && type != "eventsource") return;
  const SocketLog& log = page.extension<SocketLog>();
  const SocketRecord* const known = log.find(socket);
  if (known == nullptr) return;
  std::vector<SocketMessage> messages;
  if (entry.socket) messages = std::move(entry.socket->messages);
  const EventNumber last = messages.empty() ? 0 : messages.back().number;
  const auto& stored = log.messages();
  for (auto at = std::ranges::upper_bound(stored, last, {}, &SocketMessage::number); at != stored.end(); ++at) {
    if (at->socket == socket) messages.push_back(*at);
  }
  if (messages.size() > kMostMessages) messages.erase(messages.begin(), messages.end() - kMostMessages);
  entry.socket = *known;
  entry.socket->left_out = known->sent + known->received - messages.size();
  entry.socket->messages = std::move(messages);
}

void RequestCopier::keep(Entry& entry) {
  RequestRecord& record = entry.record;
  entry.posted_bytes = std::max(entry.posted_bytes, static_cast<std::int64_t>(record.body.size()));
  entry.is_posted_cut = cut(record.body, kLongestText + kBeyond) || entry.is_posted_cut;
  if (!is_valid_utf8(record.body)) record.body.clear();
  if (record.kept_body) entry.is_body_cut = cut(*record.kept_body, kLongestText + kBeyond) || entry.is_body_cut;
}

void RequestCopier::limit_texts() {
  for (; entries_.size() > kMostRequests; ++dropped_) entries_.pop_front();
  const auto bytes_of = [](const Entry& entry) {
    std::size_t sum = entry.record.body.size() + body_size(entry.record);
    if (!entry.socket) return sum;
    for (const SocketMessage& message : entry.socket->messages) sum += message.data.size();
    return sum;
  };
  std::size_t bytes = 0;
  for (const Entry& entry : entries_) bytes += bytes_of(entry);
  for (Entry& entry : entries_) {  // the oldest first
    if (bytes <= kMostTexts) return;
    if (entry.socket) bytes -= drop_messages(*entry.socket, bytes - kMostTexts);
    if (bytes <= kMostTexts || entry.record.body.size() + body_size(entry.record) == 0) continue;
    bytes -= entry.record.body.size() + body_size(entry.record);
    entry.record.body.clear();
    entry.record.kept_body.reset();
    entry.record.body_missing = "the texts of the case exceed 2 MiB";
  }
}

Json RequestCopier::json_of(const Entry& entry) {
  const RequestRecord& record = entry.record;
  Json json = har_entry(record, entry.socket ? &*entry.socket : nullptr);
  json["_began"] = record.started * 1000;
  if (record.answered_by_route) json["_answered_by_test"] = true;
  if (record.passed_by_route) json["_passed_by_test"] = true;
  if (!record.ended()) json["_pending"] = true;
  Json& request = json["request"];
  Json& response = json["response"];
  // A response whose body was not read is not a failed request.
  if (record.status != 0 && record.failure == "net::ERR_ABORTED") response.erase("_error");
  request["cookies"] = request["queryString"] = response["cookies"] = Json::array();
  hide_typed_in(request, "url");
  hide_typed_in(response, "redirectURL");
  hide_typed_in(json, "_frame");
  hide_typed_in_headers(request["headers"]);
  hide_typed_in_headers(response["headers"]);
  if (const auto posted = request.find("postData"); posted != request.end()) {
    (*posted)["params"] = Json::array();
    hide_typed_in(*posted, "text");
    if (request.value("bodySize", 0) == 0) {
      request.erase(posted);
    } else if (record.body.empty()) {
      (*posted)["comment"] = record.body_missing.empty() ? "no text, or a file" : "no body: " + record.body_missing;
    } else if (entry.is_posted_cut) {
      (*posted)["_cut"] = true;
      (*posted)["comment"] = fmt::format("the first {} of {} bytes", kLongestText,
                                         std::max(entry.posted_bytes, request.value("bodySize", std::int64_t{0})));
    }
  }
  for (const char* const key : {"_webSocketMessages", "_eventSourceMessages"}) {
    if (!json.contains(key)) continue;
    for (Json& message : json[key]) hide_typed_in(message, "data");
  }
  Json& content = response["content"];
  if (!entry.socket || record.content_bytes > 0) content["size"] = static_cast<std::int64_t>(record.content_bytes);
  if (content.contains("encoding")) {  // not a text, although its type names one
    content.erase("text");
    content.erase("encoding");
  }
  hide_typed_in(content, "text");
  if (entry.is_body_cut && content.contains("text")) {
    content["_cut"] = true;
    content["comment"] = fmt::format("the first {} of {:.0f} bytes", kLongestText, record.content_bytes);
  }
  // Chrome has a body only when the page has read it to its end.
  const bool is_unread = record.answered() && (!record.ended() || record.failure == "net::ERR_ABORTED");
  if (is_unread && !content.contains("text") && !content.contains("comment") && is_text(record.content_type))
    content["comment"] = "the page had not read the whole body";
  return json;
}

Json RequestCopier::entries() const {
  Json all = Json::array();
  for (const Entry& entry : entries_) all.push_back(json_of(entry));
  return all;
}

void RequestCopier::cut_texts(Json& entries) {
  for (Json& entry : entries) {
    if (const auto posted = entry.at("request").find("postData"); posted != entry["request"].end()) cut_text(*posted);
    cut_text(entry.at("response").at("content"));
    cut_messages(entry);
  }
}

}  // namespace casement
