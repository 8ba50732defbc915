// Writes a run as one HTML page for people: the page opens from disk, loads nothing and runs no script but its own.
// Pure: a run in, bytes out.
#pragma once

#include <string>

#include "casement/results/model.h"

namespace casement::reports {

// Returns a whole page. Screenshots are embedded as data: URLs; other attachments are linked by their path. The markup
// is also well-formed XML, so that a parser can prove that no text broke out of its place.
std::string html_page(const results::Run& run);

}  // namespace casement::reports
