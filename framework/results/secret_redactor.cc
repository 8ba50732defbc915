#include "casement/results/secret_redactor.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "casement/base/base64.h"
#include "casement/base/characters.h"
#include "casement/base/text.h"
#include "casement/results/fields.h"

namespace casement::results {
namespace {

constexpr std::string_view kMask = "•••";
constexpr std::size_t kShortestEncoded = 6;

// Some characters as text has them: the bytes that they are, and how much of the text says so.
struct Said {
  std::string bytes;
  std::size_t length = 0;  // 0 where nothing was recognised
};

std::string utf8(std::uint32_t code) {
  std::string made;
  append_utf8(made, code);
  return made;
}

// A number of `base` that begins at `at`, of at most `digits` digits; moves `at` behind it.
std::uint32_t read_number(std::string_view text, std::size_t& at, int base, std::size_t digits) {
  std::uint32_t number = 0;
  for (const std::size_t end = at + digits; at < std::min(end, text.size()); ++at) {
    const int digit = hex_digit(text[at]);
    if (digit < 0 || digit >= base) break;
    number = number * static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(digit);
  }
  return number;
}

// %41, and %2541 as in an address within an address.
Said said_by_percent(std::string_view text) {
  std::size_t at = 1;
  while (text.substr(at, 2) == "25") at += 2;
  if (text.size() < at + 2) return {};
  const int high = hex_digit(text[at]), low = hex_digit(text[at + 1]);
  if (high < 0 || low < 0) return {};
  return {std::string(1, static_cast<char>(high * 16 + low)), at + 2};
}

// The escapes of JSON and JavaScript, also where text that has them was escaped again.
Said said_by_backslash(std::string_view text) {
  std::size_t at = std::min(text.find_first_not_of('\\'), text.size());
  if (at == text.size()) return {"\\", at};
  const char kind = text[at];
  if (kind == 'u' || kind == 'x') {
    const std::size_t digits = kind == 'u' ? 4 : 2, begin = at + 1;
    std::size_t end = begin;
    std::uint32_t code = read_number(text, end, 16, digits);
    if (end == begin + digits) {
      const std::size_t low = text.find_first_not_of('\\', end);
      if (code >= 0xD800 && code < 0xDC00 && low != std::string_view::npos && text[low] == 'u') {
        std::size_t low_end = low + 1;
        const std::uint32_t second = read_number(text, low_end, 16, 4);
        if (second >= 0xDC00 && second < 0xE000) {
          code = 0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00);
          end = low_end;
        }
      }
      return {utf8(code), end};
    }
  }
  constexpr std::string_view kLetters = "ntr", kMeant = "\n\t\r";
  if (const std::size_t which = kLetters.find(kind); which != std::string_view::npos) {
    return {std::string(1, kMeant[which]), at + 1};
  }
  if (kind == '"' || kind == '\'' || kind == '/') return {std::string(1, kind), at + 1};
  return {"\\", at};
}

// HTML's character references: by number, and those that every serialiser writes.
Said said_by_ampersand(std::string_view text) {
  if (text.starts_with("&amp;")) {  // perhaps of markup that was escaped again
    const Said inner = said_by_ampersand("&" + std::string(text.substr(5)));
    return inner.length > 0 ? Said{inner.bytes, inner.length + 4} : Said{"&", 5};
  }
  static constexpr std::pair<std::string_view, std::string_view> kNamed[] = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}, {"&nbsp;", " "}};
  for (const auto& [name, bytes] : kNamed) {
    if (text.starts_with(name)) return {std::string(bytes), name.size()};
  }
  if (!text.starts_with("&#")) return {};
  const bool is_hex = text.size() > 2 && (text[2] == 'x' || text[2] == 'X');
  const std::size_t begin = is_hex ? 3 : 2;
  std::size_t end = begin;
  const std::uint32_t code = read_number(text, end, is_hex ? 16 : 10, 8);
  if (end == begin || code > 0x10FFFF) return {};
  return {utf8(code), end + (end < text.size() && text[end] == ';' ? 1 : 0)};
}

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

