// Builds the pages of reports from the files in reports/assets. Pure.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace casement::reports {

// Replaces each {{name}} in `text` in a single pass, so that inserted text is never expanded. Every name must be known.
std::string fill_template(std::string_view text, const std::map<std::string_view, std::string_view>& values);

struct PageParts {
  std::string title, body;       // markup
  std::string_view style;        // rules after those of page.css
  std::string_view script;       // runs after keys.js
  std::string_view script_hash;  // SHA-256 of the script in base64
};

// Returns a whole page that loads nothing and runs no scripts but keys.js and the script of its parts.
std::string whole_page(const PageParts& parts);

}  // namespace casement::reports
