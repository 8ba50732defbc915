#include "casement/results/masker.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "casement/base/base64.h"
#include "casement/results/fields.h"

namespace casement::results {
namespace {

constexpr std::string_view kMask = "•••";
constexpr std::size_t kShortestEncoded = 6;

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The length of one byte `wanted` at the front of `text` in any of its forms; 0 where it is not.
std::size_t length_of(char wanted, std::string_view text) {
  if (text.empty()) return 0;
  if (text[0] == '%' && text.size() >= 3) {
    const int high = hex_digit(text[1]), low = hex_digit(text[2]);
    if (high >= 0 && low >= 0 && static_cast<char>(high * 16 + low) == wanted) return 3;
  }
  if (text[0] == '\\' && text.size() >= 2) {
    const char escape = wanted == '\n' ? 'n' : wanted == '\t' ? 't' : wanted == '\r' ? 'r' : wanted;
    const bool can_be_escaped = wanted == '"' || wanted == '\\' || wanted == '/' || escape != wanted;
    if (can_be_escaped && text[1] == escape) return 2;
  }
  if (text[0] == wanted) return 1;
  return wanted == ' ' && text[0] == '+' ? 1 : 0;
}

std::size_t length_of(std::string_view secret, std::string_view text) {
  std::size_t length = 0;
  for (const char wanted : secret) {
    const std::size_t one = length_of(wanted, text.substr(length));
    if (one == 0) return 0;
    length += one;
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

bool is_base64(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
         c == '/' || c == '-' || c == '_' || c == '=';
}

// An archive of `fields` that masks every text.
class MaskArchive {
 public:
  explicit MaskArchive(const Masker& masker) : masker_(masker) {}

  template <typename Value>
  void operator()(const char* name, Value& value) {
    if constexpr (std::is_same_v<Value, std::string>) {
      value = masker_.masked(value);
      if (std::string_view(name) == "media_type") is_picture_ = value.starts_with("image/");
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
  const Masker& masker_;
  bool is_picture_ = false;
};

}  // namespace

Masker::Masker(std::vector<std::string> secrets) : secrets_(std::move(secrets)) {
  std::erase_if(secrets_, [](const std::string& secret) { return secret.empty(); });
  std::stable_sort(secrets_.begin(), secrets_.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  for (const std::string& secret : secrets_) {
    if (secret.size() >= kShortestEncoded) add_encoded(secret, encoded_);
  }
}

std::string Masker::masked(std::string_view text) const {
  if (secrets_.empty()) return std::string(text);
  std::string made;
  while (!text.empty()) {
    std::size_t length = 0;
    for (const std::string& secret : secrets_) {
      length = length_of(secret, text);
      if (length > 0) break;
    }
    for (const std::string& encoded : encoded_) {
      if (length > 0) break;
      if (!text.starts_with(encoded)) continue;
      // The characters next to it hold parts of the secret too.
      length = encoded.size();
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

void Masker::mask(Case& one) const {
  if (secrets_.empty()) return;
  MaskArchive archive(*this);
  fields(archive, one);
}

void Masker::mask(Step& step) const {
  if (secrets_.empty()) return;
  MaskArchive archive(*this);
  fields(archive, step);
}

}  // namespace casement::results
