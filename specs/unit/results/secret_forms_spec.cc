// Seeded secrets in seeded encodings. A naive decoder, which shares nothing with the redactor, finds none in the
// output.
#include <gtest/gtest.h>

#include <random>

#include "casement/base/base64.h"
#include "casement/results/secret_redactor.h"

namespace casement::results {
namespace {

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t limit) {
  return random() % limit;
}

std::vector<std::string> characters_of(const std::string& text) {
  std::vector<std::string> characters;
  for (const char c : text) {
    if ((c & 0xC0) == 0x80 && !characters.empty())
      characters.back() += c;
    else
      characters.emplace_back(1, c);
  }
  return characters;
}

std::string hex_of(const std::string& bytes, const char* format) {
  std::string made;
  for (const char c : bytes) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), format, static_cast<unsigned>(static_cast<unsigned char>(c)));
    made += text.data();
  }
  return made;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

std::string upper(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  return replaced(replaced(text, "ß", "SS"), "ö", "Ö");
}

std::string joined(const std::vector<std::string>& parts, const std::string& between) {
  std::string made;
  for (const std::string& part : parts) made += (made.empty() ? "" : between) + part;
  return made;
}

std::string by_character(Random& random, const std::string& text, std::string (*escape)(const std::string&)) {
  std::string made;
  const bool is_partial = below(random, 2) == 0;
  for (const std::string& one : characters_of(text)) {
    const bool must = one == "%" || one == "&" || one == "\\" || one == "<" || one == "\"";
    made += must || !is_partial || below(random, 2) == 0 ? escape(one) : one;
  }
  return made;
}

std::uint32_t code_of(const std::string& one) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(one[i])); };
  if (one.size() == 1) return byte(0);
  if (one.size() == 2) return (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F);
  return (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
}

std::string printed(const char* format, std::uint32_t code) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), format, code);
  return text.data();
}

constexpr std::size_t kEncodings = 18;

std::string encoded(Random& random, const std::string& text, std::size_t which) {
  using Text = const std::string&;
  switch (which) {
    case 0:
      return upper(text);
    case 1:
      return by_character(random, text, [](Text one) { return hex_of(one, "%%%02X"); });
    case 2:
      return by_character(random, text, [](Text one) { return hex_of(one, "%%%02x"); });
    case 3:
      return by_character(random, text, [](Text one) { return printed("&#%u;", code_of(one)); });
    case 4:
      return by_character(random, text, [](Text one) { return printed("&#x%04X;", code_of(one)); });
    case 5:
      return by_character(random, text, [](Text one) { return printed("\\u%04x", code_of(one)); });
    case 6:
      return replaced(replaced(text, "\\", "\\\\"), "\"", "\\\"");
    case 7:
      return replaced(replaced(replaced(text, "&", "&amp;"), "<", "&lt;"), "\"", "&quot;");
    case 8:
      return encode_base64(text);
    case 9:
      return encode_base64("user:" + text + "@x");
    case 10:
      return replaced(replaced(encode_base64("a" + text), "+", "-"), "/", "_");
    case 11:
      return hex_of(text, "%02x");
    case 12:
      return hex_of(text, "%02X:");
    case 13:
      return hex_of(text, "\\x%02x");
    case 14:
      return joined(characters_of(text), " ");
    case 15:
      return joined(characters_of(text), "\u200B");
    case 16:
      return joined(characters_of(text), "</b><b>");
    default:
      return replaced(text, " ", "\u00A0");
  }
}

