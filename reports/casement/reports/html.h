// Writes a run as one HTML page for people: it opens from disk, loads nothing and runs no script.
// Pure: a run in, bytes out.
#pragma once

#include <string>

#include "casement/results/model.h"

namespace casement::reports {

// A whole page. Screenshots stand in it as data: URLs; other attachments are linked by their path.
// The markup is also well-formed XML, so that a parser can prove that no text broke out of its
// place.
std::string html_page(const results::Run& run);

}  // namespace casement::reports
