// Hides secrets in the values of controls: card and social security numbers, and what given patterns match.
//
// Secrets are hidden in three places, each for what the others cannot know. js/dom/secrets.js: what must not leave the
// page, passwords and the cards in names that are made there. Here: what looks like a secret, before a snapshot is text
// that expectations are compared with. results/secret_redactor.h: what users have declared secret, in whatever is
// reported.
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
  // `patterns` are regular expressions (base/regex.h); each match becomes bullets. Throws Error{Usage} for
  // one that does not parse.
  explicit ValueMask(const std::vector<std::string>& patterns = {});

  // The value with its secrets masked, or nothing if it holds none. Throws Error{Authoring} where an
  // expression takes too long: a value is never shown that was not searched to its end.
  std::optional<std::string> mask(std::string_view value) const;

 private:
  std::vector<Regex> patterns_;
};

}  // namespace casement
