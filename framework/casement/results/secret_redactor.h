// One of three places that hide secrets (snapshot/mask.h says why there are three).
// Masks secrets in results before any sink gets them. A secret is found whatever a page did to it that leaves it
// readable: the case, the accents and the width of letters; separators between characters; escapes of addresses, JSON,
// JavaScript, CSS and HTML, and quoted-printable, in layers; base64 (RFC 4648, both alphabets) and hexadecimal; parts
// in several elements of a text. Also the first part of a secret (4 characters and more) if a message was cut with "…".
// Pictures and PDFs stay as they are. Immutable. Any thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "casement/results/model.h"

namespace casement::results {

class SecretMatcher;

class SecretRedactor {
 public:
  SecretRedactor() = default;
  // Ignores empty secrets. Short secrets are found only where a match by chance is unlikely: 4 bytes for hexadecimal,
  // 6 bytes for base64, 6 characters for other separators than the secret has.
  explicit SecretRedactor(std::vector<std::string> secrets);

  std::string masked(std::string_view text) const;  // bullets in the place of each secret
  // Every text in it.
  void mask(Case& one) const;
  void mask(Step& step) const;

 private:
  std::shared_ptr<const SecretMatcher> matcher_;  // null without secrets
};

}  // namespace casement::results
