#include "casement/browser/network/body_bytes.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "casement/base/base64.h"
#include "casement/browser/values/page_records.h"
#include "casement/http/headers.h"

namespace casement {

std::string body_of(const Json& answer, const char* key) {
  std::string body = answer.value(key, std::string());
  return answer.value("base64Encoded", false) ? decode_base64(body) : body;
}

std::string posted_body(const Json& request) {
  const auto parts = request.find("postDataEntries");
  if (parts == request.end()) return request.value("postData", std::string());
  std::string body;
  for (const Json& part : *parts) body += decode_base64(part.value("bytes", std::string()));
  return body;
}

std::int64_t sent_bytes(const RequestRecord& record) {
  if (const std::string* const told = find_header(record.request_headers, "Content-Length")) {
    std::int64_t length = 0;
    const char* const end = told->data() + told->size();
    if (!told->empty() && std::from_chars(told->data(), end, length).ptr == end) return length;
  }
  return record.has_body && record.body.empty() ? -1 : static_cast<std::int64_t>(record.body.size());
}

}  // namespace casement
