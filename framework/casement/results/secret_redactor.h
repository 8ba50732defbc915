// Masks secrets in results before any sink receives them (snapshot/mask.h explains why three places mask secrets).
// Finds a secret in every form that stays readable: other case, accents and width of letters; separators between
// characters; escapes of URLs, JSON, JavaScript, CSS and HTML, and quoted-printable, in layers; base64 (RFC 4648, both
// alphabets) and hexadecimal; parts in several elements of a text. Also finds the first part of a secret (4 characters
// or more) if a message was cut with "…". Pictures and PDFs are not changed. Immutable. Any thread.
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
  // Ignores empty secrets. Short secrets are found only if a match by chance is unlikely: from 4 bytes in hexadecimal,
  // from 6 bytes in base64, from 6 characters with separators that the secret does not have.
  explicit SecretRedactor(std::vector<std::string> secrets);

  std::string masked(std::string_view text) const;  // replaces each secret with bullets
  // Masks every text in the value.
  void mask(Case& one) const;
  void mask(Step& step) const;

 private:
  std::shared_ptr<const SecretMatcher> matcher_;  // null without secrets
};

}  // namespace casement::results
