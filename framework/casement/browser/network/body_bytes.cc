#include "casement/browser/network/body_bytes.h"

#include <nlohmann/json.hpp>

#include "casement/base/base64.h"

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

}  // namespace casement
