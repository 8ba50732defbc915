#include "casement/http/served_answer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "casement/base/text.h"

namespace casement::http {

std::string_view reason_of(int status) {
  static constexpr std::array reasons{
      std::pair{101, "Switching Protocols"},
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
      std::pair{426, "Upgrade Required"},
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

void remove_header(HttpHeaders& headers, const std::string& name) {
  std::erase_if(headers, [&](const auto& header) { return ascii_lower(header.first) == ascii_lower(name); });
}

void set_header(HttpHeaders& headers, const std::string& name, std::string value) {
  remove_header(headers, name);
  headers.emplace_back(name, std::move(value));
}

ServedAnswer plain_answer(int status, const std::string& detail) {
  ServedAnswer answer;
  answer.status = status;
  if (!status_has_body(status)) return answer;
  answer.headers = {{"Content-Type", "text/plain; charset=utf-8"}};
  answer.body = std::to_string(status) + " " + std::string(reason_of(status));
  if (!detail.empty()) answer.body += ": " + detail;
  answer.body += "\n";
  return answer;
}

ServedAnswer answer_problem(const HttpProblem& problem) {
  ServedAnswer answer = plain_answer(problem.status, problem.text);
  answer.headers.insert(answer.headers.end(), problem.headers.begin(), problem.headers.end());
  return answer;
}

std::string format_head(const ServedAnswer& answer, Connection connection) {
  std::string head = "HTTP/1.1 " + std::to_string(answer.status) + " ";
  head.append(reason_of(answer.status)).append("\r\n");
  for (const auto& [name, value] : answer.headers) {
    head.append(name).append(": ").append(value).append("\r\n");
  }
  if (answer.kind == ServedAnswer::Kind::Stream) return head + "\r\n";  // its headers frame the bytes that follow
  if (status_has_body(answer.status)) {
    head += "Content-Length: " + std::to_string(body_length(answer)) + "\r\n";
  }
  head += connection == Connection::Close ? "Connection: close\r\n" : "Connection: keep-alive\r\n";
  return head + "\r\n";
}

bool status_has_body(int status) {
  return status >= 200 && status != 204 && status != 304;
}

std::uint64_t body_length(const ServedAnswer& answer) {
  return answer.file ? answer.part.length : answer.body.size();
}

}  // namespace casement::http
