// The capabilities to request from a Grid: the body of POST /session (W3C WebDriver section 8.1). Pure. Any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace casement::grid {

struct Wanted {
  std::string browser = "chrome";      // browserName
  std::string version = {};            // browserVersion, "" for any
  std::string platform = {};           // platformName, "" for any
  std::vector<std::string> arguments;  // for Chrome's command line, before those of `own`
  std::string name = {};               // se:name: the name of the session on the Grid's pages
  std::string own = {};                // a JSON object of capabilities; overrides the other fields
};

// The request body, and the name of the session in it. `own` may be a plain object of capabilities, or one with
// "alwaysMatch" as in the standard. Objects in `own` are merged and its args are appended to ours; all other values
// replace ours. Throws Error{Usage} if `own` is not such an object.
struct SessionBody {
  std::string json;
  std::string name;
};
SessionBody session_body(const Wanted& wanted);

// Returns `written`, or the content of a file if `written` is "@file". Throws Error{Usage} if the file cannot be read.
std::string read_capabilities(const std::string& written);

}  // namespace casement::grid
