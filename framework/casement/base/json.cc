#include "casement/base/json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/base/characters.h"
#include "casement/base/error.h"
#include "casement/base/quoted.h"
#include "casement/base/text.h"

namespace casement {
namespace {

// The code unit of the \uXXXX escape at `at`, or -1 if there is no such escape.
int escape_at(std::string_view text, std::size_t at) {
  if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u') return -1;
  int unit = 0;
  for (std::size_t i = at + 2; i < at + 6; ++i) {
    const int digit = hex_digit(text[i]);
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

bool is_high(int unit) {
  return unit >= 0xD800 && unit <= 0xDBFF;
}
bool is_low(int unit) {
  return unit >= 0xDC00 && unit <= 0xDFFF;
}

// The parser of nlohmann_json is iterative, but copies, dumps and destructors recurse. Therefore the depth is checked
// on the text, before a value exists.
void check_depth(std::string_view text, int max_depth) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > max_depth) {
        throw Error(ErrorKind::Protocol,
                    "JSON nested deeper than " + std::to_string(max_depth) + " levels at byte " + std::to_string(i));
      }
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
}

}  // namespace

void repair_lone_surrogates(std::string& text) {
  std::size_t at = text.find("\\");
  while (at != std::string::npos && at + 1 < text.size()) {
    const int unit = escape_at(text, at);
    if (is_high(unit) && is_low(escape_at(text, at + 6))) {
      at += 12;
    } else if (is_high(unit) || is_low(unit)) {
      text.replace(at + 2, 4, "FFFD");
      at += 6;
    } else {
      at += 2;  // any other escape, also an escaped backslash
    }
    at = text.find("\\", at);
  }
}

Json parse_json(std::string text, int max_depth) {
  repair_lone_surrogates(text);
  check_depth(text, max_depth);
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw Error(ErrorKind::Protocol,
                "malformed JSON at byte " + std::to_string(error.byte) + ": " + to_valid_utf8(error.what()));
  } catch (const Json::exception& error) {  // such as a number that is too large
    throw Error(ErrorKind::Protocol, "malformed JSON: " + to_valid_utf8(error.what()));
  }
}

std::string json_quoted(std::string_view text) {
  return dump_json(Json(std::string(text)));
}

std::string json_pointer_problem(const std::string& pointer) {
  try {
    static_cast<void>(Json::json_pointer(pointer));
    return "";
  } catch (const Json::exception&) {
    return fmt::format("'{}' is not a JSON pointer; write e.g. /items/0/name", shorten(to_valid_utf8(pointer), 60));
  }
}

void check_json_pointer(const std::string& pointer) {
  if (const std::string problem = json_pointer_problem(pointer); !problem.empty())
    throw Error(ErrorKind::Usage, problem);
}

std::string dump_json(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace casement
