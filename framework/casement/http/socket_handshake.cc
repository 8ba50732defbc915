#include "casement/http/socket_handshake.h"

#include <openssl/evp.h>
#include <openssl/sha.h>

#include <algorithm>

#include "casement/base/base64.h"
#include "casement/base/error.h"
#include "casement/base/text.h"

namespace casement::http {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// The elements of a list in a header (RFC 9110 section 5.6.1), also if the header is repeated.
std::vector<std::string> list_in(const HttpHeaders& headers, std::string_view wanted) {
  std::vector<std::string> elements;
  for (const auto& [name, value] : headers) {
    if (ascii_lower(name) != wanted) continue;
    for (std::string_view rest = value; !rest.empty();) {
      const std::string_view element = rest.substr(0, rest.find(','));
      rest.remove_prefix(std::min(rest.size(), element.size() + 1));
      if (!trimmed(element).empty()) elements.emplace_back(trimmed(element));
    }
  }
  return elements;
}

bool has_word(const HttpHeaders& headers, std::string_view name, std::string_view word) {
  return std::ranges::any_of(list_in(headers, name), [&](const auto& element) { return ascii_lower(element) == word; });
}

// 16 bytes in base64.
bool is_key(std::string_view key) {
  try {
    return decode_base64(key).size() == 16;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

bool asks_for_socket(const ServedRequest& request) {
  return has_word(request.headers, "upgrade", "websocket");
}

std::vector<std::string> offered_protocols(const ServedRequest& request) {
  return list_in(request.headers, "sec-websocket-protocol");
}

ServedAnswer agree_to_socket(const ServedRequest& request, std::string_view protocol) {
  const std::string* const version = request.header("Sec-WebSocket-Version");
  if (version == nullptr || *version != "13") {
    ServedAnswer refused = plain_answer(426, "only version 13 of the WebSocket protocol is supported");
    set_header(refused.headers, "Sec-WebSocket-Version", "13");
    return refused;
  }
  const std::string* const key = request.header("Sec-WebSocket-Key");
  if (request.method != "GET" || !has_word(request.headers, "connection", "upgrade") || key == nullptr ||
      !is_key(*key)) {
    return plain_answer(400, "this is not the handshake of a WebSocket");
  }
  ServedAnswer agreed;
  agreed.kind = ServedAnswer::Kind::Stream;
  agreed.status = 101;
  agreed.headers = {{"Upgrade", "websocket"}, {"Connection", "Upgrade"}, {"Sec-WebSocket-Accept", socket_accept(*key)}};
  if (!protocol.empty()) agreed.headers.emplace_back("Sec-WebSocket-Protocol", protocol);
  return agreed;
}

std::string socket_accept(std::string_view key) {
  const std::string text = std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  std::string digest(SHA_DIGEST_LENGTH, '\0');
  unsigned size = 0;
  if (::EVP_Digest(text.data(), text.size(), reinterpret_cast<unsigned char*>(digest.data()), &size, ::EVP_sha1(),
                   nullptr) != 1 ||
      size != digest.size()) {
    throw Error(ErrorKind::Environment, "OpenSSL cannot compute SHA-1");
  }
  return encode_base64(digest);
}

}  // namespace casement::http
