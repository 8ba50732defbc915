// What is asked of a Grid: the body of POST /session (W3C WebDriver section 8.1). Pure. Any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace casement::grid {

struct Wanted {
  std::string browser = "chrome";      // browserName
  std::string version = {};            // browserVersion, "" for any
  std::string platform = {};           // platformName, "" for any
  std::vector<std::string> arguments;  // of Chrome's command line, behind which those of `own` come
  std::string name = {};               // se:name: what the Grid shows of the session
  std::string own = {};                // a JSON object of capabilities; what it says counts over the rest
};

// The body, and the name that the session has in it. `own` may be a plain object of capabilities, or one with
// "alwaysMatch" as the standard has it; objects in it are merged, its args are put behind ours, all else replaces.
// Throws Error{Usage} where `own` is no such object.
struct SessionBody {
  std::string json;
  std::string name;
};
SessionBody session_body(const Wanted& wanted);

// "{…}", or what a file holds whose name is written as "@file". Throws Error{Usage} for one that cannot be read.
std::string read_capabilities(const std::string& written);

}  // namespace casement::grid
