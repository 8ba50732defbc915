// Masks secrets in the values of controls: card and social security numbers, and matches of given patterns.
//
// Casement masks secrets in three places, each of which has its own knowledge. bridge/js/dom/secrets.js masks values
// that must not leave the page: passwords, and card numbers in names. This class masks values that look like secrets,
// before a snapshot becomes text for expectations. results/secret_redactor.h masks the secrets that users have
// declared, in all reports.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/private_numbers.h"
#include "casement/base/regex.h"

namespace casement {

class ValueMask {
 public:
  // `patterns` are regular expressions (base/regex.h); each match becomes bullets. Throws Error{Usage} for an
  // expression with a syntax error.
  explicit ValueMask(const std::vector<std::string>& patterns = {});

  // Returns the value with masked secrets, or nothing if the value contains no secret. Throws Error{Authoring} if an
  // expression takes too long, because a value must not be shown before it was searched completely.
  std::optional<std::string> mask(std::string_view value) const;

 private:
  std::vector<Regex> patterns_;
};

}  // namespace casement
