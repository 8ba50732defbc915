// Selects requests of pages.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "casement/target/target.h"

namespace casement {

// A request must meet every given condition.
struct RequestPattern {
  std::string method = {};  // "POST"; "" for any
  // The posted values, as in rules of a site: a name that begins with "/" is a JSON pointer (RFC 6901) into a JSON
  // body, any other a field of a form; the value of a file is the file's name. `*` in a value matches any run of
  // characters:
  // {{"/items/0/count", "2"}, {"card", "4242*"}}.
  std::map<std::string, std::string> body = {};
  std::optional<TextPattern> text = {};  // the whole body
  std::optional<int> status = {};        // of the answer, so that the request is awaited until it is answered
};

}  // namespace casement