// How much of `text`'s front says the front of `wanted`, and how many of its bytes; 0 where nothing does.
std::size_t length_of_one(std::string_view wanted, std::string_view text, std::size_t& bytes) {
  bytes = 1;
  if (text.empty()) return 0;
  if (wanted[0] == '%' && text.starts_with("%25")) return 3;
  Said said;
  if (text[0] == '%') said = said_by_percent(text);
  if (text[0] == '\\') said = said_by_backslash(text);
  if (text[0] == '&') said = said_by_ampersand(text);
  if (said.length > 0 && wanted.starts_with(said.bytes)) {
    bytes = said.bytes.size();
    if (said.bytes == "\\") {  // a run of them says a run, however often it was escaped
      bytes = std::min(wanted.find_first_not_of('\\'), wanted.size());
    }
    return said.length;
  }
  if (text[0] == wanted[0]) return 1;
  return wanted[0] == ' ' && text[0] == '+' ? 1 : 0;
}

// White space is as long as a page or a message made it.
std::size_t length_of_space(std::string_view text) {
  std::size_t length = 0, bytes = 0;
  for (;;) {
    std::size_t one = 0;
    for (const std::string_view space : {" ", "\n", "\t", "\r"}) {
      if (one == 0) one = length_of_one(space, text.substr(length), bytes);
    }
    if (one == 0) return length;
    length += one;
  }
}

constexpr std::string_view kCut = "…";  // where a message was too long
constexpr std::size_t kShortestPart = 4;

// Of the secret, or of its first part where the text was cut behind that.
std::size_t length_of(std::string_view secret, std::string_view text) {
  std::size_t length = 0;
  for (std::size_t at = 0; at < secret.size();) {
    std::size_t one = 0, bytes = 1;
    if (is_space(secret[at])) {
      one = length_of_space(text.substr(length));
      bytes = std::min(secret.find_first_not_of(" \n\t\r", at), secret.size()) - at;
    } else {
      one = length_of_one(secret.substr(at), text.substr(length), bytes);
    }
    if (one == 0) return at >= kShortestPart && text.substr(length).starts_with(kCut) ? length : 0;
    length += one;
    at += bytes;
  }
  return length;
}

// The characters that stand for the secret alone, for each place it can have in a group of three.
void add_encoded(std::string_view secret, std::vector<std::string>& encoded) {
  for (const std::size_t before : {0u, 1u, 2u}) {
    const std::string all = encode_base64(std::string(before, '\0') + std::string(secret));
    const std::size_t begin = (before * 8 + 5) / 6;
    const std::size_t end = (before + secret.size()) * 8 / 6;
    std::string middle = all.substr(begin, end - begin);
    encoded.push_back(middle);
    std::replace(middle.begin(), middle.end(), '+', '-');
    std::replace(middle.begin(), middle.end(), '/', '_');
    if (middle != encoded.back()) encoded.push_back(std::move(middle));
  }
}

// In hexadecimal, with nothing, colons or spaces between the bytes.
void add_hexadecimal(std::string_view secret, std::vector<std::string>& forms) {
  for (const std::string_view digits : {"0123456789abcdef", "0123456789ABCDEF"}) {
    for (const std::string_view between : {"", ":", " "}) {
      std::string text;
      for (const char c : secret) {
        if (!text.empty()) text += between;
        const auto byte = static_cast<unsigned char>(c);
        text += digits[byte >> 4];
        text += digits[byte & 15];
      }
      const bool is_new = digits[10] == 'a' || ascii_lower(text) != text;  // of digits alone it is there
      if (is_new) forms.push_back(std::move(text));
    }
  }
}

bool is_base64(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '/' ||
         c == '-' || c == '_' || c == '=';
}

// Whether a character may stand for another one.
bool begins_another(char c) {
  return c == '%' || c == '\\' || c == '&' || c == '+' || is_space(c);
}

