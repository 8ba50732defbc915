#include "casement/http/request_headers.h"

#include <algorithm>

#include "casement/base/base64.h"
#include "casement/base/characters.h"
#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/http/served_request.h"

namespace casement {
namespace {

bool is_token_character(char c) {
  return is_ascii_letter_or_digit(c) || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

// Only characters that cannot end the header: visible ones, blanks, and bytes above ASCII.
bool is_value_character(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (byte >= ' ' && byte != 0x7f) || c == '\t';
}

[[noreturn]] void refuse_header(std::string_view name, const std::string& why) {
  throw Error(ErrorKind::Usage, "the header \"" + shorten(to_valid_utf8(name), 60) + "\" cannot be sent: " + why);
}

// The position of the user in a URL, including its "@"; also works if the URL has no scheme.
std::pair<std::size_t, std::size_t> user_in(std::string_view url) {
  const std::size_t scheme_end = url.find("://");
  const std::size_t begin = scheme_end == std::string_view::npos ? 0 : scheme_end + 3;
  const std::string_view authority = url.substr(begin, url.find_first_of("/?#", begin) - begin);
  const std::size_t end = authority.rfind('@');
  return end == std::string_view::npos ? std::pair{begin, begin} : std::pair{begin, begin + end + 1};
}

}  // namespace

std::pair<std::string, std::string> parse_request_header(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) {
    throw Error(ErrorKind::Usage, "a header must be \"Name: value\", but this header has no colon");
  }
  const std::string_view name = text.substr(0, colon);
  if (name.empty() || !std::ranges::all_of(name, is_token_character)) {
    refuse_header(name, "its name is not a valid header name (RFC 9110 section 5.1)");
  }
  std::string_view value = text.substr(colon + 1);
  while (!value.empty() && (value.front() == ' ' || value.front() == '\t')) value.remove_prefix(1);
  while (!value.empty() && (value.back() == ' ' || value.back() == '\t')) value.remove_suffix(1);
  if (!std::ranges::all_of(value, is_value_character)) refuse_header(name, "its value has a control character");
  const std::string small = ascii_lower(name);
  for (const std::string_view own : {"host", "connection", "upgrade", "content-length", "transfer-encoding"}) {
    if (small == own) refuse_header(name, "the browser sets this header for the connection itself");
  }
  if (small.starts_with("sec-websocket-"))
    refuse_header(name, "the browser sets this header for the connection itself");
  return {std::string(name), std::string(value)};
}

UrlWithUser take_user_out(std::string_view url) {
  const auto [begin, end] = user_in(url);
  if (begin == end) return {std::string(url), ""};
  const std::string user = percent_decoded(url.substr(begin, end - begin - 1));
  return {std::string(url.substr(0, begin)) + std::string(url.substr(end)),
          "Basic " + encode_base64(user.find(':') == std::string::npos ? user + ":" : user)};
}

std::string shown_url(std::string_view url) {
  const auto [begin, end] = user_in(url);
  std::string shown =
      begin == end ? std::string(url) : std::string(url.substr(0, begin)) + "…@" + std::string(url.substr(end));
  if (const std::size_t query = shown.find('?'); query != std::string::npos)
    shown.replace(query + 1, std::string::npos, "…");
  return shown;
}

}  // namespace casement
