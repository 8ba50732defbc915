#include "casement/http/served_request.h"

#include <algorithm>

#include "casement/base/characters.h"
#include "casement/base/text.h"

namespace casement {
namespace {

constexpr std::size_t kEscape = 3;  // %20

// The byte of an escape at the begin of the text; -1 if there is none.
int escaped_byte(std::string_view text) {
  if (text.size() < kEscape || text[0] != '%') return -1;
  const int high = hex_digit(text[1]), low = hex_digit(text[2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

std::string decode_form_part(std::string_view text) {
  std::string spaced(text);
  std::ranges::replace(spaced, '+', ' ');
  return percent_decoded(spaced);
}

}  // namespace

bool ServedRequest::is_preflight() const {
  return method == "OPTIONS" && header("Access-Control-Request-Method") && header("Origin");
}

std::string ServedRequest::summary() const {
  std::string text = method + " http://" + host + path + (query.empty() ? "" : "?" + query);
  std::ranges::replace_if(text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, '?');
  return shorten(to_valid_utf8(text), 300);
}

std::vector<std::pair<std::string, std::string>> decode_form(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> pairs;
  while (!text.empty()) {
    const std::string_view pair = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(text.size(), pair.size() + 1));
    if (pair.empty()) continue;
    const std::size_t equals = pair.find('=');
    const std::string_view value = equals == std::string_view::npos ? std::string_view() : pair.substr(equals + 1);
    pairs.emplace_back(decode_form_part(pair.substr(0, equals)), decode_form_part(value));
  }
  return pairs;
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  while (!text.empty()) {
    const int byte = escaped_byte(text);
    decoded += byte < 0 ? text[0] : static_cast<char>(byte);
    text.remove_prefix(byte < 0 ? 1 : kEscape);
  }
  return decoded;
}

bool percent_decode(std::string_view text, std::string& decoded) {
  decoded = percent_decoded(text);
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1))
    if (escaped_byte(text.substr(at)) < 0) return false;
  return true;
}

}  // namespace casement
