#include "casement/site/site_answer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "casement/base/text.h"

namespace casement::site {

std::string_view reason_of(int status) {
  static constexpr std::array reasons{
      std::pair{200, "OK"},
      std::pair{201, "Created"},
      std::pair{202, "Accepted"},
      std::pair{204, "No Content"},
      std::pair{206, "Partial Content"},
      std::pair{301, "Moved Permanently"},
      std::pair{302, "Found"},
      std::pair{303, "See Other"},
      std::pair{304, "Not Modified"},
      std::pair{307, "Temporary Redirect"},
      std::pair{308, "Permanent Redirect"},
      std::pair{400, "Bad Request"},
      std::pair{401, "Unauthorized"},
      std::pair{402, "Payment Required"},
      std::pair{403, "Forbidden"},
      std::pair{404, "Not Found"},
      std::pair{405, "Method Not Allowed"},
      std::pair{406, "Not Acceptable"},
      std::pair{407, "Proxy Authentication Required"},
      std::pair{408, "Request Timeout"},
      std::pair{409, "Conflict"},
      std::pair{410, "Gone"},
      std::pair{411, "Length Required"},
      std::pair{413, "Content Too Large"},
      std::pair{415, "Unsupported Media Type"},
      std::pair{416, "Range Not Satisfiable"},
      std::pair{421, "Misdirected Request"},
      std::pair{422, "Unprocessable Content"},
      std::pair{429, "Too Many Requests"},
      std::pair{431, "Request Header Fields Too Large"},
      std::pair{500, "Internal Server Error"},
      std::pair{502, "Bad Gateway"},
      std::pair{503, "Service Unavailable"},
      std::pair{504, "Gateway Timeout"},
      std::pair{505, "HTTP Version Not Supported"},
  };
  for (const auto& [known, reason] : reasons) {
    if (known == status) return reason;
  }
  return "";
}

namespace {

void remove_header(HttpHeaders& headers, const std::string& name) {
  std::erase_if(headers, [&](const auto& header) { return ascii_lower(header.first) == ascii_lower(name); });
}

void set_header(HttpHeaders& headers, const std::string& name, std::string value) {
  remove_header(headers, name);
  headers.emplace_back(name, std::move(value));
}

SiteAnswer plain_answer(int status, const std::string& detail) {
  SiteAnswer answer;
  answer.status = status;
  if (!status_has_body(status)) return answer;
  answer.headers = {{"Content-Type", "text/plain; charset=utf-8"}};
  answer.body = std::to_string(status) + " " + std::string(reason_of(status));
  if (!detail.empty()) answer.body += ": " + detail;
  answer.body += "\n";
  return answer;
}

SiteAnswer not_found(const SiteRequest& request) {
  if (request.path == "/favicon.ico") return plain_answer(204, "");  // browsers ask unbidden
  return plain_answer(404, request.host + " has no such page");
}

// The page that asked may read the answer, whatever its origin (Fetch Standard, section 3.2).
void allow_origin(HttpHeaders& headers, const std::string& origin) {
  set_header(headers, "Access-Control-Allow-Origin", origin);
  set_header(headers, "Access-Control-Allow-Credentials", "true");
  set_header(headers, "Vary", "Origin");
}

SiteAnswer answer_preflight(const SiteRequest& request) {
  SiteAnswer answer = plain_answer(204, "");
  allow_origin(answer.headers, *request.header("Origin"));
  set_header(answer.headers, "Access-Control-Allow-Methods", *request.header("Access-Control-Request-Method"));
  if (const std::string* names = request.header("Access-Control-Request-Headers")) {
    set_header(answer.headers, "Access-Control-Allow-Headers", *names);
  }
  return answer;
}

// The file's folder with the slash, so that relative links in its index work.
SiteAnswer redirect_to_folder(const HttpRequest& http) {
  SiteAnswer answer = plain_answer(301, "");
  const std::string& query = http.request.query;
  set_header(answer.headers, "Location", http.raw_path + "/" + (query.empty() ? "" : "?" + query));
  return answer;
}

SiteAnswer send_file(FoundFile found, const SiteRequest& request) {
  SiteAnswer answer;
  answer.headers = {{"Content-Type", content_type_of(found.path)}, {"Accept-Ranges", "bytes"}};
  answer.part = {0, found.size};
  const std::string* range = request.header("Range");
  // There are no validators that an If-Range could name, so it asks for the whole (RFC
  // 9110 13.1.5).
  if (range && request.method == "GET" && !request.header("If-Range")) {
    const RangeRequest wanted = parse_range(*range, found.size);
    if (wanted.kind == RangeRequest::Kind::Unsatisfiable) {
      answer = plain_answer(416, "");
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

SiteAnswer answer_file(const std::filesystem::path& root, const SiteRule* rule, const HttpRequest& http) {
  const SiteRequest& request = http.request;
  if (root.empty()) return not_found(request);
  const bool named = rule && !rule->file.empty();
  FoundFile found = find_file(root, named ? "/" + rule->file : request.path);
  if (found.kind == FoundFile::Kind::None) return not_found(request);
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (!reads && !named && !(rule && !rule->method.empty())) {
    SiteAnswer refused = plain_answer(405, "a file can only be read");
    set_header(refused.headers, "Allow", "GET, HEAD");
    return refused;
  }
  if (found.kind == FoundFile::Kind::Folder) {
    return named ? not_found(request) : redirect_to_folder(http);
  }
  return send_file(std::move(found), request);
}

SiteAnswer answer_by_rule(const std::filesystem::path& root, const SiteRule& rule, const HttpRequest& http) {
  SiteAnswer answer;
  switch (rule.answer) {
    case SiteRule::Answer::Never:
      answer.kind = SiteAnswer::Kind::Never;
      return answer;
    case SiteRule::Answer::Drop:
      answer.kind = SiteAnswer::Kind::Drop;
      return answer;
    case SiteRule::Answer::Redirect:
      answer = plain_answer(rule.status.value_or(303), "");
      set_header(answer.headers, "Location", rule.redirect_to);
      return answer;
    case SiteRule::Answer::Content:
      answer.status = rule.status.value_or(200);
      if (status_has_body(answer.status)) answer.body = rule.content;
      break;
    case SiteRule::Answer::File:
      answer = answer_file(root, &rule, http);
      if (rule.status) {  // the file if there is one, else the status alone
        const bool whole = answer.file && answer.status == 200 && status_has_body(*rule.status);
        if (!whole) answer = plain_answer(*rule.status, "");
        answer.status = *rule.status;
      }
      break;
  }
  if (!rule.content_type.empty() && status_has_body(answer.status)) {
    set_header(answer.headers, "Content-Type", rule.content_type);
  }
  return answer;
}

}  // namespace

SiteAnswer answer_request(const SiteConfig& config, const SiteRule* rule, const HttpRequest& http) {
  const SiteRequest& request = http.request;
  const auto host = config.hosts.find(request.host);
  if (host == config.hosts.end()) {
    return plain_answer(421, "this server does not answer for that host");
  }
  // The page's own request is what a rule is about, not the question the browser puts before it.
  if (request.is_preflight() && !(rule && rule->method == "OPTIONS")) {
    return answer_preflight(request);
  }
  SiteAnswer answer;
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
  // All are removed before any is added, so that a rule may give one name twice (Set-Cookie).
  for (const auto& [name, unused] : rule->headers) remove_header(answer.headers, name);
  answer.headers.insert(answer.headers.end(), rule->headers.begin(), rule->headers.end());
  answer.delay = rule->delay;
  return answer;
}

SiteAnswer answer_problem(const HttpProblem& problem) {
  SiteAnswer answer = plain_answer(problem.status, problem.text);
  answer.headers.insert(answer.headers.end(), problem.headers.begin(), problem.headers.end());
  return answer;
}

std::string format_head(const SiteAnswer& answer, Connection connection) {
  std::string head = "HTTP/1.1 " + std::to_string(answer.status) + " ";
  head.append(reason_of(answer.status)).append("\r\n");
  for (const auto& [name, value] : answer.headers) {
    head.append(name).append(": ").append(value).append("\r\n");
  }
  if (status_has_body(answer.status)) {
    head += "Content-Length: " + std::to_string(body_length(answer)) + "\r\n";
  }
  head += connection == Connection::Close ? "Connection: close\r\n" : "Connection: keep-alive\r\n";
  return head + "\r\n";
}

bool status_has_body(int status) {
  return status >= 200 && status != 204 && status != 304;
}

std::uint64_t body_length(const SiteAnswer& answer) {
  return answer.file ? answer.part.length : answer.body.size();
}

}  // namespace casement::site
