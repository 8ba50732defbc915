#include "casement/http/served_request.h"

#include <algorithm>

#include "casement/base/characters.h"
#include "casement/base/text.h"

namespace casement {
namespace {

// Returns a part with a broken escape unchanged, as browsers do.
std::string decode_form_part(std::string_view text) {
  std::string decoded;
  if (!percent_decode(text, PlusSign::IsSpace, decoded)) return std::string(text);
  return decoded;
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

bool percent_decode(std::string_view text, PlusSign plus, std::string& decoded) {
  decoded.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      if (i + 2 >= text.size()) return false;
      const int high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) return false;
      decoded += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      decoded += plus == PlusSign::IsSpace && text[i] == '+' ? ' ' : text[i];
    }
  }
  return true;
}

}  // namespace casement
