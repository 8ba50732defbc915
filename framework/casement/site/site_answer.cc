#include "casement/site/site_answer.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "casement/http/socket_handshake.h"

namespace casement::site {
namespace {

using http::remove_header;
using http::set_header;

http::ServedAnswer not_found(const ServedRequest& request) {
  if (request.path == "/favicon.ico") return http::plain_answer(204, "");  // browsers request this by themselves
  return http::plain_answer(404, request.host + " has no such page");
}

// Lets the requesting page read the response, whatever its origin (Fetch Standard, section 3.2).
void allow_origin(HttpHeaders& headers, const std::string& origin) {
  set_header(headers, "Access-Control-Allow-Origin", origin);
  set_header(headers, "Access-Control-Allow-Credentials", "true");
  set_header(headers, "Vary", "Origin");
}

http::ServedAnswer answer_preflight(const ServedRequest& request) {
  http::ServedAnswer answer = http::plain_answer(204, "");
  allow_origin(answer.headers, *request.header("Origin"));
  set_header(answer.headers, "Access-Control-Allow-Methods", *request.header("Access-Control-Request-Method"));
  if (const std::string* names = request.header("Access-Control-Request-Headers")) {
    set_header(answer.headers, "Access-Control-Allow-Headers", *names);
  }
  return answer;
}

// Redirects to the folder with a slash at the end, so that relative links in its index work.
http::ServedAnswer redirect_to_folder(const http::HttpRequest& http) {
  http::ServedAnswer answer = http::plain_answer(301, "");
  const std::string& query = http.request.query;
  set_header(answer.headers, "Location", http.raw_path + "/" + (query.empty() ? "" : "?" + query));
  return answer;
}

http::ServedAnswer send_file(FoundFile found, const ServedRequest& request) {
  http::ServedAnswer answer;
  answer.headers = {{"Content-Type", content_type_of(found.path)}, {"Accept-Ranges", "bytes"}};
  answer.part = {0, found.size};
  const std::string* range = request.header("Range");
  // A request with If-Range gets the whole file, because responses have no validators to compare (RFC 9110 section
  // 13.1.5).
  if (range && request.method == "GET" && !request.header("If-Range")) {
    const RangeRequest wanted = parse_range(*range, found.size);
    if (wanted.kind == RangeRequest::Kind::Unsatisfiable) {
      answer = http::plain_answer(416, "");
      set_header(answer.headers, "Content-Range", "bytes */" + std::to_string(found.size));
      return answer;
    }
    if (wanted.kind == RangeRequest::Kind::Part) {
      answer.status = 206;
      answer.part = wanted.part;
      set_header(answer.headers, "Content-Range",
                 "bytes " + std::to_string(wanted.part.first) + "-" +
                     std::to_string(wanted.part.first + wanted.part.length - 1) + "/" + std::to_string(found.size));
    }
  }
  answer.file = std::move(found.fd);
  return answer;
}

http::ServedAnswer answer_file(const std::filesystem::path& root, const SiteRule* rule, const http::HttpRequest& http) {
  const ServedRequest& request = http.request;
  if (root.empty()) return not_found(request);
  const bool named = rule && !rule->file.empty();
  FoundFile found = find_file(root, named ? "/" + rule->file : request.path);
  if (found.kind == FoundFile::Kind::None) return not_found(request);
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (!reads && !named && !(rule && !rule->method.empty())) {
    http::ServedAnswer refused = http::plain_answer(405, "files support only GET and HEAD");
    set_header(refused.headers, "Allow", "GET, HEAD");
    return refused;
  }
  if (found.kind == FoundFile::Kind::Folder) {
    return named ? not_found(request) : redirect_to_folder(http);
  }
  return send_file(std::move(found), request);
}

http::ServedAnswer answer_by_rule(const std::filesystem::path& root, const SiteRule& rule,
                                  const http::HttpRequest& http) {
  http::ServedAnswer answer;
  switch (rule.answer) {
    case SiteRule::Answer::Never:
      answer.kind = http::ServedAnswer::Kind::Never;
      return answer;
    case SiteRule::Answer::Drop:
      answer.kind = http::ServedAnswer::Kind::Drop;
      return answer;
    case SiteRule::Answer::Redirect:
      answer = http::plain_answer(rule.status.value_or(303), "");
      set_header(answer.headers, "Location", rule.redirect_to);
      return answer;
    case SiteRule::Answer::Socket:
      return http::agree_to_socket(http.request, chosen_protocol(rule.socket, http.request));
    case SiteRule::Answer::Events:
      answer.kind = http.request.method == "HEAD" ? http::ServedAnswer::Kind::Send : http::ServedAnswer::Kind::Stream;
      answer.headers = {{"Content-Type", "text/event-stream"}};
      if (answer.kind == http::ServedAnswer::Kind::Stream) answer.headers.emplace_back("Transfer-Encoding", "chunked");
      return answer;
    case SiteRule::Answer::Content:
      answer.status = rule.status.value_or(200);
      if (http::status_has_body(answer.status)) answer.body = rule.content;
      break;
    case SiteRule::Answer::File:
      answer = answer_file(root, &rule, http);
      if (rule.status) {  // the file if there is one, else only the status
        const bool whole = answer.file && answer.status == 200 && http::status_has_body(*rule.status);
        if (!whole) answer = http::plain_answer(*rule.status, "");
        answer.status = *rule.status;
      }
      break;
  }
  if (!rule.content_type.empty() && http::status_has_body(answer.status)) {
    set_header(answer.headers, "Content-Type", rule.content_type);
  }
  return answer;
}

}  // namespace

std::string chosen_protocol(const SocketScript& script, const ServedRequest& request) {
  const std::vector<std::string> offered = http::offered_protocols(request);
  if (!script.protocols) return offered.empty() ? "" : offered.front();
  const auto is_offered = [&](const std::string& name) { return std::ranges::find(offered, name) != offered.end(); };
  const auto found = std::ranges::find_if(*script.protocols, is_offered);
  return found == script.protocols->end() ? "" : *found;
}

http::ServedAnswer answer_request(const SiteConfig& config, const SiteRule* rule, const http::HttpRequest& http) {
  const ServedRequest& request = http.request;
  const auto host = config.hosts.find(request.host);
  if (host == config.hosts.end()) {
    return http::plain_answer(421, "this server does not answer for that host");
  }
  // Rules apply to the page's own request, not to the preflight that the browser sends first.
  if (request.is_preflight() && !(rule && rule->method == "OPTIONS")) {
    return answer_preflight(request);
  }
  http::ServedAnswer answer;
  if (rule)
    answer = answer_by_rule(host->second, *rule, http);
  else
    answer = answer_file(host->second, nullptr, http);
  set_header(answer.headers, "Cache-Control", "no-store");
  if (!rule) return answer;
  const std::string* origin = request.header("Origin");
  if (origin && (rule->answer != SiteRule::Answer::File || rule->status)) {
    allow_origin(answer.headers, *origin);
  }
  // Removes all before adding any, because a rule may set one name twice (Set-Cookie).
  for (const auto& [name, unused] : rule->headers) remove_header(answer.headers, name);
  answer.headers.insert(answer.headers.end(), rule->headers.begin(), rule->headers.end());
  answer.delay = rule->delay;
  return answer;
}

}  // namespace casement::site