template <typename Places>
std::shared_ptr<const Places> by_first_byte(const std::vector<std::string>& texts) {
  auto places = std::make_shared<Places>();
  for (std::uint32_t place = 0; place < texts.size(); ++place) {
    (*places)[static_cast<unsigned char>(texts[place][0])].push_back(place);
  }
  return places;
}

// An archive of `fields` that masks every text.
class MaskArchive {
 public:
  explicit MaskArchive(const SecretRedactor& redactor) : masker_(redactor) {}

  template <typename Value>
  void operator()(const char* name, Value& value) {
    if constexpr (std::is_same_v<Value, std::string>) {
      value = masker_.masked(value);
      if (std::string_view(name) == "media_type")
        is_picture_ = value.starts_with("image/") || value == "application/pdf";
    } else if constexpr (requires { value.begin(); }) {
      for (auto& item : value) (*this)("", item);
    } else if constexpr (!std::is_arithmetic_v<Value> && !std::is_enum_v<Value>) {
      fields(*this, value);
    }
  }
  void bytes(const char*, std::string& value) {
    if (!is_picture_) value = masker_.masked(value);
  }

 private:
  const SecretRedactor& masker_;
  bool is_picture_ = false;
};

}  // namespace

SecretRedactor::SecretRedactor(std::vector<std::string> secrets) : secrets_(std::move(secrets)) {
  std::erase_if(secrets_, [](const std::string& secret) { return secret.empty(); });
  std::stable_sort(secrets_.begin(), secrets_.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
  for (const std::string& secret : secrets_) {
    if (secret.size() >= kShortestPart) add_hexadecimal(secret, hexadecimal_);
    if (secret.size() >= kShortestEncoded) add_encoded(secret, encoded_);
  }
  secrets_by_byte_ = by_first_byte<Places>(secrets_);
  encoded_by_byte_ = by_first_byte<Places>(encoded_);
  hexadecimal_by_byte_ = by_first_byte<Places>(hexadecimal_);
}

// A table of cases may have thousands of them: at most places of a text few are looked for.
std::size_t SecretRedactor::length_of_secret(std::string_view text) const {
  if (begins_another(text[0])) {
    for (const std::string& secret : secrets_) {
      if (const std::size_t length = length_of(secret, text); length > 0) return length;
    }
    return 0;
  }
  for (const std::uint32_t place : (*secrets_by_byte_)[static_cast<unsigned char>(text[0])]) {
    if (const std::size_t length = length_of(secrets_[place], text); length > 0) return length;
  }
  return 0;
}

std::size_t SecretRedactor::length_of_form(const std::vector<std::string>& forms, const Places& by_byte,
                                           std::string_view text) {
  for (const std::uint32_t place : by_byte[static_cast<unsigned char>(text[0])]) {
    if (text.starts_with(forms[place])) return forms[place].size();
  }
  return 0;
}

std::string SecretRedactor::masked(std::string_view text) const {
  if (secrets_.empty()) return std::string(text);
  std::string made;
  while (!text.empty()) {
    std::size_t length = length_of_secret(text);
    if (length == 0) length = length_of_form(hexadecimal_, *hexadecimal_by_byte_, text);
    if (length == 0 && (length = length_of_form(encoded_, *encoded_by_byte_, text)) > 0) {
      // The characters next to it hold parts of the secret too.
      while (length < text.size() && is_base64(text[length])) ++length;
      while (!made.empty() && is_base64(made.back())) made.pop_back();
    }
    if (length > 0) {
      made += kMask;
    } else {
      made += text[0];
      length = 1;
    }
    text.remove_prefix(length);
  }
  return made;
}

void SecretRedactor::mask(Case& one) const {
  if (secrets_.empty()) return;
  MaskArchive archive(*this);
  fields(archive, one);
}

void SecretRedactor::mask(Step& step) const {
  if (secrets_.empty()) return;
  MaskArchive archive(*this);
  fields(archive, step);
}

}  // namespace casement::results