// Decodes one layer of each escape; characters that separate or that nobody sees are away, letters are small.
std::string plain(std::string text) {
  for (int layer = 0; layer < 6; ++layer) {
    std::string made;
    for (std::size_t at = 0; at < text.size();) {
      unsigned code = 0;
      int length = 0;
      const char* const rest = text.c_str() + at;
      if (std::sscanf(rest, "&#x%4x;%n", &code, &length) == 1 && length > 0) {
      } else if (std::sscanf(rest, "&#%6u;%n", &code, &length) == 1 && length > 0) {
      } else if (std::sscanf(rest, "\\u%4x%n", &code, &length) == 1 && length == 6) {
      } else if (std::sscanf(rest, "\\x%2x%n", &code, &length) == 1 && length == 4) {
      } else if (std::sscanf(rest, "%%%2x%n", &code, &length) == 1 && length == 3) {
      } else {
        length = 0;
      }
      if (length > 0 && code < 0x80) {
        made += static_cast<char>(code);
        at += static_cast<std::size_t>(length);
      } else {
        made += text[at++];
      }
    }
    text = replaced(replaced(replaced(replaced(made, "&amp;", "&"), "&lt;", "<"), "&quot;", "\""), "</b><b>", "");
  }
  std::string made;
  for (const char c : text) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) made += c;
    if (c >= 'A' && c <= 'Z') made += static_cast<char>(c + 32);
  }
  return made;
}

std::string random_secret(Random& random) {
  static const std::vector<std::string> kParts{"a",     "B",  "7",  "%", "%25", "%41", "&amp;", "&",
                                               "\\",    "\"", "ö",  "ß", "(",   ".*",  "[x",    "\\n",
                                               "&#65;", "k",  "zz", " ", "-",   "+",   "/",     "é"};
  std::string secret = "q" + std::to_string(10 + below(random, 90)) + "w";
  for (std::size_t i = 3 + below(random, 8); i > 0; --i) secret += kParts[below(random, kParts.size())];
  return secret + "j" + std::to_string(100 + below(random, 900));
}

TEST(SecretForms, NoEncodingLeavesASecretReadable) {
  for (unsigned seed = 1; seed <= 500; ++seed) {
    Random random(seed);
    const std::string secret = random_secret(random);
    const SecretRedactor redactor({secret});
    std::string text = secret, names;
    bool is_encoded = false, is_base64 = false;
    for (std::size_t layers = below(random, 4); layers > 0; --layers) {
      const std::size_t which = below(random, kEncodings);
      // Capitals would destroy base64, and an escape with spaces in it is none.
      if (which == 0 ? is_base64 : which >= 14 && is_encoded) continue;
      is_encoded = is_encoded || which > 0;
      is_base64 = is_base64 || (which >= 8 && which <= 10);
      text = encoded(random, text, which);
      names += std::to_string(which) + " ";
    }
    const std::string masked = redactor.masked("before, " + text + ", after");
    ASSERT_NE(masked.find("•••"), std::string::npos) << seed << ": " << names << "| " << secret << " | " << text;
    ASSERT_EQ(masked.find("before, "), 0u) << masked;
    ASSERT_TRUE(masked.ends_with(", after")) << masked;
    const std::string left = plain(masked.substr(8, masked.size() - 15));
    for (const std::string& needle : {plain(secret), plain(text)}) {
      ASSERT_TRUE(left.empty() || left.find(needle) == std::string::npos)
          << seed << ": " << names << "| " << secret << " | " << text << " | " << masked;
    }
  }
}

TEST(SecretForms, TextsWithoutASecretStayUnchanged) {
  static const std::vector<std::string> kWords{
      "the",   "Order", "%20",  "&amp;", "\\n",      "\\u00e4", "<b>",  "- text: a",
      "12.40", "0xFF",  "YQ==", "…",     "•••",      "ö",       "\n",   "{\"text\":\"b\"}",
      "%",     "\xFF",  "\\",   "&#",    "deadbeef", "=41",     "\xC3", "MTIzNDU2Nzg5"};
  const SecretRedactor redactor({"qj7w-hunter", "a1", "s3cr/t wörd+7", "100%25&amp;"});
  for (unsigned seed = 1; seed <= 500; ++seed) {
    Random random(seed);
    std::string text;
    for (std::size_t i = below(random, 40); i > 0; --i) text += kWords[below(random, kWords.size())] + " ";
    ASSERT_EQ(redactor.masked(text), text) << seed;
  }
}

}  // namespace
}  // namespace casement::results
